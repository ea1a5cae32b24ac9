"""A Discord on loopback: HTTP API, gateway and a web page, for trying the bot and for end-to-end tests.

What it speaks, and how the page, the driver and the tests talk to it, stands in this folder's README.
"""

"""A Discord on loopback: HTTP API, gateway and a web page, for trying the bot and for end-to-end tests.

The README in this folder documents the protocol and the APIs of the page, the driver and the tests.
"""

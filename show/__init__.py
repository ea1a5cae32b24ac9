"""Presentation of tables on Discord.

`desired` computes which messages a table should have, as a pure function of its snapshot. `messages.reconciler`
compares them with the messages that exist and posts, edits or deletes through `discord_port`. `panels` keeps the
players' open private panels. This package does no network or storage calls of its own.
"""

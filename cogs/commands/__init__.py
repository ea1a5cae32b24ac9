"""Slash commands and the handlers of their buttons, one cog for each topic."""

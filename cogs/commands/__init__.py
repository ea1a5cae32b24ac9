"""Slash commands and their buttons: one cog for each job."""

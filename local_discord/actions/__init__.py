"""Changes of the state in `local_discord.world`; each action also announces its change to the bot and the pages."""

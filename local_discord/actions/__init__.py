"""Changes of the world; every action also announces its change to the bot and the pages."""

"""Discord's gateway v10: sessions of the bot, and the distribution of events."""

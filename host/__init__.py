"""Services of the bot: lobbies, running games, AI players, people, several processes. No Discord, no SQL."""

"""The contract between the engine and a game: phases, choices, views, samplers and options."""

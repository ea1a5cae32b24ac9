"""Open panels of players and spectators."""

"""One module a game: how its table is drawn from a view, by the game's id."""

"""People: names, ratings, standings, badges, finished games, and privacy."""

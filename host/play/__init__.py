"""Running games: moves, clocks, votes, and participation."""

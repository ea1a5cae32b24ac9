"""Pages of the day's deal."""

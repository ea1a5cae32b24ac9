"""Pages of league nights."""

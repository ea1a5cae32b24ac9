"""Pages of running and finished games."""

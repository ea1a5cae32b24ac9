"""The day's deal: planned and prepared deals, people's attempts, and their streaks."""

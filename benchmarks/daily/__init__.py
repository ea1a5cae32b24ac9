"""Benchmarks of the day's deal: its figures, and a crowd that opens it."""

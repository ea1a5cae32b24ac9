"""The day's deal: one round with fixed cards and computer players, in which everybody plays the same seat."""

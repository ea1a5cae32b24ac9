"""Saizen: its lessons, the hints of a first game, and advice on the open decision."""

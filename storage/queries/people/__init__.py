"""Queries about people: names, finished lessons, reviews, results, notifications, and all of a person's data."""

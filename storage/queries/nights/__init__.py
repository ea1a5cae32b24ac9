"""Queries for league nights."""

"""Queries, one module for each subject."""

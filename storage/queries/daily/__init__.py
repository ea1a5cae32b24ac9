"""Queries for the day's deals, their messages on servers, and reminders."""

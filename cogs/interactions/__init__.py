"""Interactions of people: routing, permissions, deferral, language, and limits."""

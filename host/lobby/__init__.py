"""Lobbies: opening and joining tables, quotas, deal commitments, and notifications."""

"""Checks of requests as on Discord: form of bodies, permissions, rate limits, error codes."""

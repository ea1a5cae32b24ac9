"""Interactions: routing, the interaction context, permissions, deferral, locales and the concurrency limit."""

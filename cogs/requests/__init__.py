"""Requests to Discord: the adapter, rate limits, the circuit breaker, and attachments."""

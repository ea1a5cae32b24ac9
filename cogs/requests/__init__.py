"""HTTP requests to Discord: the adapter, rate limits, the circuit breaker, permissions and attachments."""

"""Messages of the day's deal on servers: who has played, and the commitments of the coming days."""

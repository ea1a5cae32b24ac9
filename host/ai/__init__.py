"""Computer players: when they move, their worker processes, and complaints about their moves."""

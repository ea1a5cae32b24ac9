"""The games' own rules of thumb; importing this package makes them known to `Policy.of`."""

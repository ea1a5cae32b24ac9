"""Learning: lessons, the hints of first games, suggestions and reviews."""

"""Pages for learners: rules, lessons, suggestions and reviews."""

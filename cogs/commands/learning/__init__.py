"""Commands and buttons for learners: rules, lessons, suggestions and reviews."""

"""Discord's gateway v10, and who listens to what."""

"""Discord's doors: commands and click handlers, one cog a job, and the port that sends, edits and deletes."""

"""What can happen in the world: each changes it and tells the bot and the pages."""

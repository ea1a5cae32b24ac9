"""What there is: the guild, its people, channels and messages, files, commands and interactions."""

"""The state: servers, people, channels, messages, files, commands and interactions."""

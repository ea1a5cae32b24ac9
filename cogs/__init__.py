"""Everything that touches Discord: the client, the gateway, interactions, commands and HTTP requests."""

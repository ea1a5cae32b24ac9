"""Commands and buttons of tables: lobbies, seats, hands and lists."""

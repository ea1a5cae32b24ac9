"""Running tables: lobby, seats, one lock a table, the move log, computer seats, ratings. No Discord, no SQL."""

-- The condition of an index as the statements spell it now, which PostgreSQL understands too.

DROP INDEX results_of_a_game;

CREATE INDEX results_of_a_game ON results (guild_id, game, ended_at, user_id, won, own, place)
 WHERE user_id IS NOT NULL AND practice = 0;

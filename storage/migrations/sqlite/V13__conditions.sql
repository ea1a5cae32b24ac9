-- Conditions of indexes as the statements spell them now, which PostgreSQL understands too.

DROP INDEX turns_by_due;
DROP INDEX turns_by_remind;
DROP INDEX results_of_a_game;

CREATE INDEX turns_by_due ON turns (due) WHERE due IS NOT NULL AND given = 0;
CREATE INDEX turns_by_remind ON turns (remind) WHERE remind IS NOT NULL AND given = 0;
CREATE INDEX results_of_a_game ON results (guild_id, game, ended_at, user_id, won, own, place)
 WHERE user_id IS NOT NULL AND practice = 0;

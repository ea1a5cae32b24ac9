-- How the last table of a game was set up that was started in a channel: the next one's defaults. Not of
-- those that were played on from another game.

CREATE INDEX tables_last_started ON tables (channel_id, game, started_at)
 WHERE started_at IS NOT NULL AND origin_id IS NULL;

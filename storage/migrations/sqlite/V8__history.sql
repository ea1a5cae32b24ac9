-- Finished games as pages, and games that are played on from one of them, for practice: these count for nobody. What they
-- come from may be forgotten before them, so it is no reference; its number is never used again.

ALTER TABLE tables ADD COLUMN origin_id INTEGER;
-- How many of its moves were taken over.
ALTER TABLE tables ADD COLUMN origin_moves INTEGER CHECK ((origin_moves IS NULL) = (origin_id IS NULL));

CREATE INDEX tables_by_origin ON tables (origin_id, origin_moves) WHERE origin_id IS NOT NULL;
CREATE INDEX tables_by_end ON tables (guild_id, ended_at, id, channel_id)
 WHERE state IN ('over', 'closed') AND seed IS NOT NULL AND origin_id IS NULL;

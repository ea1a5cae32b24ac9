ALTER TABLE tables ADD COLUMN turns TEXT NOT NULL DEFAULT '[]' CHECK (CAST(turns AS json) IS NOT NULL);
ALTER TABLE tables ADD COLUMN deadline BIGINT;

UPDATE tables
   SET turns = owed.turns, deadline = owed.deadline
  FROM (SELECT table_id, MIN(COALESCE(remind, due)) FILTER (WHERE given = 0) AS deadline,
               CAST(json_agg(json_build_array(seat, decision, since, remind, due, nudged, given) ORDER BY seat) AS TEXT) AS turns
          FROM turns GROUP BY table_id) AS owed
 WHERE table_id = id;

DROP TABLE turns;

CREATE INDEX tables_by_deadline ON tables (deadline) WHERE deadline IS NOT NULL;

DROP INDEX tables_behind;
DROP INDEX tables_by_state;
CREATE INDEX tables_by_state ON tables (state, id);
CREATE INDEX tables_behind ON tables (id) WHERE shown <> version AND state NOT IN ('lobby', 'playing');
DROP INDEX lobbies_by_idleness;

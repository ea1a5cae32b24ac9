-- What people owe stands in their table's row, which each move writes anyway, and what must be looked at by a certain
-- time beside it: a move is two statements and three pages instead of four and six.

-- One list a decision, as JSON: seat, number, since, remind, due, nudged, given.
ALTER TABLE tables ADD COLUMN turns TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(turns));
-- When one of them is to be looked at the next time, in unix seconds; NULL: no clock runs.
ALTER TABLE tables ADD COLUMN deadline INTEGER;

UPDATE tables
   SET turns = (SELECT json_group_array(json_array(seat, decision, since, remind, due, nudged, given))
                  FROM turns WHERE table_id = tables.id),
       deadline = (SELECT MIN(COALESCE(remind, due)) FROM turns WHERE table_id = tables.id AND given = 0)
 WHERE id IN (SELECT table_id FROM turns);

DROP TABLE turns;

CREATE INDEX tables_by_deadline ON tables (deadline) WHERE deadline IS NOT NULL;

-- Which of the open tables are behind is asked at a start, of all of them in their order; an index of those that are
-- would be written with each move, and one of those that have ended is not.
DROP INDEX tables_behind;
DROP INDEX tables_by_state;
CREATE INDEX tables_by_state ON tables (state, id);
CREATE INDEX tables_behind ON tables (id) WHERE shown <> version AND state NOT IN ('lobby', 'playing');
-- Lobbies are few, and were found by their state before.
DROP INDEX lobbies_by_idleness;

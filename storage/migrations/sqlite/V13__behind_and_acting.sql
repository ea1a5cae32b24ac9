-- What must go on by itself after a start is found here, and no table has to be loaded for it.

-- Whether a computer player is to decide now, for its own seat or for somebody who is away or too late.
ALTER TABLE tables ADD COLUMN acting INTEGER NOT NULL DEFAULT 0 CHECK (acting IN (0, 1));
-- Which version of the table its messages show; -1: nobody knows. While it is another than the table's, they are behind.
ALTER TABLE tables ADD COLUMN shown INTEGER NOT NULL DEFAULT -1;

UPDATE tables SET shown = version WHERE state NOT IN ('lobby', 'playing');
-- Where it may be so; whoever loads one sees.
UPDATE tables SET acting = 1
 WHERE state = 'playing'
   AND (id IN (SELECT table_id FROM seats WHERE computer IS NOT NULL OR misses > 0)
        OR id IN (SELECT table_id FROM turns WHERE given = 1));

CREATE INDEX tables_acting ON tables (id) WHERE acting = 1;
CREATE INDEX tables_behind ON tables (id) WHERE shown <> version;

-- As the queries say it, which PostgreSQL understands too.
DROP INDEX turns_by_due;
DROP INDEX turns_by_remind;
CREATE INDEX turns_by_due ON turns (due) WHERE due IS NOT NULL AND given = 0;
CREATE INDEX turns_by_remind ON turns (remind) WHERE remind IS NOT NULL AND given = 0;

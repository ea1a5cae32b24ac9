-- Clocks, away and left seats, ends before the end, rematches; and a version, so that whoever writes is refused if what
-- they have read is no longer so.

ALTER TABLE tables ADD COLUMN version INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tables ADD COLUMN pace TEXT NOT NULL DEFAULT 'none' CHECK (pace IN ('live', 'relaxed', 'letter', 'none'));
-- Of a lobby: when somebody last changed it, less the time that the bot was away since.
ALTER TABLE tables ADD COLUMN idle_since INTEGER NOT NULL DEFAULT 0;
-- Why a table was closed; NULL: it was not, or as a lobby by those in it.
ALTER TABLE tables ADD COLUMN why TEXT CHECK (why IN ('idle', 'left', 'ended'));
-- The table of the rematch.
ALTER TABLE tables ADD COLUMN next_id INTEGER REFERENCES tables (id) ON DELETE SET NULL;

UPDATE tables SET idle_since = created_at;

-- left_by: the person whose seat a computer player has taken, by themselves or removed.
ALTER TABLE seats ADD COLUMN left_by INTEGER;
ALTER TABLE seats ADD COLUMN removed INTEGER NOT NULL DEFAULT 0 CHECK (removed IN (0, 1));
-- How many decisions in a row a person has let pass.
ALTER TABLE seats ADD COLUMN misses INTEGER NOT NULL DEFAULT 0 CHECK (misses >= 0);
-- Whether they agree to what is asked of all: to finish, or once the game is over to a rematch.
ALTER TABLE seats ADD COLUMN agreed INTEGER NOT NULL DEFAULT 0 CHECK (agreed IN (0, 1));

-- The decisions that people owe. remind NULL: they are not (or no more) to be reminded; due NULL: no clock runs;
-- given: a computer player may decide for them. Times are unix seconds, less the time that the bot was away since.
CREATE TABLE turns (
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL CHECK (seat >= 0),
    decision INTEGER NOT NULL CHECK (decision >= 0),
    since INTEGER NOT NULL,
    remind INTEGER,
    due INTEGER,
    nudged INTEGER NOT NULL DEFAULT 0 CHECK (nudged IN (0, 1)),
    given INTEGER NOT NULL DEFAULT 0 CHECK (given IN (0, 1)),
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX turns_by_due ON turns (due) WHERE due IS NOT NULL AND NOT given;
CREATE INDEX turns_by_remind ON turns (remind) WHERE remind IS NOT NULL AND NOT given;
CREATE INDEX lobbies_by_idleness ON tables (idle_since) WHERE state = 'lobby';

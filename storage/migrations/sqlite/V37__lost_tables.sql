-- lost_since: the bot cannot see the table's channel, which was deleted or hidden from it, or its person takes no direct messages.
-- The reason 'lost': the game was lost for a week.
ALTER TABLE tables ADD COLUMN lost_since INTEGER;
CREATE INDEX tables_lost ON tables (lost_since) WHERE lost_since IS NOT NULL;

ALTER TABLE tables ADD COLUMN reason TEXT CHECK (reason IN ('idle', 'left', 'ended', 'restored', 'lost'));
UPDATE tables SET reason = close_reason WHERE close_reason IS NOT NULL;
ALTER TABLE tables DROP COLUMN close_reason;
ALTER TABLE tables RENAME COLUMN reason TO close_reason;

-- The people of lost tables. due_at: the time at which a person is told; NULL: there is nothing to tell. told_at: the last time.
CREATE TABLE lost_notices (
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    user_id INTEGER NOT NULL,
    due_at INTEGER,
    told_at INTEGER,
    PRIMARY KEY (table_id, user_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX lost_notices_by_user ON lost_notices (user_id);
CREATE INDEX lost_notices_due ON lost_notices (due_at) WHERE due_at IS NOT NULL;

-- lost: the number of games of several people that were ended because they were lost for a week.
ALTER TABLE deals ADD COLUMN lost INTEGER NOT NULL DEFAULT 0;

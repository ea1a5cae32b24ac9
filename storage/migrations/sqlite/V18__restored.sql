-- After a restore what was promised before may be known: lobbies are promised anew, and running games are ended.

ALTER TABLE promises ADD COLUMN renewed INTEGER NOT NULL DEFAULT 0 CHECK (renewed IN (0, 1));

-- A column's check cannot be changed, so the column is made anew.
ALTER TABLE tables ADD COLUMN why_closed TEXT CHECK (why_closed IN ('idle', 'left', 'ended', 'restored'));
UPDATE tables SET why_closed = why WHERE why IS NOT NULL;
ALTER TABLE tables DROP COLUMN why;
ALTER TABLE tables RENAME COLUMN why_closed TO why;

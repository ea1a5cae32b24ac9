-- Whether the table's message on Discord says how the table ended; the bot may stop between the end and its telling.

ALTER TABLE tables ADD COLUMN end_shown INTEGER NOT NULL DEFAULT 0 CHECK (end_shown IN (0, 1));
UPDATE tables SET end_shown = 1 WHERE state NOT IN ('lobby', 'playing');

CREATE INDEX tables_to_show ON tables (id) WHERE end_shown = 0;

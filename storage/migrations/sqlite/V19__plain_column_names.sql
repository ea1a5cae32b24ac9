-- Columns get the names that the code uses for them.
ALTER TABLE tables RENAME COLUMN shown TO displayed_version;
ALTER TABLE tables RENAME COLUMN why TO close_reason;
ALTER TABLE tables RENAME COLUMN pace TO time_control;
ALTER TABLE seats RENAME COLUMN mixed TO commitment_events;
ALTER TABLE results RENAME COLUMN own TO own_share;

DROP INDEX tables_behind;
CREATE INDEX tables_outdated ON tables (id) WHERE displayed_version <> version AND state NOT IN ('lobby', 'playing');

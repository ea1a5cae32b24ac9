-- event_weekly: the event on Discord repeats each week, so it stays when the night is called off.
ALTER TABLE nights ADD COLUMN event_weekly SMALLINT NOT NULL DEFAULT 0 CHECK (event_weekly IN (0, 1));

-- helped: the table's only person has asked what a computer player would do, so that the game counts for nobody.
ALTER TABLE tables ADD COLUMN helped SMALLINT NOT NULL DEFAULT 0 CHECK (helped IN (0, 1));

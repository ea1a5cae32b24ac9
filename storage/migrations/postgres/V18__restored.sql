ALTER TABLE promises ADD COLUMN renewed SMALLINT NOT NULL DEFAULT 0 CHECK (renewed IN (0, 1));

ALTER TABLE tables DROP CONSTRAINT tables_why_check;
ALTER TABLE tables ADD CONSTRAINT tables_why_check CHECK (why IN ('idle', 'left', 'ended', 'restored'));

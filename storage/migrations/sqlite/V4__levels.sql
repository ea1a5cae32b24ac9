-- Which level of computer player made each move, where its person did not, and of results the level that made all of a
-- seat's moves; NULL: none, or nobody knows, as it was before there were levels to choose from.

ALTER TABLE moves ADD COLUMN computer TEXT;

UPDATE moves SET computer = 'normal' WHERE by_computer;

ALTER TABLE moves DROP COLUMN by_computer;

ALTER TABLE results ADD COLUMN computer TEXT CHECK (computer IS NULL OR user_id IS NULL);

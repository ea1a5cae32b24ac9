-- puzzle_tries: how often a candidate for the puzzle of the day was begun; after some of them, the day has no puzzle.
ALTER TABLE days ADD COLUMN puzzle_tries BIGINT NOT NULL DEFAULT 0;

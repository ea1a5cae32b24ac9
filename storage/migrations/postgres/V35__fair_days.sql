-- Tries at an open day's deal that were deleted with their person's data: nobody has a second scored try. mark: a hash of the person,
-- keyed with the day's secret. It is deleted when the day is over, before the secret is shown.
CREATE TABLE deleted_tries (
    day BIGINT NOT NULL,
    mark TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (day, mark)
);

-- begun_at: the time of the first move, which decides the day of the streak; before the first move, the time of the opening.
-- opened_at: the time at which the person opened the start page, which says who will read their name.
ALTER TABLE attempts ADD COLUMN opened_at BIGINT NOT NULL DEFAULT 0;
UPDATE attempts SET opened_at = begun_at;

-- renewed: 1: promised anew after a restored backup, so an earlier commitment of the day does not hold.
ALTER TABLE days ADD COLUMN renewed SMALLINT NOT NULL DEFAULT 0 CHECK (renewed IN (0, 1));

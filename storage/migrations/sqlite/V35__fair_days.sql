-- Tries at an open day's deal that were deleted with their person's data: nobody has a second scored try. mark: a hash of the person,
-- keyed with the day's secret. It is deleted when the day is over, before the secret is shown.
CREATE TABLE deleted_tries (
    day INTEGER NOT NULL,
    mark TEXT NOT NULL,
    PRIMARY KEY (day, mark)
) STRICT, WITHOUT ROWID;

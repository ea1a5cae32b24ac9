-- The latest review of a finished game for the person who had that seat at its end. version: the method that made it. counted: the
-- decisions that count, and loss: the points that they cost, both also in content, which is JSON.
CREATE TABLE reviews (
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    user_id INTEGER NOT NULL,
    seat INTEGER NOT NULL CHECK (seat >= 0),
    version INTEGER NOT NULL,
    counted INTEGER NOT NULL CHECK (counted >= 0),
    loss REAL NOT NULL,
    content TEXT NOT NULL CHECK (json_valid(content)),
    made_at INTEGER NOT NULL,
    PRIMARY KEY (table_id, user_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX reviews_by_user ON reviews (user_id);

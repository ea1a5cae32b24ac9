-- The messages that tell people it is their turn: one row for each person a message mentions, and the decision they owed.

CREATE TABLE mentions (
    message_id INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    decision INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    PRIMARY KEY (message_id, user_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX mentions_by_table ON mentions (table_id);

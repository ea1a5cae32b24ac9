-- Who does what only one process may do: until when by the database's clock, in unix milliseconds. The term tells how
-- often the owner has been another one.

CREATE TABLE leases (
    name TEXT PRIMARY KEY,
    owner TEXT NOT NULL,
    term INTEGER NOT NULL CHECK (term > 0),
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

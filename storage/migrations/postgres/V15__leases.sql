CREATE TABLE leases (
    name TEXT COLLATE "C" PRIMARY KEY,
    owner TEXT NOT NULL,
    term INTEGER NOT NULL CHECK (term > 0),
    expires_at BIGINT NOT NULL
);

-- Message records belong to an owner: its kind and its id in the database table of that kind. A trigger of each such table deletes
-- the records of a deleted owner. message_id NULL: the message is about to be sent, or was sent and the answer was lost.
-- fingerprint NULL: the message may be outdated.
DROP TRIGGER posts_of_a_changed_table;

CREATE TABLE posts_of_owners (
    nonce TEXT PRIMARY KEY,
    owner_kind TEXT NOT NULL,
    owner_id INTEGER NOT NULL,
    slot TEXT NOT NULL,
    channel_id INTEGER NOT NULL,
    message_id INTEGER,
    fingerprint TEXT,
    UNIQUE (owner_kind, owner_id, slot)
) STRICT, WITHOUT ROWID;

INSERT INTO posts_of_owners (nonce, owner_kind, owner_id, slot, channel_id, message_id, fingerprint)
SELECT nonce, 'table', table_id, slot, channel_id, message_id, fingerprint FROM posts;
DROP TABLE posts;
ALTER TABLE posts_of_owners RENAME TO posts;

CREATE INDEX posts_by_channel ON posts (channel_id);
CREATE INDEX posts_by_message ON posts (message_id) WHERE message_id IS NOT NULL;
CREATE INDEX posts_to_check ON posts (owner_kind, owner_id) WHERE fingerprint IS NULL;

-- A change of state, seats or options can be reverted, and an older fingerprint would match again: so fingerprints are cleared.
CREATE TRIGGER posts_of_a_changed_table AFTER UPDATE OF state, seat_count, options ON tables BEGIN
    UPDATE posts SET fingerprint = NULL WHERE owner_kind = 'table' AND owner_id = NEW.id;
END;

CREATE TRIGGER posts_of_a_deleted_table AFTER DELETE ON tables BEGIN
    DELETE FROM posts WHERE owner_kind = 'table' AND owner_id = OLD.id;
END;

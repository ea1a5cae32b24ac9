-- Message records belong to an owner: its kind and its id in the database table of that kind. A trigger of each such table deletes
-- the records of a deleted owner. message_id NULL: the message is about to be sent, or was sent and the answer was lost.
-- fingerprint NULL: the message may be outdated.
DROP TRIGGER posts_of_a_changed_table ON tables;
DROP FUNCTION posts_of_a_changed_table();

CREATE TABLE posts_of_owners (
    nonce TEXT COLLATE "C" PRIMARY KEY,
    owner_kind TEXT COLLATE "C" NOT NULL,
    owner_id BIGINT NOT NULL,
    slot TEXT COLLATE "C" NOT NULL,
    channel_id BIGINT NOT NULL,
    message_id BIGINT,
    fingerprint TEXT,
    UNIQUE (owner_kind, owner_id, slot)
);

INSERT INTO posts_of_owners (nonce, owner_kind, owner_id, slot, channel_id, message_id, fingerprint)
SELECT nonce, 'table', table_id, slot, channel_id, message_id, fingerprint FROM posts;
DROP TABLE posts;
ALTER TABLE posts_of_owners RENAME TO posts;

CREATE INDEX posts_by_channel ON posts (channel_id);
CREATE INDEX posts_by_message ON posts (message_id) WHERE message_id IS NOT NULL;
CREATE INDEX posts_to_check ON posts (owner_kind, owner_id) WHERE fingerprint IS NULL;

-- A change of state, seats or options can be reverted, and an older fingerprint would match again: so fingerprints are cleared.
CREATE FUNCTION posts_of_a_changed_table() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE posts SET fingerprint = NULL WHERE owner_kind = 'table' AND owner_id = NEW.id;
    RETURN NULL;
END $$;

CREATE TRIGGER posts_of_a_changed_table AFTER UPDATE OF state, seat_count, options ON tables
    FOR EACH ROW EXECUTE FUNCTION posts_of_a_changed_table();

-- The argument is the kind of the owner.
CREATE FUNCTION delete_posts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM posts WHERE owner_kind = TG_ARGV[0] AND owner_id = OLD.id;
    RETURN NULL;
END $$;

CREATE TRIGGER posts_of_a_deleted_table AFTER DELETE ON tables
    FOR EACH ROW EXECUTE FUNCTION delete_posts('table');

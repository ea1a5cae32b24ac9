-- A table, a result, a rating, a badge and a name belong to a place: a server (its id), or one person's direct messages (minus
-- the person's id, because an id of a server may equal one of a person).
ALTER TABLE tables RENAME COLUMN guild_id TO place_id;
ALTER TABLE people RENAME COLUMN guild_id TO place_id;
ALTER TABLE deals RENAME COLUMN guild_id TO place_id;
ALTER TABLE results RENAME COLUMN guild_id TO place_id;
ALTER TABLE ratings RENAME COLUMN guild_id TO place_id;
ALTER TABLE badges RENAME COLUMN guild_id TO place_id;

DROP INDEX tables_by_guild;
CREATE INDEX tables_by_place ON tables (place_id, state);

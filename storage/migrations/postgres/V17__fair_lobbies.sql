ALTER TABLE seats ADD COLUMN mixed TEXT NOT NULL DEFAULT '[]' CHECK (CAST(mixed AS json) IS NOT NULL);

CREATE TABLE barred (
    table_id BIGINT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    user_id BIGINT NOT NULL,
    PRIMARY KEY (table_id, user_id)
);

CREATE INDEX barred_by_user ON barred (user_id);

ALTER TABLE deals ADD COLUMN closed_alone BIGINT NOT NULL DEFAULT 0;
ALTER TABLE deals ADD COLUMN ended_early BIGINT NOT NULL DEFAULT 0;

UPDATE deals SET closed_alone = (
    SELECT COUNT(*) FROM tables JOIN promises ON table_id = id AND name = CAST(id AS TEXT)
     WHERE tables.guild_id = deals.guild_id AND state = 'closed' AND started_at IS NULL
       AND events LIKE '%join%' AND events NOT LIKE '%join%join%' AND events NOT LIKE '%leave%'
);
UPDATE deals SET cancelled = cancelled - closed_alone;

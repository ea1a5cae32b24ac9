-- Nobody can use up a lobby's room for others, or hide a cheating house among other figures.

-- What a person at a lobby has mixed into its deal, as JSON: it goes when they leave, and is no longer theirs once the
-- cards are dealt.
ALTER TABLE seats ADD COLUMN mixed TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(mixed));

-- Who may not join a lobby any more.
CREATE TABLE barred (
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    user_id INTEGER NOT NULL,
    PRIMARY KEY (table_id, user_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX barred_by_user ON barred (user_id);

-- closed_alone: lobbies that were closed before the deal and that only their opener had joined; cancelled counts the
-- others. ended_early: games of several people that were ended in their first round.
ALTER TABLE deals ADD COLUMN closed_alone INTEGER NOT NULL DEFAULT 0;
ALTER TABLE deals ADD COLUMN ended_early INTEGER NOT NULL DEFAULT 0;

-- Of the lobbies that are still kept, those with a single join and no leaving were closed alone.
UPDATE deals SET closed_alone = (
    SELECT COUNT(*) FROM tables JOIN promises ON table_id = id AND name = CAST(id AS TEXT)
     WHERE tables.guild_id = deals.guild_id AND state = 'closed' AND started_at IS NULL
       AND events LIKE '%join%' AND events NOT LIKE '%join%join%' AND events NOT LIKE '%leave%'
);
UPDATE deals SET cancelled = cancelled - closed_alone;

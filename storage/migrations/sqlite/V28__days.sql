-- The day's deal. day: days since 1970-01-01 UTC. secret: hidden until the day is over, in hex. deals: the prepared deals with their
-- reference; NULL: none are prepared. away: seconds of the bot's outages that touched the day.
CREATE TABLE days (
    day INTEGER PRIMARY KEY CHECK (day >= 0),
    secret TEXT NOT NULL,
    commitment TEXT NOT NULL,
    game TEXT NOT NULL,
    options TEXT NOT NULL CHECK (json_valid(options)),
    deals TEXT CHECK (deals IS NULL OR json_valid(deals)),
    away INTEGER NOT NULL DEFAULT 0 CHECK (away >= 0)
) STRICT;

-- A person's only scored attempt at a day's deal. deal: its number among the day's deals. moves: all moves of the round, [seat, notation].
-- points NULL: the round is not over, or it ended after the day.
CREATE TABLE attempts (
    day INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    deal INTEGER NOT NULL CHECK (deal >= 0),
    moves TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(moves)),
    points INTEGER CHECK (points IS NULL OR ended_at IS NOT NULL),
    begun_at INTEGER NOT NULL,
    ended_at INTEGER,
    PRIMARY KEY (day, user_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX attempts_by_user ON attempts (user_id, day, begun_at, ended_at);
CREATE INDEX attempts_by_deal ON attempts (day, deal, points) WHERE points IS NOT NULL;
-- One row for each finished game, for the number of games of each kind.
CREATE INDEX results_by_end ON results (ended_at, game) WHERE seat = 0;

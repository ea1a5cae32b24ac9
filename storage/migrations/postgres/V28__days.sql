-- The day's deal. day: days since 1970-01-01 UTC. secret: hidden until the day is over, in hex. deals: the prepared deals with their
-- reference; NULL: none are prepared. away: seconds of the bot's outages that touched the day.
CREATE TABLE days (
    day BIGINT PRIMARY KEY CHECK (day >= 0),
    secret TEXT NOT NULL,
    commitment TEXT NOT NULL,
    game TEXT NOT NULL,
    options TEXT NOT NULL CHECK (CAST(options AS json) IS NOT NULL),
    deals TEXT CHECK (deals IS NULL OR CAST(deals AS json) IS NOT NULL),
    away BIGINT NOT NULL DEFAULT 0 CHECK (away >= 0)
);

-- A person's only scored attempt at a day's deal. deal: its number among the day's deals. moves: all moves of the round, [seat, notation].
-- points NULL: the round is not over, or it ended after the day.
CREATE TABLE attempts (
    day BIGINT NOT NULL,
    user_id BIGINT NOT NULL,
    deal BIGINT NOT NULL CHECK (deal >= 0),
    moves TEXT NOT NULL DEFAULT '[]' CHECK (CAST(moves AS json) IS NOT NULL),
    points BIGINT CHECK (points IS NULL OR ended_at IS NOT NULL),
    begun_at BIGINT NOT NULL,
    ended_at BIGINT,
    PRIMARY KEY (day, user_id)
);

CREATE INDEX attempts_by_user ON attempts (user_id, day, begun_at, ended_at);
CREATE INDEX attempts_by_deal ON attempts (day, deal, points) WHERE points IS NOT NULL;
-- One row for each finished game, for the number of games of each kind.
CREATE INDEX results_by_end ON results (ended_at, game) WHERE seat = 0;

-- League nights: several tables play the same deals. night_id, night_stage: the stage of a night that a table belongs to. sealed:
-- other tables still play the same deals, so nothing of this one may be shown.
ALTER TABLE tables ADD COLUMN night_id INTEGER;
ALTER TABLE tables ADD COLUMN night_stage INTEGER CHECK ((night_stage IS NULL) = (night_id IS NULL));
ALTER TABLE tables ADD COLUMN sealed INTEGER NOT NULL DEFAULT 0 CHECK (sealed IN (0, 1));

CREATE INDEX tables_by_night ON tables (night_id, night_stage) WHERE night_id IS NOT NULL;

-- stage: the stage that is played or was played last, from 1; 0 before the first. stage_over: its results are known. next_at: the
-- time at which the next stage begins. events: the joins and the start, from which the seeds of all stages follow. version:
-- incremented by each write. displayed: the version that the night's message shows. promise_id: the message with the commitments.
CREATE TABLE nights (
    id INTEGER PRIMARY KEY,
    guild_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    manager_id INTEGER NOT NULL,
    game TEXT NOT NULL,
    rules INTEGER NOT NULL,
    seat_count INTEGER NOT NULL CHECK (seat_count > 0),
    options TEXT NOT NULL CHECK (json_valid(options)),
    time_control TEXT NOT NULL CHECK (time_control IN ('live', 'relaxed')),
    level TEXT NOT NULL,
    stages INTEGER NOT NULL CHECK (stages > 0),
    created_at INTEGER NOT NULL,
    starts_at INTEGER,
    event_id INTEGER,
    state TEXT NOT NULL DEFAULT 'gathering' CHECK (state IN ('gathering', 'playing', 'over', 'off')),
    table_count INTEGER NOT NULL DEFAULT 0 CHECK (table_count >= 0),
    stage INTEGER NOT NULL DEFAULT 0 CHECK (stage >= 0),
    stage_over INTEGER NOT NULL DEFAULT 0 CHECK (stage_over IN (0, 1)),
    next_at INTEGER,
    events TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(events)),
    message_id INTEGER,
    promise_id INTEGER,
    version INTEGER NOT NULL DEFAULT 0,
    displayed INTEGER NOT NULL DEFAULT -1
) STRICT;

CREATE UNIQUE INDEX nights_in_channel ON nights (channel_id) WHERE state IN ('gathering', 'playing');
CREATE INDEX nights_by_state ON nights (state, id);
CREATE INDEX nights_outdated ON nights (id) WHERE displayed <> version;
CREATE INDEX nights_by_guild ON nights (guild_id);
CREATE INDEX nights_by_manager ON nights (manager_id);

-- secret: hidden until the stage is over, in hex.
CREATE TABLE night_stages (
    night_id INTEGER NOT NULL REFERENCES nights (id) ON DELETE CASCADE,
    stage INTEGER NOT NULL CHECK (stage > 0),
    secret TEXT NOT NULL,
    PRIMARY KEY (night_id, stage)
) STRICT, WITHOUT ROWID;

-- The people of a night. click: the interaction with which the person joined. place: their number in the seating, from the start
-- on. away: they have left, and a computer player has their seat from the next stage on.
CREATE TABLE night_people (
    night_id INTEGER NOT NULL REFERENCES nights (id) ON DELETE CASCADE,
    user_id INTEGER NOT NULL,
    click INTEGER NOT NULL,
    place INTEGER,
    away INTEGER NOT NULL DEFAULT 0 CHECK (away IN (0, 1)),
    PRIMARY KEY (night_id, user_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX night_people_by_user ON night_people (user_id);

-- user_id: the person who had the seat when the stage began; NULL: a computer player; 0: a person whose data were deleted.
-- points NULL: the table is not over, or it has ended without a result.
CREATE TABLE night_seats (
    night_id INTEGER NOT NULL REFERENCES nights (id) ON DELETE CASCADE,
    stage INTEGER NOT NULL CHECK (stage > 0),
    board INTEGER NOT NULL CHECK (board > 0),
    seat INTEGER NOT NULL CHECK (seat >= 0),
    table_id INTEGER NOT NULL,
    user_id INTEGER,
    points INTEGER,
    PRIMARY KEY (night_id, stage, board, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX night_seats_by_user ON night_seats (user_id) WHERE user_id IS NOT NULL;

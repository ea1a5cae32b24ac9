-- League nights: several tables play the same deals. night_id, night_stage: the stage of a night that a table belongs to. sealed:
-- other tables still play the same deals, so nothing of this one may be shown.
ALTER TABLE tables ADD COLUMN night_id BIGINT;
ALTER TABLE tables ADD COLUMN night_stage INTEGER CHECK ((night_stage IS NULL) = (night_id IS NULL));
ALTER TABLE tables ADD COLUMN sealed SMALLINT NOT NULL DEFAULT 0 CHECK (sealed IN (0, 1));

CREATE INDEX tables_by_night ON tables (night_id, night_stage) WHERE night_id IS NOT NULL;

-- stage: the stage that is played or was played last, from 1; 0 before the first. stage_over: its results are known. next_at: the
-- time at which the next stage begins. events: the joins and the start, from which the seeds of all stages follow. version:
-- incremented by each write. displayed: the version that the night's message shows. promise_id: the message with the commitments.
CREATE TABLE nights (
    id BIGINT PRIMARY KEY,
    guild_id BIGINT NOT NULL,
    channel_id BIGINT NOT NULL,
    manager_id BIGINT NOT NULL,
    game TEXT COLLATE "C" NOT NULL,
    rules INTEGER NOT NULL,
    seat_count INTEGER NOT NULL CHECK (seat_count > 0),
    options TEXT NOT NULL CHECK (CAST(options AS json) IS NOT NULL),
    time_control TEXT NOT NULL CHECK (time_control IN ('live', 'relaxed')),
    level TEXT NOT NULL,
    stages INTEGER NOT NULL CHECK (stages > 0),
    created_at BIGINT NOT NULL,
    starts_at BIGINT,
    event_id BIGINT,
    state TEXT NOT NULL DEFAULT 'gathering' CHECK (state IN ('gathering', 'playing', 'over', 'off')),
    table_count INTEGER NOT NULL DEFAULT 0 CHECK (table_count >= 0),
    stage INTEGER NOT NULL DEFAULT 0 CHECK (stage >= 0),
    stage_over SMALLINT NOT NULL DEFAULT 0 CHECK (stage_over IN (0, 1)),
    next_at BIGINT,
    events TEXT NOT NULL DEFAULT '[]' CHECK (CAST(events AS json) IS NOT NULL),
    message_id BIGINT,
    promise_id BIGINT,
    version INTEGER NOT NULL DEFAULT 0,
    displayed INTEGER NOT NULL DEFAULT -1
);

CREATE UNIQUE INDEX nights_in_channel ON nights (channel_id) WHERE state IN ('gathering', 'playing');
CREATE INDEX nights_by_state ON nights (state, id);
CREATE INDEX nights_outdated ON nights (id) WHERE displayed <> version;
CREATE INDEX nights_by_guild ON nights (guild_id);
CREATE INDEX nights_by_manager ON nights (manager_id);

-- secret: hidden until the stage is over, in hex.
CREATE TABLE night_stages (
    night_id BIGINT NOT NULL REFERENCES nights (id) ON DELETE CASCADE,
    stage INTEGER NOT NULL CHECK (stage > 0),
    secret TEXT NOT NULL,
    PRIMARY KEY (night_id, stage)
);

-- The people of a night. click: the interaction with which the person joined. place: their number in the seating, from the start
-- on. away: they have left, and a computer player has their seat from the next stage on.
CREATE TABLE night_people (
    night_id BIGINT NOT NULL REFERENCES nights (id) ON DELETE CASCADE,
    user_id BIGINT NOT NULL,
    click BIGINT NOT NULL,
    place INTEGER,
    away SMALLINT NOT NULL DEFAULT 0 CHECK (away IN (0, 1)),
    PRIMARY KEY (night_id, user_id)
);

CREATE INDEX night_people_by_user ON night_people (user_id);

-- user_id: the person who had the seat when the stage began; NULL: a computer player; 0: a person whose data were deleted.
-- points NULL: the table is not over, or it has ended without a result.
CREATE TABLE night_seats (
    night_id BIGINT NOT NULL REFERENCES nights (id) ON DELETE CASCADE,
    stage INTEGER NOT NULL CHECK (stage > 0),
    board INTEGER NOT NULL CHECK (board > 0),
    seat SMALLINT NOT NULL CHECK (seat >= 0),
    table_id BIGINT NOT NULL,
    user_id BIGINT,
    points INTEGER,
    PRIMARY KEY (night_id, stage, board, seat)
);

CREATE INDEX night_seats_by_user ON night_seats (user_id) WHERE user_id IS NOT NULL;

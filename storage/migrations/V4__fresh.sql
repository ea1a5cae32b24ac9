-- Whether a game has begun whose message is still the lobby's; the bot may stop before the lobby has made way.

ALTER TABLE tables ADD COLUMN fresh INTEGER NOT NULL DEFAULT 0 CHECK (fresh IN (0, 1));

-- Weekly events of servers, which keep the hour of a clock. starts_at: the start of one occurrence, in unix seconds; the event repeats
-- each week at the time of day that a clock in the zone shows then. Discord repeats it in UTC, so the bot moves it when the clocks change.
CREATE TABLE weekly_events (
    event_id INTEGER PRIMARY KEY,
    guild_id INTEGER NOT NULL,
    zone TEXT NOT NULL,
    starts_at INTEGER NOT NULL
) STRICT;

CREATE INDEX weekly_events_by_guild ON weekly_events (guild_id);

INSERT INTO weekly_events (event_id, guild_id, zone, starts_at)
SELECT event_id, guild_id, value, starts_at
  FROM nights JOIN settings ON owner_id = manager_id AND name = 'time_zone'
 WHERE event_weekly = 1 AND starts_at IS NOT NULL
   AND id = (SELECT MIN(id) FROM nights AS first WHERE first.event_id = nights.event_id);

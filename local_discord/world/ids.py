"""Snowflakes and timestamps in Discord's format, by the clock of this process's local Discord."""

import datetime as dt
import time

EPOCH_MS = 1_420_070_400_000  # first second of 2015, the epoch of Discord's ids

GUILD_ID = "1400000000000002001"
SECOND_GUILD_ID = "1400000000004196305"  # with two shards, shard 1 has this server and shard 0 has the first
APPLICATION_ID = "1400000000000004001"
BOT_ROLE_ID = "1400000000000005001"
ADMIN_ROLE_ID = "1400000000000005002"
MEMBER_ROLE_ID = "1400000000000005003"
CHANNEL_IDS = ("1400000000000003001", "1400000000000003002")
NEWS_ID, VOICE_ID, SECOND_CHANNEL_ID = "1400000000000003003", "1400000000000003004", "1400000000000003005"
GROUP_ID = "1400000000000003006"
FORUM_ID = "1400000000000003007"
USER_IDS = ("1400000000000001001", "1400000000000001002", "1400000000000001003", "1400000000000001004")

_last = [0]
_offset = [0.0]
_settings = [0]  # how often the clock was set: a part of each id, so that a time that comes twice gives other ids


def now() -> float:
    """Return the time by Discord's clock, in seconds since 1970."""
    return time.time() + _offset[0]


def set_clock(offset: float) -> None:
    """Set Discord's clock `offset` seconds ahead of this computer's."""
    if offset != _offset[0]:
        _offset[0], _last[0] = offset, 0
        _settings[0] += 1


def snowflake(age: float = 0.0) -> str:
    """Return a new id. Without an `age` it is greater than all earlier ids since the clock was set.

    With an `age` in seconds, the timestamp in the id is that far in the past.
    """
    now_ms = int(now() * 1000) - EPOCH_MS
    _last[0] = max(_last[0] + 1, now_ms << 22 | _settings[0] % 1024 << 12)
    return str(_last[0] - (int(age * 1000) << 22))


def age(number: str) -> float:
    """Return the seconds since the timestamp in an id."""
    return now() - ((int(number) >> 22) + EPOCH_MS) / 1000


def timestamp(seconds: float | None = None) -> str:
    """Return ISO 8601 in UTC with microseconds; `seconds` counts from 1970 and defaults to now."""
    moment = dt.datetime.fromtimestamp(now() if seconds is None else seconds, dt.UTC)
    return moment.isoformat(timespec="microseconds")

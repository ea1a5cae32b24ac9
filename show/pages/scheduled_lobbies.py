"""Pages of scheduled lobbies, and the times that a person can choose."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

import limits
import pictures
from engine.game import Game
from host.lobby.lobby_transitions import player_counts
from host.lobby.scheduled_lobbies import ScheduledLobby
from host.time_zones import clock, time_zone, unix_time
from locales import Translation
from show.actions.table_actions import CallOff
from show.pages.time_zone import zone_name
from show.text.page import Page, button, page

FIRST_SECONDS: Final = 900
"""Seconds until the first time that is offered."""
MOST_DELAYS: Final = 24
"""The number of delays that are offered, each half an hour longer."""
_STEP, _DAY = timedelta(minutes=30), timedelta(days=1)


def scheduled_page(lobby: ScheduledLobby, tr: Translation) -> Page:
    """Build the public message that says when a lobby opens in its channel, its players and its time control.

    If no time control was chosen, the message names none, because the lobby gets one when it opens. The message does
    not name the person who scheduled the lobby, because Discord shows above it who has used the command.
    """
    kind = Game.games[lobby.game]
    counts = kind.seat_counts if lobby.seats is None else (lobby.seats,)
    lines = [
        tr("scheduled", game=kind.title, pitch=kind.pitch, at=str(lobby.opens_at)),
        tr("lobby-about", seats=player_counts(counts), minutes=kind.minutes),
    ]
    if lobby.time_control is not None:
        lines.append(tr("lobby-pace", pace=tr(f"pace-{lobby.time_control}")))
    return Page(
        ("\n".join(lines), [button(CallOff(lobby.id), tr("scheduled-call-off"))]), accent=pictures.accent(kind.id)
    )


def dropped_page(lobby: ScheduledLobby, tr: Translation) -> Page:
    """Build the public message of a scheduled lobby that does not open, with the reason."""
    kind = Game.games.get(lobby.game)
    why = tr(f"scheduled-dropped-{lobby.dropped or 'called-off'}")
    return page(tr("scheduled-dropped", game=kind.title if kind else lobby.game, at=str(lobby.opens_at), why=why))


def times(now: float, zone: ZoneInfo, tr: Translation) -> Iterator[tuple[str, int]]:
    """Yield the times that a person can choose, each half hour of their clock: a label, and unix seconds."""
    for shown in _half_hours(clock(now, zone), clock(now + limits.SCHEDULED_AHEAD_SECONDS, zone)):
        at = unix_time(shown, zone)
        if at is not None and FIRST_SECONDS <= at - now <= limits.SCHEDULED_AHEAD_SECONDS:
            yield f"{_label(shown, tr)} ({zone_name(zone.key)})", at


def delays(now: float, tr: Translation) -> Iterator[tuple[str, int]]:
    """Yield the times that a person without a time zone can choose: a label that needs no zone, and unix seconds."""
    for half_hours in range(1, MOST_DELAYS + 1):
        hours, minutes = divmod(30 * half_hours, 60)
        yield tr("scheduled-in", hours=hours, minutes=minutes), int(now) // 60 * 60 + half_hours * 1_800


def is_time_somewhere(typed: str, now: float, tr: Translation) -> bool:
    """Return whether `typed` is among the labels of `times` in some time zone."""
    utc = clock(now, time_zone("UTC"))
    days = _half_hours(utc - _DAY, utc + timedelta(seconds=limits.SCHEDULED_AHEAD_SECONDS) + _DAY)
    return any(has_words(_label(shown, tr), typed) for shown in days)


def has_words(label: str, typed: str) -> bool:
    """Return whether a label contains all typed words."""
    return all(one in label.casefold() for one in typed.casefold().split())


def _half_hours(after: datetime, until: datetime) -> Iterator[datetime]:
    shown = after.replace(minute=after.minute // 30 * 30, second=0, microsecond=0)
    while (shown := shown + _STEP) <= until:
        yield shown


def _label(shown: datetime, tr: Translation) -> str:
    return f"{tr('scheduled-day', weekday=shown.weekday(), day=shown.day, month=shown.month)} {shown:%H:%M}"

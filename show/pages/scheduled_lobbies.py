"""Pages of scheduled lobbies, and the times that a person can choose."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pictures
from engine.game import Game
from host.lobby.lobby_transitions import player_counts
from host.lobby.scheduled_lobbies import ScheduledLobby
from host.settings import PersonSettings, utc_offset
from locales import Translation
from show.actions.table_actions import CallOff
from show.text.page import Page, button, page

STEP, MOST_HALF_HOURS = 1_800, 48 * 14 - 1
"""Seconds between two offered times, and the number of offered times, which span two weeks."""


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


def times(now: float, mine: PersonSettings, tr: Translation) -> Iterator[tuple[str, int]]:
    """Yield the times that a person can choose: a label in the person's time zone, and unix seconds."""
    offset = utc_offset(mine.zone)
    first = int(now) // STEP * STEP + STEP
    first += STEP if first - now < STEP / 2 else 0  # at least a quarter of an hour from now
    zone = tr("scheduled-zone", zone=mine.zone)
    for at in range(first, first + STEP * MOST_HALF_HOURS, STEP):
        there = datetime.fromtimestamp(at, UTC) + timedelta(seconds=offset)
        day = tr("scheduled-day", weekday=there.weekday(), day=there.day, month=there.month)
        yield f"{day} {there:%H:%M} ({zone})", at

"""Lists of a server: its tables, and its leaderboard."""

from collections.abc import Iterable, Sequence

from engine.game import Game
from host.people import Leader
from host.table import Table
from locales import Speech
from show.page import Page, page
from show.speech import link, person_name, table_speech

BEST = 15
"""Lines of a leaderboard, without the asker's own."""


def tables_page(tables: Iterable[tuple[Table, int]], speech: Speech) -> Page:
    """Lobbies and running games, each with the channel that it is in."""
    lines = [_table_line(table, home, table_speech(table, speech.language)) for table, home in tables]
    return page("\n".join([speech("tables-title"), *(lines or [speech("tables-none")])]))


def _table_line(table: Table, home: int, speech: Speech) -> str:
    if table.game is None:
        taken = sum(who is not None for who in table.occupants)
        state = speech("tables-gathering", taken=taken, seats=table.seat_count)
    else:
        names = speech.listed(speech.seat(seat) for seat in table.game.to_act)
        state = speech("tables-waiting", round=table.game.round, names=names)
    sitting = speech.listed(speech.seat(seat) for seat, who in enumerate(table.occupants) if who)
    place = link(home)
    return speech("tables-line", game=table.kind.title, table=str(table.id), state=state, who=sitting, place=place)


def leaders_page(game: type[Game] | None, leaders: Sequence[Leader], speech: Speech) -> Page:
    """The best of a server, and behind `BEST` of them the asker's own line."""
    lines = [_leader_line(one, speech) for one in leaders]
    if len(lines) > BEST:
        lines.insert(BEST, "…")
    title = game.title if game else speech("leaderboard-all")
    return page("\n".join([speech("leaderboard-title", game=title), *(lines or [speech("leaderboard-none")])]))


def _leader_line(one: Leader, speech: Speech) -> str:
    who = person_name(one.name, speech.language)
    return speech("leaderboard-line", rank=one.rank, who=who, wins=one.wins, games=one.games, points=one.points)

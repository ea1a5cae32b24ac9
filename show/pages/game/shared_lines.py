"""Lines shared by several pages: turns, points, winners, tricks, and reasons for points."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import takewhile
from typing import TypeVar

from engine.game import Game, View
from engine.phrases import ROUND_POINTS
from engine.text import Text
from host.tables.table import Table
from locales import Translation
from show.pages.game.absences import marked
from show.pages.game.tricks import has_tricks, last_trick, trick_line, tricks_in_words
from show.text.page import ALT_LIMIT, DOT, TEXT_LIMIT, whole_lines

T = TypeVar("T")

FACTS = (ALT_LIMIT, 60, 25)
"""Limits on the characters of a fact in an alt text, tried in order until the text fits; the first limits no fact."""


def fitting(tr: Translation, write: Callable[[Translation], T], length: Callable[[T], int]) -> T:
    """Return a text with as many emojis as fit: all emojis, only those of suits on cards, or only Unicode symbols.

    A custom emoji takes many characters of a text. `write` makes the text, and `length` returns its length.
    """
    written = write(tr)
    for fewer in (tr.sparingly, tr.plainly):
        if length(written) <= TEXT_LIMIT:
            break
        written = write(fewer())
    return written


def practice_line(table: Table, tr: Translation) -> Iterator[str]:
    """Yield a line that says which game a practice game continues; nothing for other games."""
    origin = table.origin
    if origin is not None and origin.round:
        number, trick, move = str(origin.table), origin.trick or 0, origin.moves + 1
        yield tr("table-practice", table=number, round=origin.round, trick=trick, move=move)


def waiting_for(view: View, tr: Translation) -> str:
    """Return the names of the seats that are to act."""
    return tr.listed(tr.seat(seat) for seat in view["to_act"])


def points_line(
    points: Sequence[int], tr: Translation, *, levels: bool = True, late: Collection[int] = frozenset()
) -> str:
    """Return every seat with its symbol, name and points, and a computer player's level if it is not the usual one.

    The seats in `late` are marked.
    """
    name = tr.listed_seat if levels else tr.signed_seat
    named = (marked(name(seat), late=seat in late) for seat in range(len(points)))
    return DOT.join([tr("table-score", who=who, points=one) for who, one in zip(named, points, strict=True)])


def deciding_lines(view: View, tr: Translation, rounds: int | None = None) -> Iterator[str]:
    """Yield what decides the victory besides each seat's own points: team points, or other counts.

    Use the counts after the first `rounds` rounds, or the current counts if `rounds` is None.
    """
    teams = Game.games[view["game"]].teams_of(view["seats"])
    paired = len(teams) < view["seats"]
    if paired:
        points = [sum(sum(one[seat] for seat in team) for one in view["rounds"][:rounds]) for team in teams]
    elif view["standings"] != view["scores"] and rounds in (None, len(view["rounds"])):
        points = view["standings"]
    else:
        return
    scores = DOT.join(
        tr("sheet-score", who=tr.listed(tr.seat(seat) for seat in team), points=one)
        for team, one in zip(teams, points, strict=True)
    )
    yield tr("sheet-teams" if paired else "sheet-counting", scores=scores)


def winner_line(view: View, tr: Translation) -> str:
    """Return the line that names the winners of a finished game and their points."""
    winners = view["winners"]
    together = tuple(winners) in Game.games[view["game"]].teams_of(view["seats"])
    return tr(
        "table-winner",
        who=tr.listed(tr.seat(seat) for seat in winners),
        points=view["standings"][winners[0]],
        how="alone" if len(winners) == 1 else "team" if together else "shared",
    )


def result_lines(view: View, tr: Translation, *, levels: bool = True) -> list[str]:
    """Return the result of a game: the winners, and all seats' points; with `levels`, computer players' levels too."""
    return [winner_line(view, tr), points_line(view["scores"], tr, levels=levels), *deciding_lines(view, tr)]


def closing_lines(view: View, round_number: int, tr: Translation) -> list[str]:
    """Return the log line right before the points of a round.

    Return nothing in games with tricks, because their pages show the last trick.
    """
    if has_tricks(Game.games[view["game"]]):
        return []
    log = view["log"]
    points = (place for place, line in enumerate(log) if line.key == ROUND_POINTS.key)
    first = next(place for place in points if log[place].args["round"] == round_number)
    return [tr("hand-small", line=log[first - 1])]


def since_round(view: View) -> list[Text]:
    """Return the log lines since the beginning of the round."""
    since = takewhile(lambda line: line.key != ROUND_POINTS.key, reversed(view["log"]))
    return [*since][::-1]


def facts(view: View, seat: int, tr: Translation) -> Iterator[str]:
    """Yield the public facts of a seat in one line; nothing without facts."""
    if view["by_seat"][seat]:
        yield DOT.join([tr.text(line) for line in view["by_seat"][seat]])


def status_line(view: View, tr: Translation) -> str:
    """Return the current phase and whose turn it is, or the winners."""
    if view["over"]:
        return winner_line(view, tr)
    return tr("table-waiting", phase=tr.sentence(view["phase"]), who=waiting_for(view, tr))


def state_lines(view: View, tr: Translation) -> list[str]:
    """Return the cards on the table, and the facts of each seat."""
    lines = [tr.text(line) for line in view["table"]]
    for seat, points in enumerate(view["scores"]):
        lines.append(tr("table-seat", who=tr.listed_seat(seat), points=points))
        lines += [tr("table-news", line=line) for line in facts(view, seat, tr)]
    return lines


def round_lines(view: View, round_number: int, tr: Translation) -> list[str]:
    """Return a line for each seat with its points of a finished round and their reasons.

    If every seat has one reason, a line does not give the points again beside the reason.
    """
    lines = []
    sheet, points = view["sheets"][round_number - 1], view["rounds"][round_number - 1]
    single = all(len(entries) == 1 for entries in sheet)  # then each seat's points are those of its only reason
    for seat, entries in enumerate(sheet):
        whys = [
            tr.text(text) if single else tr("sheet-line", why=text, points=f"{value:+d}" if value else "0")
            for text, value in entries
        ]
        lines.append(tr("sheet-seat", who=tr.seat(seat), points=points[seat], lines=DOT.join(whys)))
    return lines


def last_line(view: View, tr: Translation) -> str | None:
    """Return the latest event in one line: the last trick with its winner and why, or else the newest log line.

    Log lines about whose turn it is are left out, because the phase says the same. Lines about a round's points are
    left out too: each seat has such a line, and the last of them alone would mislead.
    """
    trick = last_trick(view)
    if trick is not None:
        return trick_line(trick, tr)
    news = [line for line in view["log"] if line != view["phase"]]
    if not news or news[-1].key == ROUND_POINTS.key:
        return None
    return tr.sentence(news[-1])


def seat_in_words(view: View, seat: int, tr: Translation, longest: int) -> str:
    """Return a seat and its public facts, without facts longer than `longest`."""
    said = [tr.text(line) for line in view["by_seat"][seat]]
    return f"{tr.seat(seat)}: {DOT.join([fact for fact in said if len(fact) <= longest])}"


def alt_text(view: View, tr: Translation) -> str:
    """Return the alt text of a table picture, fitted to Discord's limit. Parts that change most often come first."""
    newest = [tr.sentence(view["phase"]), *tricks_in_words(view, tr)[::-1]]
    table = [tr.text(line) for line in view["table"]]

    def lines(longest: int) -> list[str]:
        return [*newest, *(seat_in_words(view, seat, tr, longest) for seat in range(view["seats"])), *table]

    return fitting_alt(tr, lines, FACTS)


def fitting_alt(tr: Translation, lines: Callable[[int], Iterable[str]], lengths: Sequence[int]) -> str:
    """Return an alt text that fits into Discord's limit.

    `lines` takes a number of characters, and returns the lines without facts longer than that. It is called with each
    of `lengths` in order, the greatest first, until the text fits. If facts are left out, the last line says where to
    find them.
    """
    for longest in lengths:
        left = [] if longest == lengths[0] else [tr("alt-details")]
        text = "\n".join([*lines(longest), *left])
        if len(text) <= ALT_LIMIT:
            break
    return whole_lines(text, ALT_LIMIT)

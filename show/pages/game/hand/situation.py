"""The situation in a few lines above the hand, and the alt text of its picture."""

from collections.abc import Collection, Iterator, Sequence
from itertools import groupby
from operator import itemgetter

from engine.game import View
from host.tables.table import Table
from locales import Translation
from show.pages.game.absences import late_seats, marked
from show.pages.game.shared_lines import facts, fitting_alt, practice_line, seat_in_words, since_round
from show.pages.game.tricks import (
    ending_lines,
    finished_tricks,
    has_tricks,
    last_trick,
    running_trick,
    trick_in_words,
    trick_line,
)
from show.text.page import DOT, ROW

BRIEF = 45
"""The most characters of a fact about another seat; lists of cards are longer and left out."""
CHANGES = 4
"""The most changes before a round's first trick that are listed: a phone has no room for more above the buttons."""


def situation_lines(
    table: Table, view: View, tr: Translation, since: Sequence[tuple[int, str]] = (), *, goal: bool = True
) -> Iterator[str]:
    """Yield the game, round and points; the last trick, or in games without tricks the phase; and the seat's goal.

    Before the end of a round's first trick, the changes made for the round take the place of the last trick.

    Args:
        table: the table of the hand.
        view: the seat's view.
        tr: the reader's language.
        since: the seat's last own choice and all moves after it: (seat, move in notation).
        goal: whether to include the seat's goal; without it the buttons have more room.
    """
    tricks = has_tricks(table.kind)
    phase = [tr.sentence(view["phase"])] if tricks and not view["over"] else []
    practice = [tr("hand-practice")] if table.origin else []
    where = tr("hand-round", round=view["round"], rounds=view["round_count"])
    yield tr("hand-title", game=table.kind.title, standing=DOT.join([*practice, where, *phase]))
    late = late_seats(table)
    yield tr("hand-points", scores=DOT.join([_points(view, seat, tr, late) for seat in range(view["seats"])]))
    if not tricks and not view["over"]:
        yield tr("hand-small", line=tr.sentence(view["phase"]))
    last = last_trick(view)
    if last is not None and not view["over"]:
        short = len(view["hand"]) <= ROW  # a phone has no room for more lines above many cards
        unseen = ending_lines(finished_tricks(view), since, tr) if short else []
        lines = unseen if len(unseen) > 1 else [trick_line(last, tr)]
        yield from (tr("hand-small", line=line) for line in lines)
    elif tricks and not view["over"]:
        said, words = table.kind.announcements, tr.sparingly()
        changes = [words.text(said[line.key](**line.args)) for line in since_round(view) if line.key in said]
        yield from [tr("hand-small", line=DOT.join(changes[-CHANGES:]))] if changes else []
    if table.origin and not _has_practised(table, view):
        yield from practice_line(table, tr)
        yield from [] if view["over"] else [tr("hand-small", line=tr("hand-private"))]
    after = view.get("goal")
    if goal and after is not None:
        yield tr("hand-small", line=tr.sentence(after))


def _has_practised(table: Table, view: View) -> bool:
    """Return whether the seat has moved since its practice game began, and so has read what that game is."""
    if table.game is None or table.origin is None or view["over"]:
        return False
    return any(seat == view["seat"] for seat, _ in table.game.history[table.origin.moves :])


def strip_alt(view: View, seat: int, tr: Translation) -> str:
    """Return the alt text of a hand's picture; it always fits."""
    return fitting_alt(tr, lambda longest: in_words(view, seat, tr, longest), (BRIEF, BRIEF // 2, 0))


def in_words(view: View, seat: int, tr: Translation, longest: int = BRIEF) -> Iterator[str]:
    """Yield what a hand's picture shows: the trick so far, the current rules, and the facts of all seats.

    Facts of other seats are left out if they are longer than `longest`.
    """
    running = running_trick(view)
    if running is not None and running["plays"]:
        yield trick_in_words("trick-running", running, tr)
    yield from [tr.text(line) for line in view["table"]]
    yield from facts(view, seat, tr)
    yield from [seat_in_words(view, other, tr, longest) for other in range(view["seats"]) if other != seat]


def cards_line(view: View, tr: Translation) -> str:
    """Return the hand with each suit's sign once before its ranks, so that it mostly fits on one line of a phone."""
    suits = [list(suit) for _, suit in groupby(view["hand"], itemgetter(0))]
    return "\u2003".join([" ".join([tr.card(first), *[code[1:] for code in more]]) for first, *more in suits])


def _points(view: View, seat: int, tr: Translation, late: Collection[int]) -> str:
    """Return a seat's sign and points, marked if it is the reader's own or one of the seats in `late`."""
    sign = marked(tr.place(seat), late=seat in late)
    who = tr("hand-you", sign=sign) if seat == view["seat"] else sign
    return tr("hand-score", who=who, points=view["scores"][seat])

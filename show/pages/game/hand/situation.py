"""How things stand, in a few lines above the hand; and what its picture shows, for those who do not see it."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import itemgetter

from engine.game import View
from host.tables.table import Table
from locales import Translation
from show.pages.game.shared_lines import facts, fitting_alt, seat_told, since_round
from show.pages.game.tricks import (
    ending_lines,
    finished_tricks,
    has_tricks,
    last_trick,
    running_trick,
    trick_line,
    trick_told,
)
from show.text.page import DOT, ROW

BRIEF = 45
"""Characters of the facts about other seats that are said: their counts and what they have told, no list of cards."""
CHANGES = 4
"""Of what has been changed before a round's first trick, so much is told: a phone has no room for more above chips."""


def standing(
    table: Table, view: View, tr: Translation, since: Sequence[tuple[int, str]] = (), *, goal: bool = True
) -> Iterator[str]:
    """Game, round, points; the last trick, or without tricks whose turn it is and why; what the seat is after.

    Before a round's first trick is over: what has been changed for it.

    Without the `goal` where the picture shows what the seat has taken, and a draft needs the room.

    Args:
        table: whose hand it is at.
        view: what the seat knows.
        tr: whose language.
        since: the seat's last own choice and all that was played after it: (seat, move in notation).
        goal: whether what the seat is after is told.
    """
    tricks = has_tricks(table.kind)
    phase = [tr.sentence(view["phase"])] if tricks and not view["over"] else []
    where = tr("hand-round", round=view["round"], rounds=view["round_count"])
    yield tr("hand-title", game=table.kind.title, standing=DOT.join([where, *phase]))
    yield tr("hand-points", scores=DOT.join([_points(view, seat, tr) for seat in range(view["seats"])]))
    if not tricks and not view["over"]:
        yield tr("hand-small", line=tr.sentence(view["phase"]))
    last = last_trick(view)
    if last is not None and not view["over"]:
        short = len(view["hand"]) <= ROW  # a phone has no room for more above many cards
        unseen = ending_lines(finished_tricks(view), since, tr) if short else []
        lines = unseen if len(unseen) > 1 else [trick_line(last, tr)]
        yield from (tr("hand-small", line=line) for line in lines)
    elif tricks and not view["over"]:
        said, words = table.kind.announcements, tr.sparingly()
        changes = [words.text(said[line.key](**line.args)) for line in since_round(view) if line.key in said]
        yield from [tr("hand-small", line=DOT.join(changes[-CHANGES:]))] if changes else []
    after = view.get("goal")
    if goal and after is not None:
        yield tr("hand-small", line=tr.sentence(after))


def strip_alt(view: View, seat: int, tr: Translation) -> str:
    """What the picture of a hand says, in plain words; it always fits."""
    return fitting_alt(tr, lambda longest: in_words(view, seat, tr, longest), (BRIEF, BRIEF // 2, 0))


def in_words(view: View, seat: int, tr: Translation, longest: int = BRIEF) -> Iterator[str]:
    """What the picture of a hand shows: the trick so far, what rules the game now, what it and others have.

    Of others' facts those that are no longer than `longest`.
    """
    running = running_trick(view)
    if running is not None and running["plays"]:
        yield trick_told("trick-running", running, tr)
    yield from [tr.text(line) for line in view["table"]]
    yield from facts(view, seat, tr)
    yield from [seat_told(view, other, tr, longest) for other in range(view["seats"]) if other != seat]


def cards_line(view: View, tr: Translation) -> str:
    """The hand, each suit's sign once before its ranks: so it mostly fits on one line of a phone."""
    suits = [list(suit) for _, suit in groupby(view["hand"], itemgetter(0))]
    return "\u2003".join([" ".join([tr.card(first), *[code[1:] for code in more]]) for first, *more in suits])


def _points(view: View, seat: int, tr: Translation) -> str:
    """A seat's sign and points; whose hand it is, is said."""
    sign = tr.place(seat)
    who = tr("hand-you", sign=sign) if seat == view["seat"] else sign
    return tr("hand-score", who=who, points=view["scores"][seat])

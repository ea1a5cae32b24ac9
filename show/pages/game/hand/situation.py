"""The situation in a few lines above the hand, and the alt text of its picture."""

from collections.abc import Collection, Iterator, Sequence
from itertools import groupby
from operator import itemgetter

import pictures
from engine.game import Game, View
from host.tables.table import Table
from locales import Translation
from show.pages.game.absences import late_seats, marked
from show.pages.game.shared_lines import facts, fitting_alt, practice_line, seat_in_words, since_round
from show.pages.game.tricks import (
    ended_since,
    finished_tricks,
    has_tricks,
    last_trick,
    numbered_lines,
    running_trick,
    trick_in_words,
    trick_line,
    winner_words,
)
from show.text.page import DOT, ROW

BRIEF = 45
"""Greatest number of characters of a fact about another seat; lists of cards are longer and left out."""
FULL = 20
"""Number of cards in hand above which a phone has no room for the last trick; a button shows the trick."""
MANY, LONG = 10, 4
"""A phone has no room for the last trick's cards if more than `MANY` cards are in hand or `LONG` in the trick."""
UNSEEN = 2
"""Greatest number of tricks that are reported together."""
CHANGES = 3
"""Greatest number of changes listed before a round's first trick: a phone has no room for more above the buttons."""


def situation_lines(
    table: Table,
    view: View,
    tr: Translation,
    since: Sequence[tuple[int, str]] = (),
    news: int = 0,
    *,
    several: bool = True,
    heading: str = "",
) -> Iterator[str]:
    """Yield the game, round, trick and points in one line, then what has changed since the seat's last own choice.

    The changes are the tricks that have ended; while the round's first trick has not ended, they are the other
    players' announcements for the round. In a game without tricks, a waiting seat gets the phase instead. The lines
    do not repeat the picture, so only games without a picture have a line with the seat's goal.

    Args:
        table: the table of the hand.
        view: the seat's view.
        tr: the reader's language.
        since: the seat's last own choice and all moves after it: (seat, move in notation).
        news: the number of log lines since the seat's last move.
        several: whether the cards of more than one trick may be reported; False if the buttons need the room.
        heading: words in place of the number of the round, if any.
    """
    tricks, playing = has_tricks(table.kind), not view["over"]
    phase = [tr.sentence(view["phase"])] if tricks and playing else []
    practice = [tr("hand-practice")] if table.origin else []
    where = heading or tr("hand-round", round=view["round"], rounds=view["round_count"])
    late = late_seats(table)
    scores = [_points(view, seat, tr, late) for seat in range(view["seats"])]
    yield tr("hand-situation", game=table.kind.title, situation=DOT.join([*practice, where, *phase, *scores]))
    changes = []
    if tricks and playing:
        changes = _ended(view, tr, since, several=several) if last_trick(view) else _announced(table, view, tr, news)
    if not tricks and playing and view["seat"] not in view["to_act"]:
        changes = [tr.sentence(view["phase"])]
    goal = view.get("goal")
    if goal is not None and not pictures.has_strip(table.kind.id):
        changes.append(tr.sentence(goal))
    yield from (tr("hand-small", line=line) for line in changes)
    if table.origin and not _has_practised(table, view):
        yield from practice_line(table, tr)
        yield from [tr("hand-small", line=tr("hand-private"))] if playing else []


def rematch_lines(table: Table, game: Game, seat: int, tr: Translation) -> Iterator[str]:
    """Yield a line that everybody has moved by one seat, in a rematch in which `seat` has not made a decision yet."""
    if table.is_rematch and table.origin is None and not game.over and not game.moves_made(seat):
        yield tr("hand-small", line=tr("hand-moved-seats"))


def _announced(table: Table, view: View, tr: Translation, news: int) -> list[str]:
    """Return one line with the latest announcements for a round whose first trick has not ended; none without news."""
    short, words = table.kind.announcements, tr.sparingly()
    lines = since_round(view)[-news:] if news else []
    changes = [words.text(short[line.key](**line.args)) for line in lines if line.key in short]
    return [DOT.join(changes[-CHANGES:])] if changes else []


def _ended(view: View, tr: Translation, since: Sequence[tuple[int, str]], *, several: bool) -> list[str]:
    """Return lines about the tricks that have ended since the seat's last choice, at most `UNSEEN` of them.

    There can be several, because the bot plays forced cards for the seat. If the picture still shows a trick, or there
    is no room for its cards, its line has only the winner and the reason. Above `FULL` cards in hand there is no line.
    """
    finished = finished_tricks(view)
    last = finished[-1]
    cards = len(view["hand"])
    if cards > FULL or not any((play["seat"], play["move"]) in since for play in last["plays"]):
        return []
    unseen = min(ended_since(finished, since), UNSEEN)
    if unseen > 1 and several and cards <= ROW:
        return numbered_lines(finished, tr, unseen)
    if unseen > 1:
        return [tr("trick-latest-two", winners=DOT.join(winner_words(one, tr) for one in finished[-unseen:]))]
    drawn = running_trick(view) is None and pictures.has_strip(view["game"])
    brief = drawn or cards > MANY or len(last["plays"]) > LONG
    return [tr("trick-latest", winner=winner_words(last, tr)) if brief else trick_line(last, tr)]


def _has_practised(table: Table, view: View) -> bool:
    """Return whether the seat has moved in its practice game. It has then read the line that explains such a game."""
    if table.game is None or table.origin is None or view["over"]:
        return False
    return any(seat == view["seat"] for seat, _ in table.game.history[table.origin.moves :])


def strip_alt(view: View, seat: int, tr: Translation) -> str:
    """Return the alt text of a hand's picture, fitted to Discord's limit."""
    return fitting_alt(tr, lambda longest: in_words(view, seat, tr, longest), (BRIEF, BRIEF // 2, 0))


def in_words(view: View, seat: int, tr: Translation, longest: int = BRIEF, own: str = "") -> Iterator[str]:
    """Yield what a hand's picture shows: the trick so far, the current rules, the facts of all seats, and the goal.

    Facts of other seats with more than `longest` characters are left out. `own` is a text before the seat's own facts.
    """
    running = running_trick(view)
    if running is not None and running["plays"]:
        yield trick_in_words("trick-running", running, tr)
    yield from [tr.text(line) for line in view["table"]]
    yield from (own + line for line in facts(view, seat, tr))
    goal = view.get("goal")
    yield from [tr.sentence(goal)] if goal is not None else []
    yield from [seat_in_words(view, other, tr, longest) for other in range(view["seats"]) if other != seat]


def cards_line(view: View, tr: Translation) -> str:
    """Return the hand, each suit's symbol once before its ranks, so that a phone usually shows the hand on one line."""
    suits = [list(suit) for _, suit in groupby(view["hand"], itemgetter(0))]
    return "\u2002".join([" ".join([tr.card(first), *[code[1:] for code in more]]) for first, *more in suits])


def _points(view: View, seat: int, tr: Translation, late: Collection[int]) -> str:
    """Return a seat's symbol and points, with one mark for the reader's own seat and another for a seat in `late`."""
    sign = marked(tr.place(seat), late=seat in late)
    who = tr("hand-you", sign=sign) if seat == view["seat"] else sign
    return tr("hand-score", who=who, points=view["scores"][seat])

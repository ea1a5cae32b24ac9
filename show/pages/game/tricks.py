"""Tricks in words: the plays in order, the winner and the reason."""

from collections.abc import Callable, Sequence

from engine.game import Game, PlayedTrick, View
from locales import Translation
from show.text.page import DOT

BAR = "\u00a0| "
"""The separator between a trick and its play-offs; the no-break space keeps it from beginning a line."""
MOST_ENDED = 3
"""Greatest number of tricks that a panel shows of those that ended since the seat's last choice."""


def has_tricks(kind: type[Game]) -> bool:
    """Return whether a game is played in tricks."""
    return kind.tricks is not Game.tricks


def finished_tricks(view: View) -> list[PlayedTrick]:
    """Return the finished tricks of the round."""
    running = running_trick(view)
    return [trick for trick in view["tricks"] if trick is not running]


def tricks_before(game: Game) -> list[PlayedTrick]:
    """Return the tricks of the previous round in the form of views; all of them are finished and public."""
    return game.tricks_data(game.previous_tricks)


def last_trick(view: View) -> PlayedTrick | None:
    """Return the last finished trick of the round."""
    return next(reversed(finished_tricks(view)), None)


def running_trick(view: View) -> PlayedTrick | None:
    """Return the trick in progress."""
    every = view["tricks"]
    running = bool(every) and every[-1]["winner"] is None and not view["over"]
    return every[-1] if running else None


def trick_line(trick: PlayedTrick, tr: Translation) -> str:
    """Return a finished trick in one line: the plays with symbols of seats and abilities, the winner and why."""
    return tr("trick-done", plays=_plays(trick, tr.briefly(), tr.place), winner=winner_words(trick, tr))


def running_line(view: View, tr: Translation) -> str | None:
    """Return the trick in progress in one line, with symbols of seats: the plays and the seat now winning.

    Return None if no card of the trick has been played.
    """
    trick = running_trick(view)
    if trick is None or not trick["plays"]:
        return None
    ahead = trick.get("ahead")
    winner = tr("trick-nobody") if ahead is None else tr.place(ahead)
    return tr("trick-running", plays=_plays(trick, tr.briefly(), tr.place), winner=winner)


def numbered_lines(tricks: Sequence[PlayedTrick], tr: Translation, most: int | None = None) -> list[str]:
    """Return a line for each finished trick of a round, newest first, at most the `most` newest."""
    lines = []
    for number in range(len(tricks), 0, -1)[:most]:
        trick = tricks[number - 1]
        plays, winner = _plays(trick, tr, tr.place), winner_words(trick, tr)
        lines.append(tr("trick-numbered", trick=number, plays=plays, winner=winner))
    return lines


def ending_lines(tricks: Sequence[PlayedTrick], since: Sequence[tuple[int, str]], tr: Translation) -> list[str]:
    """Return a line for each trick that ended since the seat's last choice, newest first, at most `MOST_ENDED` lines.

    If no trick ended since then, return the line of the last trick.

    Args:
        tricks: the finished tricks of a round.
        since: the seat's last choice and all moves after it: (seat, move in notation).
        tr: the reader's language.
    """
    return numbered_lines(tricks, tr, min(max(ended_since(tricks, since), 1), MOST_ENDED))


def ended_since(tricks: Sequence[PlayedTrick], since: Sequence[tuple[int, str]]) -> int:
    """Return the number of tricks that ended since the seat's last choice; for the arguments see `ending_lines`."""
    played = reversed(since)
    ended = 0
    for trick in reversed(tricks):
        # `in` consumes the iterator, so each search begins after the move that the previous search has found.
        found = [(play["seat"], play["move"]) in played for play in reversed(trick["plays"])]
        ended += found[0]
        if not all(found):
            break
    return ended


def winner_words(trick: PlayedTrick, tr: Translation) -> str:
    """Return the winner of a trick and the reason."""
    winner = trick["winner"]
    return because(tr("trick-nobody") if winner is None else tr.signed_seat(winner), trick, tr)


def because(who: str, trick: PlayedTrick, tr: Translation) -> str:
    """Return a winner with the reason for winning the trick."""
    why = trick.get("why")
    return who if why is None else tr("trick-because", who=who, why=why)


def tricks_in_words(view: View, tr: Translation) -> list[str]:
    """Return the last finished trick and the one in progress, with names instead of symbols, for alt texts."""
    both = (("trick-done", last_trick(view)), ("trick-running", running_trick(view)))
    return [trick_in_words(key, trick, tr) for key, trick in both if trick is not None and trick["plays"]]


def trick_in_words(key: str, trick: PlayedTrick, tr: Translation) -> str:
    """Return a trick as the sentence `key` of the translation, with names instead of symbols.

    In a trick in progress, the winner is the seat that is winning so far.
    """
    best = trick.get("ahead") if trick["winner"] is None else trick["winner"]
    who = because(tr("trick-nobody") if best is None else tr.seat(best), trick, tr)
    return tr(key, plays=_plays(trick, tr, tr.seat), winner=who)


def _plays(trick: PlayedTrick, tr: Translation, name: Callable[[int], str]) -> str:
    """Return the plays in order; a bar separates play-offs, which begin when a seat plays once more."""
    laps: list[list[str]] = []
    played: set[int] = set()
    for play in trick["plays"]:
        if not laps or play["seat"] in played:
            laps.append([])
            played.clear()
        played.add(play["seat"])
        laps[-1].append(tr("trick-play", who=name(play["seat"]), card=play["text"]))
    return BAR.join([DOT.join(lap) for lap in laps])

"""Tricks in words: the plays in order, who wins and why."""

from collections.abc import Callable, Sequence

from engine.game import Game, PlayedTrick, View
from locales import Translation
from show.text.page import DOT

BAR = "\u00a0| "
"""Between a trick and its play-offs: a line that is broken never begins with it."""
MOST_TOLD = 3
"""Tricks that are told at once of those that ended since a seat chose last."""


def has_tricks(kind: type[Game]) -> bool:
    """Whether a game is played in tricks."""
    return kind.tricks is not Game.tricks


def finished_tricks(view: View) -> list[PlayedTrick]:
    """The tricks of the round that are finished."""
    running = running_trick(view)
    return [trick for trick in view["tricks"] if trick is not running]


def tricks_before(game: Game) -> list[PlayedTrick]:
    """The tricks of the round before this one, as its views showed them: all finished, and known to everybody."""
    return game.tricks_data(game.previous_tricks)


def last_trick(view: View) -> PlayedTrick | None:
    """The last trick of the round that is finished."""
    return next(reversed(finished_tricks(view)), None)


def running_trick(view: View) -> PlayedTrick | None:
    """The trick in progress."""
    every = view["tricks"]
    running = bool(every) and every[-1]["winner"] is None and not view["over"]
    return every[-1] if running else None


def trick_line(trick: PlayedTrick, tr: Translation) -> str:
    """A finished trick in one line: the plays by the signs of seats and abilities, who wins it, and why."""
    return tr("trick-done", plays=_plays(trick, tr.briefly(), tr.place), winner=winner_words(trick, tr))


def numbered_lines(tricks: Sequence[PlayedTrick], tr: Translation, most: int | None = None) -> list[str]:
    """A round's finished tricks, a line each, the newest first; of more than `most` the newest."""
    lines = []
    for number in range(len(tricks), 0, -1)[:most]:
        trick = tricks[number - 1]
        plays, winner = _plays(trick, tr, tr.place), winner_words(trick, tr)
        lines.append(tr("trick-numbered", trick=number, plays=plays, winner=winner))
    return lines


def ending_lines(tricks: Sequence[PlayedTrick], since: Sequence[tuple[int, str]], tr: Translation) -> list[str]:
    """The last of these tricks, and those before it that ended since a seat chose last, the newest first.

    Args:
        tricks: the finished ones of a round.
        since: what was played since then, with that choice: (seat, move in notation).
        tr: whose language.
    """
    played = reversed(since)
    ended = 0
    for trick in reversed(tricks):
        found = [(play["seat"], play["move"]) in played for play in reversed(trick["plays"])]  # what is passed is gone
        ended += found[0]
        if not all(found):
            break
    return numbered_lines(tricks, tr, min(max(ended, 1), MOST_TOLD))


def winner_words(trick: PlayedTrick, tr: Translation) -> str:
    """Who has won a trick and why."""
    winner = trick["winner"]
    return because(tr("trick-nobody") if winner is None else tr.signed_seat(winner), trick, tr)


def because(who: str, trick: PlayedTrick, tr: Translation) -> str:
    """Whoever wins a trick, and why."""
    why = trick.get("why")
    return who if why is None else tr("trick-because", who=who, why=why)


def tricks_told(view: View, tr: Translation) -> list[str]:
    """The last finished trick, then the one in progress, with names and no signs: for those who see no picture."""
    both = (("trick-done", last_trick(view)), ("trick-running", running_trick(view)))
    return [trick_told(key, trick, tr) for key, trick in both if trick is not None and trick["plays"]]


def trick_told(key: str, trick: PlayedTrick, tr: Translation) -> str:
    """A trick in the message `key`, with names and no signs; one in progress with who wins it as it lies."""
    best = trick.get("ahead") if trick["winner"] is None else trick["winner"]
    who = because(tr("trick-nobody") if best is None else tr.seat(best), trick, tr)
    return tr(key, plays=_plays(trick, tr, tr.seat), winner=who)


def _plays(trick: PlayedTrick, tr: Translation, name: Callable[[int], str]) -> str:
    """The plays in order; where somebody plays once more, a play-off begins, and a bar stands before it."""
    laps: list[list[str]] = []
    played: set[int] = set()
    for play in trick["plays"]:
        if not laps or play["seat"] in played:
            laps.append([])
            played.clear()
        played.add(play["seat"])
        laps[-1].append(tr("trick-play", who=name(play["seat"]), card=play["text"]))
    return BAR.join([DOT.join(lap) for lap in laps])

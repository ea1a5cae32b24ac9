"""How things stand, in a few lines above the hand; and what its picture shows, for those who do not see it."""

from collections.abc import Iterator

from engine.game import Game, PlayedTrick, View
from host.table import Table
from locales import Speech
from show.pages.words import facts


def standing(table: Table, view: View, speech: Speech) -> Iterator[str]:
    """Game, round and points; the last trick, or without tricks whose turn it is and why; what the seat is after."""
    tricks = has_tricks(table.kind)
    phase = [speech.sentence(view["phase"])] if tricks and not view["over"] else []
    where = speech("hand-round", round=view["round"], rounds=view["round_count"])
    seats = [_points(view, seat, speech) for seat in range(view["seats"])]
    yield speech("hand-title", game=table.kind.title, standing=" · ".join([where, *phase, *seats]))
    if not tricks and not view["over"]:
        yield speech("hand-small", line=speech.sentence(view["phase"]))
    last = last_trick(view)
    if last is not None and not view["over"]:
        yield speech("hand-small", line=trick_line(last, speech))
    goal = view.get("goal")
    if goal is not None:
        yield speech("hand-small", line=speech.sentence(goal))


def has_tricks(kind: type[Game]) -> bool:
    """Whether a game is played in tricks."""
    return kind.tricks is not Game.tricks


def last_trick(view: View) -> PlayedTrick | None:
    """The last trick of the round that is finished."""
    done = [trick for trick in view["tricks"] if trick is not running_trick(view)]
    return done[-1] if done else None


def running_trick(view: View) -> PlayedTrick | None:
    """The trick in progress."""
    every = view["tricks"]
    running = bool(every) and every[-1]["winner"] is None and not view["over"]
    return every[-1] if running else None


def trick_line(trick: PlayedTrick, speech: Speech) -> str:
    """A trick in one line: the plays in order, who wins it, and why."""
    plays = " · ".join(f"{speech.place(play['seat'])}\u2060{speech.text(play['text'])}" for play in trick["plays"])
    return speech("hand-trick", plays=plays, winner=winner_words(trick, speech))


def winner_words(trick: PlayedTrick, speech: Speech) -> str:
    """Who wins a trick and why."""
    winner, why = trick["winner"], trick.get("why")
    who = speech("table-nobody") if winner is None else f"{speech.place(winner)} {speech.seat(winner)}"
    return who if why is None else speech("hand-because", who=who, why=why)


def in_words(view: View, seat: int, speech: Speech) -> Iterator[str]:
    """What the picture of a hand shows: the trick so far, what rules the game now, what the seat has."""
    trick = running_trick(view)
    if trick is not None:
        plays = " · ".join(f"{speech.seat(play['seat'])} {speech.text(play['text'])}" for play in trick["plays"])
        so_far, ahead, why = speech("table-trick-now", plays=plays), trick.get("ahead"), trick.get("why")
        best = speech("table-nobody") if ahead is None else speech.seat(ahead)
        yield f"{so_far} → {best if why is None else speech('hand-because', who=best, why=why)}"
    yield from (speech.text(line) for line in view["table"])
    yield from facts(view, seat, speech)


def _points(view: View, seat: int, speech: Speech) -> str:
    """A seat's sign and points; who is to act is marked, and whose hand it is."""
    sign = speech.place(seat)
    who = speech("hand-you", sign=sign) if seat == view["seat"] else sign
    key = "hand-points-acting" if seat in view["to_act"] else "hand-points"
    return speech(key, who=who, points=view["scores"][seat])

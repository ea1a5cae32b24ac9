"""Highlights: sentences worth telling of a finished game, found by patterns in its public view.

The patterns here fit every game. A game's view builder adds the patterns that only this game has. Each sentence states
facts that the record proves.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, takewhile
from typing import NamedTuple, cast

from engine import phrases
from engine.text import Text, seat_text

MOST = 3
"""The greatest number of highlights of a game."""
PLAIN = 20
"""The weight below which a highlight is chosen only if there is no other."""
STREAK = 5
"""The smallest number of tricks in a row that is a highlight."""
SMALL = 20
"""A victory is close if the lead is one point, or at most the winner's points divided by this number."""


class Highlight(NamedTuple):
    """One sentence worth telling."""

    weight: int
    """Rarity, from 0 (can be said of any game) to 100 (happens in few games)."""
    kind: str
    """The kind; only the highlight with the greatest weight of each kind is chosen."""
    text: Text


def best(found: Iterable[Highlight]) -> list[Text]:
    """Return the sentences with the greatest weights: at most `MOST` in all, and at most one of each kind.

    A sentence with a weight below `PLAIN` is returned only if no sentence has a greater weight.
    """
    chosen: list[Highlight] = []
    for one in sorted(found, key=lambda one: -one.weight):
        told = {other.kind for other in chosen}
        if len(chosen) < MOST and one.kind not in told and (one.weight >= PLAIN or not chosen):
            chosen.append(one)
    return [one.text for one in chosen]


def lead(scores: Sequence[int], winners: Sequence[int]) -> int:
    """Return the points by which the winners are ahead of the best other seat; negative if they are behind it."""
    others = [score for seat, score in enumerate(scores) if seat not in winners]
    return scores[winners[0]] - max(others) if others else 0


def of_course(
    ranking_scores: Sequence[Sequence[int]],
    rounds: Sequence[Sequence[int]],
    winners: Sequence[int],
    teams: Sequence[Sequence[int]],
) -> Iterator[Highlight]:
    """Yield the highlights of a game's course, such as how long the winners were ahead, and by how much they won.

    Args:
        ranking_scores: after each round, by seat, the score that ranks the seat.
        rounds: the points of each round by seat.
        winners: the seats that have won: one team, or several teams that share the victory.
        teams: the seats of each team; a player without a partner is a team of one.
    """
    who, last = tuple(map(seat_text, winners)), len(ranking_scores)
    leads = [lead(scores, winners) for scores in ranking_scores]
    if [*winners] not in [[*team] for team in teams]:
        yield Highlight(0, "shared", phrases.LEVEL_IN_THE_END(who=who, points=ranking_scores[-1][winners[0]]))
    elif leads[-1] > 0:
        behind = [number for number, scores in enumerate(ranking_scores[:-1], 1) if _are_last(scores, winners)]
        if behind and len(teams) > 2:
            yield Highlight(80, "course", phrases.WON_FROM_LAST(who=who, round=behind[-1]))
        yield from _of_leads(leads, who)
        points = leads[-1]
        weight = 62 if points == 1 else 50 if points * SMALL <= ranking_scores[-1][winners[0]] else 10
        yield Highlight(weight, "end", phrases.WON_BY(points=points))
    every = [(point, number, seat) for number, one in enumerate(rounds, 1) for seat, point in enumerate(one)]
    most, number, seat = max(every)
    if last > 1 and most > 0 and [point for point, _, _ in every].count(most) == 1:
        yield Highlight(15, "round", phrases.BEST_ROUND(seat=seat_text(seat), points=most, round=number))


def _of_leads(leads: Sequence[int], who: tuple[Text, ...]) -> Iterator[Highlight]:
    """Yield a highlight about the round in which the winners went ahead for good.

    `leads` has, after each round, the points by which they were ahead; negative if they were behind.
    """
    last = len(leads)
    ahead = sum(1 for _ in takewhile(lambda lead: lead > 0, reversed(leads)))
    if last == 1:
        return
    if ahead == last:
        yield Highlight(58 if last > 2 else 30, "course", phrases.LED_THROUGHOUT(who=who))
    elif ahead > 1:
        yield Highlight(35, "course", phrases.LED_FROM(who=who, round=last - ahead + 1))
    elif leads[-2] < 0:
        yield Highlight(75, "course", phrases.WON_IN_LAST_ROUND(who=who, points=-leads[-2]))


def _are_last(scores: Sequence[int], winners: Sequence[int]) -> bool:
    """Tell whether these seats, and no others, have the lowest score."""
    return {seat for seat, score in enumerate(scores) if score == min(scores)} == {*winners}


def by_round(log: Iterable[Text]) -> list[list[Text]]:
    """Return the log lines of each finished round, without the lines about points."""
    every: list[list[Text]] = []
    for scored, lines in groupby(log, key=lambda line: line.key == phrases.ROUND_POINTS.key):
        if not scored:
            every.append(list(lines))
    return every


def tricks_won(log: Iterable[Text]) -> list[int]:
    """Return the winners of the tricks in some log lines."""
    return [seat_of(line) for line in log if line.key == phrases.TRICK_WON.key]


def seat_of(line: Text) -> int:
    """Return the seat that a log line names as `seat`."""
    seat = cast("Text", line.args["seat"])
    return cast("int", seat.args["seat"])


def of_tricks(log: Iterable[Text]) -> Iterator[Highlight]:
    """Yield the longest series of tricks that a seat has won in one round, if it is long enough."""
    series = [
        (len(list(won)), number, seat)
        for number, lines in enumerate(by_round(log), 1)
        for seat, won in groupby(tricks_won(lines))
    ]
    count, number, seat = max(series, default=(0, 0, 0))
    if count >= STREAK:
        weight = min(30 + 7 * count, 98)
        yield Highlight(weight, "streak", phrases.TRICKS_IN_A_ROW(seat=seat_text(seat), count=count, round=number))


def of_last_trick(ranking_scores: Sequence[int], winners: Sequence[int], seat: int, points: int) -> Iterator[Highlight]:
    """Yield a highlight if the last trick decided the game: without its points, the winner would not be ahead.

    Args:
        ranking_scores: the final score of each seat.
        winners: the seats that have won.
        seat: the winner of the last trick.
        points: the points that the last trick was worth to that seat.
    """
    if [*winners] == [seat] and 0 < lead(ranking_scores, winners) <= points:
        yield Highlight(90, "end", phrases.DECIDED_BY_LAST_TRICK(seat=seat_text(seat), points=points))

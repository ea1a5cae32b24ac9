"""How right ratings are: among equals they stay where they are, and among unequals they find the order.

`ratings/drift`: the people at a table are all as good as its computer players (normal), and 1,000 games later their
mean rating should be what it was (on the mean of 30 runs: one by itself is mostly chance). `ours` is the most by which
it is not, in points of mu, of every mix of people and computers in all kinds of teams; `beside` the same of one such
mix where computers are left out of teams, as they once were.
`ratings/order`: 24 people play 25 games of four each; `ours` is Spearman's correlation of what is shown with how good
they are, `beside` that of their share of wins.
"""

from __future__ import annotations

from bisect import bisect, bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from random import Random
from statistics import correlation, mean

import engine.games  # noqa: F401  fills Game.games
from benchmarks.measure import Figure
from engine.game import Game
from engine.players import USUAL
from host.ratings import COMPUTERS, MODEL, Sat, rated, shown
from storage import RatingRow

SPREAD = 25 / 6
"""Of how good people are."""
NOISE = 2 * SPREAD
"""Of how well somebody plays in one game."""
GAMES = 1_000
RUNS = 30
PEOPLE, GAMES_EACH, SEATS, SEEDS = 24, 25, 4, 20

Rate = Callable[[type[Game], Sequence[Sat], Mapping[int, RatingRow]], list[RatingRow]]


def figures(games: int = GAMES, runs: int = RUNS, seeds: int = SEEDS) -> Iterator[Figure]:
    """Both."""
    every = [drift(kind, who, games, runs) for kind, who in mixes()]
    without = drift(Game.games["tennos-square"], (True, True, False, True), games, runs, without_computers)
    yield _figure("ratings/drift", max(map(abs, every)), abs(without))
    found = [order(seed) for seed in range(seeds)]
    yield _figure("ratings/order", mean(ours for ours, _ in found), mean(wins for _, wins in found))


def mixes() -> Iterator[tuple[type[Game], tuple[bool, ...]]]:
    """Every kind of teams with every way to set two people or more on its seats: by seat, whether it is a person."""
    seen = set()
    for kind in Game.games.values():
        for seats in kind.seat_counts:
            teams = tuple(kind.teams_of(seats))
            for who in product((True, False), repeat=seats):
                like = (seats, tuple(sorted(tuple(sorted(who[seat] for seat in team)) for team in teams)))
                if sum(who) > 1 and like not in seen:
                    seen.add(like)
                    yield kind, who


def drift(kind: type[Game], who: Sequence[bool], games: int, runs: int, rate: Rate = rated) -> float:
    """By how much the mean rating of equally good people changes, on the mean of so many runs."""
    level = COMPUTERS[kind.id][USUAL]
    return mean(_mean_after(kind, who, games, rate, Random(f"{kind.id} {who} {run}")) for run in range(runs)) - level


def _mean_after(kind: type[Game], who: Sequence[bool], games: int, rate: Rate, random: Random) -> float:
    people: dict[int, RatingRow] = {}
    teams = kind.teams_of(len(who))
    for _ in range(games):
        played = [sum(random.gauss(0, NOISE) for _ in team) for team in teams]
        place = {
            seat: 1 + sum(other > own for other in played)
            for team, own in zip(teams, played, strict=True)
            for seat in team
        }
        sat = [Sat(seat + 1 if person else None, USUAL, 1.0, place[seat]) for seat, person in enumerate(who)]
        people.update({row.user_id: row for row in rate(kind, sat, people)})
    return mean(row.mu for row in people.values())


def without_computers(kind: type[Game], sat: Sequence[Sat], before: Mapping[int, RatingRow]) -> list[RatingRow]:
    """Ratings as they were: a team is the people in it."""
    unrated = RatingRow(0, MODEL.mu, MODEL.sigma, 0)
    teams = [[sat[seat] for seat in team if sat[seat].user_id] for team in kind.teams_of(len(sat))]
    rows = [[before.get(one.user_id or 0, unrated) for one in team] for team in teams]
    changed = MODEL.rate(
        [[MODEL.rating(mu=row.mu, sigma=row.sigma) for row in team] for team in rows],
        ranks=[float(team[0].place) for team in teams],
    )
    return [
        RatingRow(one.user_id or 0, new.mu, new.sigma, row.games + 1)
        for team, old, now in zip(teams, rows, changed, strict=True)
        for one, row, new in zip(team, old, now, strict=True)
    ]


def order(seed: int) -> tuple[float, float]:
    """How well what is shown and how well the share of wins tells who is better, from -1 to 1."""
    random, kind = Random(seed), Game.games["scharfe-schoten"]
    skill = [random.gauss(MODEL.mu, SPREAD) for _ in range(PEOPLE)]
    people: dict[int, RatingRow] = {}
    wins = [0.0] * PEOPLE
    for _ in range(GAMES_EACH):
        users = random.sample(range(PEOPLE), PEOPLE)
        for first in range(0, PEOPLE, SEATS):
            table = users[first : first + SEATS]
            best = sorted(table, key=lambda user: -random.gauss(skill[user], NOISE))
            wins[best[0]] += 1
            sat = [Sat(user + 1, "", 1.0, best.index(user) + 1) for user in table]
            people.update({row.user_id: row for row in rated(kind, sat, people)})
    values = [shown(people[user + 1].mu, people[user + 1].sigma) for user in range(PEOPLE)]
    return spearman(values, skill), spearman(wins, skill)


def spearman(one: Sequence[float], other: Sequence[float]) -> float:
    """How much two rankings are alike, equals in the middle of their places."""
    return correlation(
        *[[bisect_left(sorted(of), each) + bisect(sorted(of), each) for each in of] for of in (one, other)]
    )


def _figure(name: str, ours: float, beside: float) -> Figure:
    return {"name": name, "ours": ours, "beside": beside, "ratio": ours / beside}

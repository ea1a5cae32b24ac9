"""Correctness of ratings: equal players' ratings do not drift, and unequal players' ratings show who is stronger.

`ratings/drift`: people play 1,000 games with AI players of the same strength, so their mean rating should not change.
The figure is the change of mu, the middle of a rating, as the mean of 30 runs. The change is measured for every way to
fill the seats of a game's teams with people and AI players; `ours` is the largest of these changes. `beside` is the
change for one such way under the rules of an earlier version, in which AI players did not count as members of teams.
`ratings/order`: 24 people of different strength play 25 games each at tables of four. `ours` is Spearman's correlation
between displayed ratings and strengths, and `beside` is the correlation between shares of won games and strengths.
"""

from bisect import bisect, bisect_left
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, product
from random import Random
from statistics import correlation, mean

import engine.games  # noqa: F401  fills Game.games
from benchmarks.measure import Figure, figure
from engine.game import Game
from engine.players import USUAL
from host.people.ratings import COMPUTERS, MODEL, displayed, rate
from storage import Rated, RatingRow, ResultRow
from storage.queries.results import Rate

SPREAD = 25 / 6
"""Standard deviation of people's strengths."""
NOISE = 2 * SPREAD
"""Standard deviation of a person's performance in one game."""
GAMES = 1_000
RUNS = 30
PEOPLE, GAMES_EACH, SEATS, SEEDS = 24, 25, 4, 20


def figures(games: int = GAMES, runs: int = RUNS, seeds: int = SEEDS) -> Iterator[Figure]:
    """Yield the figures `ratings/drift` and `ratings/order`."""
    every = [drift(kind, who, games, runs) for kind, who in mixes()]
    without = drift(Game.games["tennos-square"], (True, True, False, True), games, runs, without_computers)
    yield figure("ratings/drift", [(max(map(abs, every)), abs(without))])
    found = [order(seed) for seed in range(seeds)]
    yield figure("ratings/order", [(mean(ours for ours, _ in found), mean(wins for _, wins in found))])


def mixes() -> Iterator[tuple[type[Game], tuple[bool, ...]]]:
    """Yield every way to seat two or more people in a game's teams; True marks a seat of a person.

    The order of teams, and of seats in a team, does not matter. Ways that differ only in this order are yielded once.
    """
    seen = set()
    for kind in Game.games.values():
        for seats in kind.seat_counts:
            teams = tuple(kind.teams_of(seats))
            for who in product((True, False), repeat=seats):
                like = (seats, tuple(sorted(tuple(sorted(who[seat] for seat in team)) for team in teams)))
                if sum(who) > 1 and like not in seen:
                    seen.add(like)
                    yield kind, who


def drift(kind: type[Game], who: Sequence[bool], games: int, runs: int, by: Rate = rate) -> float:
    """Return the change of the mean rating of equally strong people, as the mean of several runs."""
    level = COMPUTERS[kind.id][USUAL]
    return mean(_mean_after(kind, who, games, by, Random(f"{kind.id} {who} {run}")) for run in range(runs)) - level


def _mean_after(kind: type[Game], who: Sequence[bool], games: int, by: Rate, random: Random) -> float:
    people: dict[Rated, RatingRow] = {}
    teams = kind.teams_of(len(who))
    for _ in range(games):
        played = [sum(random.gauss(0, NOISE) for _ in team) for team in teams]
        place = {
            seat: 1 + sum(other > own for other in played)
            for team, own in zip(teams, played, strict=True)
            for seat in team
        }
        results = [_result(seat, seat + 1 if person else None, place[seat]) for seat, person in enumerate(who)]
        people.update({row.of: row for row in by(kind.id, results, people)})
    return mean(row.mu for row in people.values())


def _result(seat: int, user_id: int | None, place: int) -> ResultRow:
    return ResultRow(seat, user_id, points=0, place=place, won=place == 1, computer=None if user_id else USUAL)


def without_computers(game: str, results: Sequence[ResultRow], before: Mapping[Rated, RatingRow]) -> list[RatingRow]:
    """Return new ratings as an earlier version computed them: AI players did not count as members of their teams."""
    teams = [
        [Rated(results[seat].user_id or 0) for seat in team if results[seat].user_id]
        for team in Game.games[game].teams_of(len(results))
    ]
    rows = [[before.get(of, RatingRow(of, MODEL.mu, MODEL.sigma, 0)) for of in team] for team in teams]
    changed = MODEL.rate(
        [[MODEL.rating(mu=row.mu, sigma=row.sigma) for row in team] for team in rows],
        ranks=[float(results[team[0]].place) for team in Game.games[game].teams_of(len(results))],
    )
    pairs = zip(chain(*rows), chain(*changed), strict=True)
    return [RatingRow(row.of, new.mu, new.sigma, row.games + 1) for row, new in pairs]


def order(seed: int) -> tuple[float, float]:
    """Return two rank correlations: of people's strengths with displayed ratings, and of strengths with wins."""
    random = Random(seed)
    skill = [random.gauss(MODEL.mu, SPREAD) for _ in range(PEOPLE)]
    people: dict[Rated, RatingRow] = {}
    wins = [0.0] * PEOPLE
    for _ in range(GAMES_EACH):
        users = random.sample(range(PEOPLE), PEOPLE)
        for first in range(0, PEOPLE, SEATS):
            table = users[first : first + SEATS]
            best = sorted(table, key=lambda user: -random.gauss(skill[user], NOISE))
            wins[best[0]] += 1
            results = [_result(seat, user + 1, best.index(user) + 1) for seat, user in enumerate(table)]
            people.update({row.of: row for row in rate("scharfe-schoten", results, people)})
    values = [displayed(people[Rated(user + 1)].mu, people[Rated(user + 1)].sigma) for user in range(PEOPLE)]
    return spearman(values, skill), spearman(wins, skill)


def spearman(one: Sequence[float], other: Sequence[float]) -> float:
    """Return Spearman's rank correlation; equal values have the mean of their ranks."""
    return correlation(
        *[[bisect_left(sorted(of), each) + bisect(sorted(of), each) for each in of] for of in (one, other)]
    )

"""`python -m benchmarks.reviews GAME [--deals N]`: how well reviews tell strong players from weak ones.

Each deal is one round with a player of each level. The players change seats, and so partners, from deal to deal. Every
seat is reviewed twice, with two seeds, to see how well the two reviews agree. A 95% interval is in brackets after its
figure; n is the number of rounds of a level.
With `--level LEVEL` all players are of one level, one seat of each deal is reviewed, and the mean luck is printed.
With `--confirm` a random and a normal player of each deal are reviewed. It prints how many decisions are flagged before
and after the second looks, and how many of them a third valuation confirms.
"""

import argparse
import json
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import permutations, product
from math import atanh, sqrt, tanh
from pathlib import Path
from random import Random
from statistics import correlation, mean
from time import process_time
from typing import NamedTuple

import engine.games  # noqa: F401  fills Game.games
from engine import record
from engine.contract.view import View
from engine.players.arena import Match, mean_interval, play_round, read_sides
from engine.players.budget import ThinkingBudget
from engine.review import Decision, Review, Reviewer, review
from engine.review.valuation import Difference, difference, trial_of

LEVELS = ("random", "easy", "normal", "hard@50")
OTHERS = ThinkingBudget(playouts=20)
"""The thinking budget of the seats that are not reviewed, when luck is measured."""
GAMES = 3
"""The number of a player's games in a mean. The means of two levels are compared."""
HALF = 5
"""The number of games whose figures predict the points in an equal number of later games."""
MIXED = ("random", "normal", "random", "normal")
"""The players whose flagged decisions a third valuation confirms; the first two are reviewed."""
THIRD, NOISE = 1_000, 0.2
"""The games of a third valuation, and the share of choices in it that are random among the moves worth a trial."""


class Row(NamedTuple):
    """One player's round.

    `level` is the player's level, `points` the player's points minus the mean points of the others, and `reviews` has
    one review for each seed.
    """

    level: str
    points: float
    reviews: Sequence[Review]

    @property
    def loss(self) -> float:
        """The mean loss of a counted decision in the first review."""
        return self.reviews[0]["loss"] / max(1, self.reviews[0]["counted"])


def rows(game: str, seed: str, playouts: int, seeds: int, number: int) -> list[Row]:
    """Play one deal and review each seat."""
    match = Match(record.kind_of(game), read_sides(",".join(LEVELS)), {}, seed)
    seatings = list(permutations(match.sides))
    seating = seatings[number % len(seatings)]
    played = record.read(record.write(play_round(match, seating, number, {})))
    own = ThinkingBudget(playouts=playouts)
    reviewers = [Reviewer(own, None, str(one)) for one in range(seeds)]
    return [
        Row(side.label, found[0]["result"], found)
        for seat, side in enumerate(seating)
        for found in [[review(played, seat, reviewer) for reviewer in reviewers]]
    ]


def equal_rows(game: str, seed: str, playouts: int, level: str, number: int) -> Review:
    """Play the deal `number` among players of one level, and review one seat, which differs from deal to deal."""
    match = Match(record.kind_of(game), read_sides(",".join([level] * len(LEVELS))), {}, seed)
    played = record.read(record.write(play_round(match, match.seatings[0], number, {})))
    return review(played, number % len(LEVELS), Reviewer(ThinkingBudget(playouts=playouts), OTHERS, str(number)))


class TimedReviewer(Reviewer):
    """A reviewer that measures the processor time of second looks."""

    looking: float = 0.0
    """The seconds of the second looks of all decisions so far, on the class."""

    def _checked(self, view: View, decision: Decision) -> Decision:
        begun = process_time()
        try:
            return super()._checked(view, decision)
        finally:
            TimedReviewer.looking += process_time() - begun


class Blame(NamedTuple):
    """A decision that is flagged before the second looks, with a third valuation of its lead."""

    level: str
    phase: str
    loss: float
    flagged: bool
    exact: bool
    second: float
    looks: int
    third: float
    third_error: float


class Confirmed(NamedTuple):
    """The review of a round by one player: the time of second looks, relative to the rest of the review, and blames."""

    level: str
    decisions: int
    seconds: float
    ratio: float
    blames: Sequence[Blame]


def confirmed_rows(game: str, seed: str, playouts: int, number: int) -> list[Confirmed]:
    """Play a deal among `MIXED`, and review a random and a normal player."""
    match = Match(record.kind_of(game), read_sides(",".join(MIXED)), {}, seed)
    seating = match.seatings[number % len(match.seatings)]
    played = record.read(record.write(play_round(match, seating, number, {})))
    found = []
    for level in MIXED[:2]:
        seat = next(seat for seat, side in enumerate(seating) if side.label == level)
        begun, TimedReviewer.looking = process_time(), 0.0
        made = review(played, seat, TimedReviewer(ThinkingBudget(playouts=playouts), None))
        seconds = process_time() - begun
        blames = [
            _blame(level, played, seat, one) for one in made["decisions"] if one["second"] is not None or one["flagged"]
        ]
        ratio = seconds / (seconds - TimedReviewer.looking)
        found.append(Confirmed(level, len(made["decisions"]), seconds, ratio, blames))
    return found


def _blame(level: str, played: record.Record, seat: int, one: Decision) -> Blame:
    game = played.start()
    for number, (who, text) in enumerate(played.moves[: one["number"]], 1):
        record.play_text(game, number, who, text)
    kind, second = type(game), one["second"]
    third = third_lead(game.view(seat), kind.parse(one["best"]), kind.parse(one["played"]))
    lead, looks = (second["lead"], second["looks"]) if second else (0.0, 0)
    phase = type(game.phase).__name__
    return Blame(level, phase, one["loss"], one["flagged"], one["exact"], lead, looks, third.mean, third.error)


def third_lead(view: View, best: int, played: int) -> Difference:
    """Value two moves by rules of thumb with random choices among them, in worlds of their own."""
    trial = trial_of(view, "third")
    policy, values = trial.policy, {best: list[float](), played: list[float]()}
    for _ in range(THIRD):
        game, chance = trial.draw(trial.random), trial.random.getrandbits(64)
        game.last_round = game.round
        for move, found in values.items():
            after, random = game.copy(), Random(chance)
            after.apply(trial.seat, move)
            while to_act := after.to_act:
                seat = to_act[0]
                if random.random() < NOISE:
                    after.apply(seat, random.choice(policy.candidates(after, seat, after.legal_moves(seat))))
                else:
                    after.apply(seat, policy.pick(after, seat, random.random))
            found.append(trial.utility(after)[trial.seat])
    return difference(values[best], values[played])


def confirmed_figures(found: Sequence[Confirmed]) -> Iterator[str]:
    """Yield the counts of flagged decisions, the share that the third valuation confirms, and the time."""
    for level in MIXED[:2]:
        ours = [one for one in found if one.level == level]
        blames = [blame for one in ours for blame in one.blames]
        kept = [one for one in blames if one.flagged]
        reviewed = f"reviews {len(ours)}, decisions {sum(one.decisions for one in ours)}"
        yield f"{level}: {reviewed}, flagged before {len(blames)}, after {len(kept)}"
    blames = [blame for one in found for blame in one.blames]
    groups = {
        "before": blames,
        "after": [one for one in blames if one.flagged],
        "after, without exact ones": [one for one in blames if one.flagged and not one.exact],
        "dropped": [one for one in blames if not one.flagged],
    }
    for name, group in groups.items():
        if group:
            yield f"{name}: the third valuation agrees with {_share(sum(one.third > 0 for one in group), len(group))}"
    ratios = sorted(one.ratio for one in found)
    whole, rest = sum(one.seconds for one in found), sum(one.seconds / one.ratio for one in found)
    yield f"time with second looks / without: {whole / rest:.2f}; of one review at most {ratios[-1]:.2f}"


def _share(count: int, of: int) -> str:
    """Return a share with its 95% interval (Wilson)."""
    share, z = count / of, 1.96
    middle, half = share + z * z / 2 / of, z * sqrt(share * (1 - share) / of + z * z / 4 / of / of)
    low, high = (100 * (middle + sign * half) / (1 + z * z / of) for sign in (-1, 1))
    return f"{count} of {of}: {100 * share:.0f}% ({low:.0f} to {high:.0f})"


def luck_figures(found: Sequence[Review]) -> Iterator[str]:
    """Yield lines with the mean result of equal players, the means of its parts, and the count of flagged decisions."""
    for name in ("luck", "own", "others", "result"):
        yield f"{name}: {_figure(mean_interval([float(one[name]) for one in found]))}, n {len(found)}"
    flagged = sum(one["flagged"] for row in found for one in row["decisions"])
    yield f"flagged {flagged} of {sum(len(row['decisions']) for row in found)} decisions"


def told_apart(better: Sequence[float], worse: Sequence[float]) -> float:
    """Pair each value of the better player with each of the worse one; return the share of pairs in the right order.

    A pair is in the right order if the worse player's value is greater. A tie counts as half (AUC).
    """
    return mean(1.0 if bad > good else 0.5 if bad == good else 0.0 for good, bad in product(better, worse))


def by_games(values: Sequence[float], games: int = GAMES) -> list[float]:
    """Return the mean of each group of `games` consecutive values; an incomplete last group is left out."""
    return [mean(values[at : at + games]) for at in range(0, len(values) - games + 1, games)]


def figures(found: Sequence[Row]) -> Iterator[str]:
    """Yield the figures as lines."""
    levels = {level: [row for row in found if row.level == level] for level in LEVELS}
    for level, ours in levels.items():
        loss, points = mean_interval([row.loss for row in ours]), mean_interval([row.points for row in ours])
        every = [one for row in ours for one in row.reviews[0]["decisions"]]
        flagged = sum(one["flagged"] for one in every)
        counts = f"n {len(ours)}, flagged {flagged} of {len(every)} decisions"
        yield f"{level}: mean loss {_figure(loss)}, points {_figure(points)}, {counts}"
    good, bad = levels["hard@50"], levels["easy"]
    if len(good) >= GAMES:
        by_loss = told_apart(by_games([row.loss for row in good]), by_games([row.loss for row in bad]))
        by_points = told_apart(by_games([-row.points for row in good]), by_games([-row.points for row in bad]))
        yield f"hard from easy by {GAMES} games: by loss {by_loss:.3f}, by points {by_points:.3f}"
    yield from _foretold(list(levels.values()))
    if len(found[0].reviews) > 1:
        yield from _again([row.reviews for row in found])


def _foretold(levels: Sequence[Sequence[Row]]) -> Iterator[str]:
    """Yield lines that tell how well losses and points in `HALF` games predict the points in the next `HALF` games."""
    points, losses = list[float](), list[float]()
    for ours in levels:
        whole = len(ours) - len(ours) % (2 * HALF)
        points += by_games([row.points for row in ours[:whole]], HALF)
        losses += by_games([-row.loss for row in ours[:whole]], HALF)
    later = points[1::2]
    if len(later) > 3:
        for name, sooner in (("losses", losses[::2]), ("points", points[::2])):
            foretold = _figure(_correlation_interval(sooner, later))
            yield f"points of {HALF} games foretold by the {name} of {HALF} others: r {foretold}, n {len(later)}"


def _correlation_interval(one: Sequence[float], other: Sequence[float]) -> tuple[float, float, float]:
    """Return the correlation and its 95% interval by Fisher's transformation."""
    found = correlation(one, other)
    half = 1.96 / (len(one) - 3) ** 0.5
    return found, tanh(atanh(found) - half), tanh(atanh(found) + half)


def _again(pairs: Sequence[Sequence[Review]]) -> Iterator[str]:
    """Yield lines that tell how well two reviews of the same round with different seeds agree."""
    means = [[one["loss"] / max(1, one["counted"]) for one in pair[:2]] for pair in pairs]
    both = [list(zip(one["decisions"], other["decisions"], strict=True)) for one, other, *_ in pairs]
    flagged = [(one, other) for pair in both for one, other in pair if one["flagged"]]
    again = [(one, other) for one, other in flagged if other["flagged"]]
    alike = [
        abs(one["loss"] - other["loss"]) <= max(one["loss"] / 4, 2 * (one["error"] ** 2 + other["error"] ** 2) ** 0.5)
        for one, other in again
    ]
    yield f"another seed: r {correlation(*zip(*means, strict=True)):.3f}, n {len(pairs)}"
    yield f"flagged again {len(again)} of {len(flagged)}; of these with a like loss {sum(alike)}"


def _figure(interval: Sequence[float]) -> str:
    return "{:.2f} ({:.2f} to {:.2f})".format(*interval)


def _stored(file: Path) -> list[Row]:
    """Return the rows of an earlier run."""
    return [Row(**json.loads(line)) for line in file.read_text(encoding="utf-8").splitlines()]


def _confirm(asked: argparse.Namespace) -> None:
    """Run the third valuation; rows that a file has already are kept."""
    lines = asked.rows.read_text(encoding="utf-8").splitlines() if asked.rows and asked.rows.exists() else []
    found = [_confirmed(line) for line in lines]
    one = partial(confirmed_rows, asked.game, asked.seed, asked.playouts)
    with ProcessPoolExecutor(asked.jobs) as pool:
        for more in pool.map(one, range(len(found) // 2, asked.deals)):
            found += more
            if asked.rows:
                with asked.rows.open("a", encoding="utf-8") as out:
                    out.write("".join(json.dumps(row) + "\n" for row in more))
    print("\n".join(confirmed_figures(found)))


def _confirmed(line: str) -> Confirmed:
    level, decisions, seconds, ratio, blames = json.loads(line)
    return Confirmed(level, decisions, seconds, ratio, [Blame(*one) for one in blames])


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description="Review rounds of each level.")
    parser.add_argument("game")
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--seed", default="39", help='words; those for tuning begin with "t"')
    parser.add_argument("--playouts", type=int, default=2_000, help="for a decision")
    parser.add_argument("--seeds", type=int, default=2, help="reviews of each seat")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument(
        "--rows", type=Path, help="a file for the reviews, one line for each seat; an existing one is continued"
    )
    parser.add_argument("--level", help="of all players, such as hard@250")
    parser.add_argument("--confirm", action="store_true", help="confirm flagged decisions by a third valuation")
    asked = parser.parse_args()
    if asked.confirm:
        _confirm(asked)
        return
    if asked.level:
        with ProcessPoolExecutor(asked.jobs) as pool:
            equal = partial(equal_rows, asked.game, asked.seed, asked.playouts, asked.level)
            print("\n".join(luck_figures(list(pool.map(equal, range(asked.deals))))))
        return
    found = _stored(asked.rows) if asked.rows and asked.rows.exists() else []
    one = partial(rows, asked.game, asked.seed, asked.playouts, asked.seeds)
    with ProcessPoolExecutor(asked.jobs) as pool:
        for more in pool.map(one, range(len(found) // len(LEVELS), asked.deals)):
            found += more
            if asked.rows:
                with asked.rows.open("a", encoding="utf-8") as out:
                    out.write("".join(json.dumps(row._asdict()) + "\n" for row in more))
    print("\n".join(figures(found)))


if __name__ == "__main__":
    main()

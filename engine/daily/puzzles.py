"""Candidates for puzzles: decisions of played rounds whose right moves are certain by rules of thumb.

The moves are valued as in reviews. `engine.daily.confirmation` then values them again by better play.

In most puzzles one move is right, and rules of thumb miss it. In about one of four puzzles, several moves are equally
good, so that nobody can rule out the obvious move merely because the decision is a puzzle. docs/daily.md gives the
figures.

A move that uses up an ability is never a right move. After a tried move, the game is played on by rules of thumb,
which seldom use a kept ability later. So the trial overrates a move that uses the ability now.
"""

import hashlib
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from random import Random
from statistics import mean
from typing import TypedDict

from engine import record
from engine.contract.options import OptionValue
from engine.contract.view import View
from engine.daily.deal import DailyDeal
from engine.fairness.day_chain import SEED_BYTES
from engine.game import Game
from engine.knowledge.positions import positions
from engine.players.budget import ThinkingBudget
from engine.review import VERSION as REVIEW_VERSION
from engine.review.contrast import SURE_ERRORS
from engine.review.review import Decision, Kept, valued
from engine.review.valuation import Difference, Trial, difference, trial_of

VERSION = 100 + REVIEW_VERSION
"""The version of puzzles: in hundreds that of the method, plus that of the reviews of wrong moves in a puzzle."""
FEWEST_MOVES = 3
"""The least number of legal moves of a puzzle: with two, the right move is easily guessed."""
EQUAL = 0.15
"""The greatest difference, in points, between a right move and the best move."""
LEAST_LEAD = 0.6
"""The least lead, in points, of each right move over each wrong one."""
CERTAIN = 5.0
"""The least lead of each right move over each wrong one, in standard errors."""
LIKELY = 2.0
"""The least lead in standard errors after the first `LOOK` games, for a decision to be tried in more games."""
MISSED = 0.1
"""Rules of thumb may play the only right move of a puzzle in at most this share of games."""
SEVERAL = 0.25
"""The share of puzzles with several right moves."""
LOOK, THOUGHT = 60, 1_000
"""The numbers of games in which each move is tried: at a first look, and to make a puzzle of the decision."""
ROUNDS = 40
"""The greatest number of rounds that are played to find a puzzle."""
NOBODY = -1
"""The seat of a deal in which computers play all seats."""

Progress = Callable[[int, int], None]
"""Function that gets the number of decisions examined so far, and the number of all decisions in this round."""


class Worth(TypedDict):
    """A legal move of a puzzle, and what it is worth."""

    move: str
    value: float
    """Its mean utility in the second half of the games: points, minus the mean points of the others."""
    error: float
    """The standard error of its difference to the best move; 0 if the rest of the round was solved."""


class Puzzle(TypedDict):
    """A decision of a game as a puzzle, with its right moves."""

    record: dict[str, object]
    """The record of the game up to the decision."""
    seat: int
    right: list[str]
    """The right moves: the best one first."""
    usual: str
    """The move that rules of thumb play most often."""
    moves: list[Worth]
    """All legal moves, the most valuable first."""
    worlds: int
    """The number of games in which the moves were compared."""
    why: dict[str, Decision]
    """For each wrong move: the review of the decision as if this move had been played."""


class Valued:
    """All moves of a decision, tried in games that agree with the view of the seat that decides.

    The games have two halves. The right moves are chosen in the first half, and tested in the second half.
    """

    def __init__(self, view: View, worlds: int, seed: str) -> None:
        """Try all legal moves in `worlds` games; each half has half of these games."""
        self.trial: Trial = trial_of(view, seed)
        self.moves: Sequence[int] = self.trial.legal
        self.solved: Mapping[int, float] | None = None
        tried = [*self.moves, None]
        meter = ThinkingBudget(playouts=worlds * len(tried)).meter()
        self.games: Kept = [], []
        self.first = self.trial.try_out(tried, meter, 0.5, kept=self.games[0])
        self.second = self.trial.try_out(tried, meter, 1.0, watched=self.moves, kept=self.games[1])

    def solve(self) -> None:
        """Use exact values where the rest of the round can be solved."""
        self.solved = self.trial.solve()

    def right(self) -> list[int]:
        """Return the right moves, best first.

        They are chosen by exact values if `solve` found them, otherwise in the first half of the sampled games.
        """
        return best_moves(self.solved or {move: mean(self.first[move].utility) for move in self.moves})

    def lead(self, one: int, other: int) -> Difference:
        """Return by how much the move `one` is worth more than `other`, measured in the second half of the games."""
        if self.solved is not None:
            return Difference(self.solved[one] - self.solved[other], 0.0)
        return difference(self.second[one].utility, self.second[other].utility)

    def value(self, move: int) -> float:
        """Return a move's exact value if `solve` found one, else its mean value in the second half of the games."""
        return mean(self.second[move].utility) if self.solved is None else self.solved[move]

    def is_certain(self, right: Sequence[int], errors: float) -> bool:
        """Return whether every right move is worth more than every wrong move by at least `errors` standard errors.

        The difference must also be at least `LEAST_LEAD` each time. Moves outside `right` are wrong.
        """
        leads = [self.lead(one, other) for one in right for other in self.moves if other not in right]
        return all(lead.mean >= LEAST_LEAD and lead.mean >= errors * lead.error for lead in leads)

    def are_equal(self, right: Sequence[int]) -> bool:
        """Return whether all moves in `right` are certainly worth the same as the first one, within `EQUAL` points."""
        leads = [self.lead(right[0], other) for other in right[1:]]
        return all(abs(lead.mean) + SURE_ERRORS * lead.error <= EQUAL for lead in leads)

    def usual(self) -> Counter[int]:
        """Let the rules of thumb choose a move in each game of the second half, and count the choices of each move."""
        trial = self.trial
        return Counter(trial.policy.pick(game.copy(), trial.seat, trial.random.random) for game in self.games[1])


def best_moves(worth: Mapping[int, float]) -> list[int]:
    """Return the best move, and the moves that are worth at most `EQUAL` points less, best first."""
    most = max(worth.values())
    return [move for move in sorted(worth, key=lambda one: -worth[one]) if worth[move] >= most - EQUAL]


def puzzle_of(game: Game, seat: int, *, several: bool, worlds: int = THOUGHT, seed: str = "1") -> Puzzle | None:
    """Make a puzzle of a decision; None: the decision is no puzzle of this kind.

    Args:
        game: the position before the decision.
        seat: the seat that decides.
        several: True for a puzzle with several right moves, False for a puzzle with one right move.
        worlds: the number of games in which each move is tried.
        seed: the seed of the games.
    """
    found = Valued(game.view(seat), worlds, seed)
    found.solve()
    right = found.right()
    if not _fits(right, found.moves, several=several) or any(map(game.spends, right)):
        return None
    if not (found.is_certain(right, CERTAIN) and found.are_equal(right)):
        return None
    usual = found.usual()
    if not several and usual[right[0]] > MISSED * usual.total():
        return None
    return written(found, right, usual.most_common(1)[0][0], game)


def _fits(right: Sequence[int], moves: Sequence[int], *, several: bool) -> bool:
    """Return whether the number of right moves fits the kind of puzzle, and at most half of all moves are right."""
    return (len(right) > 1) == several and 2 * len(right) <= len(moves)


def written(found: Valued, right: Sequence[int], usual: int, game: Game) -> Puzzle:
    """Return a puzzle as data for JSON."""
    kind, halves, best = type(game), (found.first, found.second), right[0]
    worth: list[Worth] = [
        {"move": kind.text(move), "value": found.value(move), "error": found.lead(best, move).error}
        for move in sorted(found.moves, key=found.value, reverse=True)
    ]
    return {
        "record": record.write(game),
        "seat": found.trial.seat,
        "right": [kind.text(move) for move in right],
        "usual": kind.text(usual),
        "moves": worth,
        "worlds": len(found.games[1]),
        "why": {
            kind.text(move): valued(found.trial, [best, move], best, move, found.solved, found.games, halves)
            for move in found.moves
            if move not in right
        },
    }


def is_likely(game: Game, seat: int, *, several: bool) -> bool:
    """Return whether a decision may be a puzzle of this kind, judged by a first look at only `LOOK` games."""
    found = Valued(game.view(seat), LOOK, "look")
    right = found.right()
    if game.spends(right[0]):
        return False
    if several:
        return 2 * len(right) <= len(found.moves) and found.is_certain(right, LIKELY)
    usual = found.usual()
    return found.is_certain(right[:1], LIKELY) and usual[right[0]] <= 2 * MISSED * usual.total()


def made(game: str, options: Mapping[str, OptionValue], seed: str, *, several: bool, on: Progress) -> Puzzle | None:
    """Return a puzzle from a round of computer players; None if there was no puzzle in `ROUNDS` such rounds.

    Args:
        game: the id of the game.
        options: its options.
        seed: the seed of the deals.
        several: True for a puzzle with several right moves, False for a puzzle with one right move.
        on: called after each decision that is no puzzle; it may wait or raise.
    """
    seats = Game.games[game].usual_seats()
    for number in range(ROUNDS):
        cards = hashlib.sha256(f"puzzle {seed} round {number}".encode()).digest()[:SEED_BYTES]
        deal = DailyDeal(game, seats, options, cards, NOBODY)
        played = deal.start()
        deal.answer(played)
        found = puzzle_in(played, seed, several=several, on=on)
        if found is not None:
            return found
    return None


def puzzle_in(
    game: Game, seed: str, *, several: bool, seats: Collection[int] | None = None, on: Progress
) -> Puzzle | None:
    """Return the first puzzle among the decisions of a finished game, tried in random order; None: there is no puzzle.

    Args:
        game: the game.
        seed: the seed of the order.
        several: True for a puzzle with several right moves, False for a puzzle with one right move.
        seats: the seats whose decisions count; None: all.
        on: called after each decision that is no puzzle; it may wait or raise.
    """
    decisions = [one for one in _decisions(game) if seats is None or one[1] in seats]
    Random(seed).shuffle(decisions)
    for number, (before, seat) in enumerate(decisions, 1):
        if is_likely(before, seat, several=several):
            found = puzzle_of(before, seat, several=several)
            if found is not None:
                return found
        on(number, len(decisions))
    return None


def _decisions(game: Game) -> Iterator[tuple[Game, int]]:
    """Yield each position of a game with enough legal moves for a puzzle, and the seat that decided there.

    The last round of a game has no puzzles: there the value of a move depends on the ranking too, so answers would be
    hard to explain.
    """
    for before, (seat, _) in zip(positions(game), game.history, strict=False):
        if before.round < before.round_count and len(before.legal_moves(seat)) >= FEWEST_MOVES:
            yield before.copy(), seat

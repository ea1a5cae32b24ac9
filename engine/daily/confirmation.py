"""Confirmation of puzzles: the moves are valued again by players that look a step ahead. docs/daily.md has figures.

A candidate was chosen by trials that rules of thumb play on (`engine.daily.puzzles`). In other games, computer players
of the normal level now play on (`engine.review.second_look`). They do so in batches until the answer is decided.
"""

from dataclasses import dataclass
from itertools import combinations
from statistics import mean
from time import thread_time
from typing import Literal, TypeAlias

from engine import record
from engine.daily.puzzles import EQUAL, Progress, Puzzle, Worth
from engine.players.budget import ThinkingBudget
from engine.review.review import Decision, MoveValue
from engine.review.second_look import SecondLook
from engine.review.valuation import Difference

ERRORS = 2.0
"""The least lead of each right move over each wrong one, in standard errors."""
SHARE = 0.5
"""The least lead of each right move over each wrong one, as a share of the lead that the candidate claims."""
FIRST, MOST = 16, 512
"""The numbers of games after the first batch and after the last one; each batch doubles the number."""
EARLY, CLEAR = 8, 4.0
"""After `EARLY` games, wrong moves against which the answer holds by `CLEAR` standard errors are not compared any more.
In decisions with many moves, the first batch would take too long otherwise.
"""
LIMIT = ThinkingBudget(seconds=180.0, clock=thread_time)
"""The greatest time of a confirmation, in seconds of a processor. It only bounds the work: games are counted."""
PLAYER = ThinkingBudget(playouts=100)
"""The budget of each decision of a computer player that plays on: the normal level's."""
SEED = "confirmation"
"""The seed of the games, which differ from those in which the candidate was found."""

Verdict: TypeAlias = Literal["kept", "dropped", "undecided"]


@dataclass(frozen=True)
class Confirmation:
    """The result of a confirmation."""

    verdict: Verdict
    games: int
    """The number of games in which moves were compared."""
    puzzle: Puzzle | None = None
    """The puzzle with its confirmed values; None unless it is kept."""


class _OutOfTime(Exception):  # noqa: N818  no error: the answer stays undecided
    """The confirmation has taken the greatest time."""


def confirm(puzzle: Puzzle, on: Progress) -> Confirmation:
    """Value the moves of a candidate again, and keep it if its answer holds.

    Args:
        puzzle: the candidate.
        on: called after each game that was played on; it may wait or raise.
    """
    meter, answer = LIMIT.meter(), _Answer(puzzle)
    played = 0

    def step() -> None:
        nonlocal played
        played += 1
        on(played, MOST * len(puzzle["moves"]))
        if meter.spent >= 1:
            raise _OutOfTime

    verdict: Verdict | None = None
    games, until = 0, FIRST
    try:
        while verdict is None and until <= MOST:
            while games < until:
                answer.second.look(step)
                games += 1
                if games == EARLY:
                    answer.leave_out(CLEAR)
            verdict = answer.verdict()
            until *= 2
    except _OutOfTime:
        pass
    return Confirmation(verdict or "undecided", games, answer.told(games) if verdict == "kept" else None)


class _Answer:
    """The answer of a candidate, and what the second look says of it so far."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._puzzle = puzzle
        game = record.read(puzzle["record"]).replay()
        self._number = {one["move"]: game.parse(one["move"]) for one in puzzle["moves"]}
        self._claimed = {one["move"]: one["value"] for one in puzzle["moves"]}
        self._open = [move for move in self._number if move not in puzzle["right"]]
        """The wrong moves that are still compared."""
        self._leads: dict[str, dict[str, Difference]] = {}
        """For each wrong move that is decided: the lead of each right move over it."""
        self.second = SecondLook(game.view(puzzle["seat"]), self._number.values(), SEED, PLAYER)

    def verdict(self) -> Verdict | None:
        """Return the verdict after a batch of games; None: more games are needed."""
        for wrong in self._open:
            leads = self._leads_over(wrong)
            if any(lead.mean + ERRORS * lead.error < self._least(right, wrong) for right, lead in leads.items()):
                return "dropped"
        self.leave_out(ERRORS)
        if self._open:
            return None
        return "kept" if self._right_are_equal() and self._right_come_first() else "dropped"

    def leave_out(self, errors: float) -> None:
        """Compare a wrong move no longer if each right move leads it by `errors` standard errors and by enough."""
        for wrong in [*self._open]:
            leads = self._leads_over(wrong)
            if all(
                lead.mean > errors * lead.error and lead.mean >= self._least(right, wrong)
                for right, lead in leads.items()
            ):
                self._leads[wrong] = leads
                self._open.remove(wrong)
                del self.second.values[self._number[wrong]]

    def _leads_over(self, wrong: str) -> dict[str, Difference]:
        """Return the lead of each right move over a wrong one."""
        return {right: self._lead(right, wrong) for right in self._puzzle["right"]}

    def _least(self, right: str, wrong: str) -> float:
        """Return the least lead with which a right move holds against a wrong one."""
        return SHARE * (self._claimed[right] - self._claimed[wrong])

    def _right_are_equal(self) -> bool:
        """Return whether no right move is certainly worth more than another one by more than `EQUAL` points."""
        leads = [self._lead(*pair) for pair in combinations(self._puzzle["right"], 2)]
        return all(abs(lead.mean) <= max(ERRORS * lead.error, EQUAL) for lead in leads)

    def _right_come_first(self) -> bool:
        """Return whether each right move has a greater value than each wrong one, whose games are partly others."""
        values, right = self._values(), self._puzzle["right"]
        return min(values[one] for one in right) > max(values[one] for one in values if one not in right)

    def _lead(self, one: str, other: str) -> Difference:
        return self.second.lead(self._number[one], self._number[other])

    def _behind(self, move: str) -> Difference:
        """Return by how much a move is behind the first right one."""
        first = self._puzzle["right"][0]
        return self._leads[move][first] if move in self._leads else self._lead(first, move)

    def _values(self) -> dict[str, float]:
        """Return the value of each move: that of the first right one, minus its lead over the move."""
        value = mean(self.second.values[self._number[self._puzzle["right"][0]]])
        return {move: value - self._behind(move).mean for move in self._number}

    def told(self, games: int) -> Puzzle:
        """Return the puzzle with the confirmed values in place of the first ones."""
        values = self._values()
        moves: list[Worth] = [
            {"move": move, "value": values[move], "error": self._behind(move).error}
            for move in sorted(values, key=lambda one: -values[one])
        ]
        why = {move: self._review(decision, move, values) for move, decision in self._puzzle["why"].items()}
        return {**self._puzzle, "moves": moves, "worlds": games, "why": why}

    def _review(self, decision: Decision, wrong: str, values: dict[str, float]) -> Decision:
        behind = self._behind(wrong)
        compared: list[MoveValue] = [{"move": one["move"], "value": values[one["move"]]} for one in decision["moves"]]
        return {**decision, "moves": compared, "loss": behind.mean, "error": behind.error, "exact": False}

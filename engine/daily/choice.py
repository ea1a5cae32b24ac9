"""The choice of deals that reward skill, and the reference plays of a deal.

The levels think in counted playouts, not in seconds. So everybody who has the secret of a day gets the same deals and
the same plays.
"""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import mean, pstdev
from types import MappingProxyType
from typing import TypedDict

from engine.contract.options import OptionValue
from engine.daily import plan
from engine.daily.deal import DEALS, DailyDeal, history, points
from engine.game import Game
from engine.players.budget import ThinkingBudget
from engine.players.levels import choose

CANDIDATES = 50
"""The number of candidates from which the deals of a day are chosen."""
PLAYS = 4
"""The number of plays by each of two levels in the first measurement of a candidate."""
FINALISTS = 4 * DEALS
"""The number of candidates that are measured again: those with the greatest skill signal."""
SECOND = 2
"""Factor: the second measurement of a finalist has this many times as many plays as the first."""
REFERENCE_PLAYS = 300
"""The number of plays of a reference. Each level makes the same number of them."""
BUDGETS: Mapping[str, ThinkingBudget] = MappingProxyType(
    {level: ThinkingBudget(playouts=count) for level, count in (("easy", 30), ("normal", 100), ("hard", 400))}
)
"""The budget of a decision of each level; weakest level first."""
MEASURED = ("hard", "easy")
"""The stronger and the weaker level, whose difference in a deal is its skill signal."""

Progress = Callable[[int, int], None]
"""Function that gets the number of plays so far, and the number of all plays."""


class Chosen(TypedDict):
    """A chosen deal and its `skill_signal`: how much better a strong level does in the deal than a weak one."""

    number: int
    """The number of the candidate."""
    deal: dict[str, object]
    """The deal, as `DailyDeal.as_data` returns it."""
    signal: float
    """0 if the deal was drawn without choice."""


class Reference(TypedDict):
    """The reference plays of a deal."""

    reference: list[int]
    """The points of all plays."""
    level_points: dict[str, list[int]]
    """The points of the plays of each level."""
    best: list[tuple[int, str]]
    """All moves of the play with the most points, each as its seat and its notation."""


def play(deal: DailyDeal, level: str, seed: str) -> Game:
    """Play a deal once to its end, with a level at the person's seat, and return the finished game.

    Args:
        deal: the deal.
        level: one of `BUDGETS`.
        seed: the seed of the level's choices.
    """
    game = deal.start()
    deal.answer(game)
    while not game.over:
        moves, view = game.legal_moves(deal.seat), game.view(deal.seat)
        chance = hashlib.sha256(f"{seed} {game.moves_made(deal.seat)}".encode() + deal.seed).digest()
        text = game.text(moves[0]) if len(moves) == 1 else choose(view, level, chance, BUDGETS[level])
        game.play(deal.seat, game.parse(text))
        deal.answer(game)
    return game


def played_points(deal: DailyDeal, level: str, seed: str, plays: int, on: Callable[[], None]) -> list[int]:
    """Let a level play a deal this many times, and return the points of each play. `on` is called after each play."""
    found = []
    for number in range(plays):
        found.append(points(play(deal, level, f"{seed} {level} {number}"), deal.seat))
        on()
    return found


def skill_signal(strong: Sequence[int], weak: Sequence[int]) -> float:
    """Return the strong level's mean points minus the weak level's, divided by the standard deviation of all points."""
    spread = pstdev([*strong, *weak])
    return (mean(strong) - mean(weak)) / spread if spread else 0.0


@dataclass
class _Measured:
    """A candidate and the plays that measure it."""

    number: int
    deal: DailyDeal
    made: dict[str, list[int]] = field(default_factory=lambda: {level: [] for level in MEASURED})
    """The points of the plays of each measuring level."""

    @property
    def signal(self) -> float:
        """The skill signal over all plays so far."""
        return skill_signal(*(self.made[level] for level in MEASURED))

    def measure(self, plays: int, on: Callable[[], None]) -> None:
        """Let each level play the deal `plays` more times; `on` is called after each play."""
        for level, made in self.made.items():
            self.made[level] = made + played_points(self.deal, level, f"choice {len(made)}", plays, on)


def _clearest(deals: Sequence[_Measured]) -> list[_Measured]:
    """Sort deals by skill signal, the greatest first."""
    return sorted(deals, key=lambda one: one.signal, reverse=True)


def choose_deals(
    secret: bytes,
    day: int,
    game: str,
    options: Mapping[str, OptionValue],
    *,
    candidates: int = CANDIDATES,
    plays: int = PLAYS,
    on: Progress,
) -> list[Chosen]:
    """Return the deals of a day: the candidates with the greatest skill signal, the greatest first.

    First, all candidates are measured. Then the best ones are measured again with more plays, because the greatest of
    many signals is often due to chance.

    Args:
        secret: the secret of the day.
        day: the day.
        game: the id of the game.
        options: the options of the game.
        candidates: the number of candidates.
        plays: how often each level plays a candidate in the first measurement.
        on: is called after each play with the number of plays so far and the number of all plays; it may wait or raise.
    """
    count = _Counter((candidates + min(FINALISTS, candidates) * SECOND) * plays * len(MEASURED), on)
    every = [_Measured(number, plan.candidate(secret, day, game, options, number)) for number in range(candidates)]
    for one in every:
        one.measure(plays, count)
    finalists = _clearest(every)[:FINALISTS]
    for one in finalists:
        one.measure(plays * SECOND, count)
    return [
        {"number": one.number, "deal": one.deal.as_data(), "signal": one.signal} for one in _clearest(finalists)[:DEALS]
    ]


def drawn_deals(secret: bytes, day: int, game: str, options: Mapping[str, OptionValue]) -> list[Chosen]:
    """Return the first candidates of a day as its deals, for a day on which there was no time to choose."""
    deals = (plan.candidate(secret, day, game, options, number) for number in range(DEALS))
    return [{"number": number, "deal": deal.as_data(), "signal": 0.0} for number, deal in enumerate(deals)]


def reference(deal: DailyDeal, *, plays: int = REFERENCE_PLAYS, on: Progress) -> Reference:
    """Return the reference plays of a deal; `on` is called after each play."""
    count = _Counter(plays, on)
    level_points: dict[str, list[int]] = {level: [] for level in BUDGETS}
    best, most = deal.start(), None
    for number in range(plays):
        level = list(BUDGETS)[number % len(BUDGETS)]
        game = play(deal, level, f"reference {level} {number}")
        made = points(game, deal.seat)
        level_points[level].append(made)
        if most is None or made > most:
            best, most = game, made
        count()
    every = [one for level in level_points.values() for one in level]
    return {"reference": every, "level_points": level_points, "best": history(best)}


class _Counter:
    """Counts plays, and reports each."""

    def __init__(self, of: int, on: Progress) -> None:
        self._done, self._of, self._on = 0, of, on

    def __call__(self) -> None:
        self._done += 1
        self._on(self._done, self._of)

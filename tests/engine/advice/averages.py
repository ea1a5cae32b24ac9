"""`python -m tests.engine.advice.averages [GAME …]`: count the averages that advice tells, and write them beside it.

This takes some minutes for each game and number of seats. Repeat it after a change of the policy or of card data.
"""

import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, cast

import engine.players.policies  # noqa: F401  fills Policy.of
from engine.contract.chance import Chance
from engine.game import Game
from engine.games.scharfe_schoten import ScharfeSchoten
from engine.games.scharfe_schoten.cards import PREDICTIONS, cards_of
from engine.games.scharfe_schoten.learning import averages as schoten
from engine.games.tezuma.cards import hand_cards
from engine.games.tezuma.game import Tezuma, Tezumashi, TezumaTrick
from engine.games.tezuma.learning import averages as tezuma
from engine.players.policy import policy_of

ROUNDS, SEED, FEWEST = 60_000, "a", 100
"""A key with fewer than `FEWEST` rounds is left out."""
OPTIONS: dict[type[Game], dict[str, Any]] = {
    TezumaTrick: {},
    Tezumashi: {"bids": "random", "abilities": "random"},
    ScharfeSchoten: {},
}
Tables = Mapping[tuple[str, tuple[int, ...]], "Sums"]


class Sums(NamedTuple):
    """The number of values (one a round), their sum, and the sum of their squares."""

    rounds: int = 0
    total: float = 0
    squares: float = 0

    def add(self, value: float) -> "Sums":
        """Return the sums with one more value."""
        return Sums(self.rounds + 1, self.total + value, self.squares + value**2)

    @property
    def mean(self) -> float:
        """The mean."""
        return self.total / self.rounds

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        return sqrt(max(0.0, self.squares / self.rounds - self.mean**2) / self.rounds)


def counted(kind: type[Game], seats: int, rounds: int, seed: str = SEED) -> Tables:
    """Play rounds, and return the sums by table and key."""
    tables: dict[tuple[str, tuple[int, ...]], Sums] = defaultdict(Sums)
    random, policy = Random(f"{kind.id} {seats} {seed}"), policy_of(kind)
    for _ in range(rounds):
        game = kind(seats, OPTIONS[kind], Chance(random.randbytes(16)))
        game.last_round, me, start = 1, random.randrange(seats), game.copy()
        while not game.over:
            seat = game.to_act[0]
            free = seat == me and game.phase.id in {"draft", "predict"}
            move = random.choice(game.legal_moves(seat)) if free else policy.pick(game, seat, random.random)
            game.apply(seat, move)
        for name, key, value in _values(start, game, me):
            tables[name, key] = tables[name, key].add(value)
    return tables


def _values(start: Game, end: Game, seat: int) -> Iterator[tuple[str, tuple[int, ...], float]]:
    """Yield the table, the key and the value of each average for a seat; `start` and `end` are of the same round."""
    if isinstance(start, Tezuma):
        (results,) = cast("Tezuma", end).results
        bid, _, pain, captured = results[seat]
        ability = cast("Tezuma", end).abilities[seat]
        values = {"bids": end.scores[seat], "abilities": end.scores[seat], "pains": captured}
        for name, key in tezuma.keys(hand_cards(start.hands[seat]), start.seats, bid, ability, pain).items():
            yield name, key, values[name]
    elif isinstance(start, ScharfeSchoten):
        (result,) = cast("ScharfeSchoten", end).results
        colours = PREDICTIONS[result.predictions[seat]]
        hand, trumps = cards_of(start.hands[seat]), start.deals[-1].trumps
        for name, colour, right in zip(("most", "fewest"), colours, result.points(seat)[:2], strict=True):
            yield name, schoten.key(hand, trumps, colour), right > 0


def lines(kind: type[Game], seats: int, tables: Tables) -> Iterator[str]:
    """Yield the lines of the file."""
    for name in dict.fromkeys(name for name, _ in tables):
        yield f"\n[{kind.id}.{seats}.{name}]"
        for key, sums in sorted((key, sums) for (table, key), sums in tables.items() if table == name):
            if sums.rounds >= FEWEST:
                yield f"{'-'.join(map(str, key))} = [{sums.rounds}, {sums.mean:.3f}, {sums.error:.3f}]"


def main(names: Iterable[str]) -> None:
    """Write the files of the named games, or of all games with averages."""
    for package, kinds in ((tezuma, (TezumaTrick, Tezumashi)), (schoten, (ScharfeSchoten,))):
        if {*names} and not {kind.id for kind in kinds} & {*names}:
            continue
        told = [
            f"# Counted in {ROUNDS} test rounds for each number of seats: rounds, mean, standard error of the mean."
        ]
        told.append(f"# The numbers of a key are explained in {package.__name__.rpartition('.')[2]}.py.")
        told += [
            line
            for kind in kinds
            for seats in kind.seat_counts
            for line in lines(kind, seats, counted(kind, seats, ROUNDS))
        ]
        Path(str(package.__file__)).with_suffix(".toml").write_text("\n".join(told) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])

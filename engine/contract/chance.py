"""The source of a game's set-up and deals: the parts that a record fixes, and the seed for the rest."""

from collections.abc import Collection, Mapping, Sequence
from typing import TypeVar

from engine.errors import BadRecord
from engine.fairness.shuffle import shuffle

T = TypeVar("T")


class Chance:
    """The source of one game's set-up and deals: the parts that a record fixes, and the seed for the rest."""

    def __init__(
        self,
        seed: bytes | None,
        setup: Mapping[str, object] | None = None,
        deals: Sequence[Mapping[str, object]] = (),
    ) -> None:
        self.seed = seed
        self.setup = setup or {}
        self._deals = deals

    def check_setup(self, keys: Collection[str]) -> None:
        """Check that the fixed set-up has only these keys.

        Raises:
            BadRecord: the set-up has another key; the message names the first such key.
        """
        _check(self.setup, keys, "setup")

    def deal(self, round_number: int, keys: Collection[str]) -> Mapping[str, object]:
        """Return the parts of a round's deal that the record fixes, by key; the first round is 1.

        Raises:
            BadRecord: the deal has another key.
        """
        fixed = self._deals[round_number - 1] if round_number <= len(self._deals) else {}
        _check(fixed, keys, f"deal {round_number}")
        return fixed

    def shuffle(self, label: str, items: Sequence[T], unordered: int = 1) -> list[T]:
        """Return `items` shuffled by the seed and `label`.

        The first `unordered` places are not shuffled among themselves, see `engine.fairness.shuffle.shuffle`.

        Raises:
            BadRecord: there is no seed.
        """
        if self.seed is None:
            raise BadRecord(f'"{label}" is not fixed by the record, and there is no seed to draw it from')
        return shuffle(self.seed, label, items, unordered)

    def setup_seat(self, key: str, seats: int) -> int:
        """Return the seat that the set-up fixes under `key`, else a seat drawn from the seed.

        Raises:
            BadRecord: the fixed value is no seat, or no value is fixed and there is no seed.
        """
        if key not in self.setup:
            return self.shuffle(key, range(seats))[0]
        seat = self.setup[key]
        if not isinstance(seat, int) or isinstance(seat, bool) or not 0 <= seat < seats:
            raise BadRecord(f'setup, "{key}": {seat!r} is not a seat (0 to {seats - 1})')
        return seat


def _check(fixed: Mapping[str, object], keys: Collection[str], where: str) -> None:
    for key in fixed:
        if key not in keys:
            raise BadRecord(f'{where}, "{key}": this game has no such key')

"""Whoever knows everything public before the start guesses the first card no better than chance.

Each predictor learns on half of the deals, where it also sees the first card, and guesses the other half. It knows the
commitment, the table, the game, its rules and all that joins and cuts have said; not the secret, nor the click that
starts. On planted shuffles, which take their seed from what is public, the same predictors are noticed.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Sequence
from math import sqrt
from random import Random
from typing import NamedTuple

import pytest

from engine.fairness import deal_commitment
from engine.fairness.deal_commitment import DealCommitment
from engine.fairness.shuffle import shuffle
from tests.engine import proofs

CARDS = 52
SURE = 4.0
"""Standard deviations from chance that no predictor comes to by luck, of some forty that are tried."""


class Public(NamedTuple):
    """What everybody can know before the start."""

    table: str
    game: str
    rules: int
    commitment: str
    events: tuple[str, ...]


class Deal(NamedTuple):
    """What is known of one, and the card that comes first."""

    public: Public
    first: int


Draw = Callable[[DealCommitment], bytes]
Guess = Callable[[Public], int]
Fit = Callable[[Sequence[Deal]], Guess]


def first_card(seed: bytes) -> int:
    """Of a whole deck, as games draw it."""
    return shuffle(seed, "deal 1", range(CARDS))[0]


def as_promised(promise: DealCommitment) -> bytes:
    """The seed as it is."""
    return promise.seed


def from_the_commitment(promise: DealCommitment) -> bytes:
    """Planted: the commitment is the key that the secret should be."""
    return DealCommitment("", "", 0, bytes.fromhex(promise.commitment), promise.events[:-1]).seed


def from_a_byte_of_it(promise: DealCommitment) -> bytes:
    """Planted: whoever has seen enough deals knows the card by one byte of the commitment."""
    return hashlib.sha256(promise.commitment[6:8].encode()).digest()


def from_the_table(promise: DealCommitment) -> bytes:
    """Planted: nothing secret in it at all."""
    return hashlib.sha256(promise.table.encode()).digest()


def deals(many: int, draw: Draw) -> list[Deal]:
    """So many deals, each of a table, a secret and a lobby of its own."""
    random, made = Random(f"predicted {draw.__name__}"), []
    for number in range(1, many + 1):
        promise = DealCommitment(
            str(number), "saizen", 1, random.randbytes(deal_commitment.SECRET_BYTES), proofs.events(random)
        )
        public = Public(promise.table, "saizen", 1, promise.commitment, promise.events[:-1])
        made.append(Deal(public, first_card(draw(promise))))
    return made


# --- Predictors: each is fitted, and then guesses


def _knowing(name: str, key: Callable[[Public], bytes]) -> tuple[str, Fit]:
    """One that believes to know what the seed is made of."""
    return name, lambda _deals: lambda public: first_card(key(public))


def _by(name: str, feature: Callable[[Public], object]) -> tuple[str, Fit]:
    """One that goes by a feature: the card that came most often where it was the same."""

    def fit(known: Sequence[Deal]) -> Guess:
        every = Counter(deal.first for deal in known)
        seen: dict[object, Counter[int]] = {}
        for deal in known:
            seen.setdefault(feature(deal.public), Counter())[deal.first] += 1
        return lambda public: seen.get(feature(public), every).most_common(1)[0][0]

    return name, fit


def _byte(number: int) -> Callable[[Public], object]:
    return lambda public: public.commitment[2 * number : 2 * number + 2]


def _without_secret(public: Public, key: bytes) -> bytes:
    return DealCommitment("", "", 0, key, public.events).seed


PREDICTORS: dict[str, Fit] = dict(
    [
        _knowing("the commitment is the seed", lambda public: bytes.fromhex(public.commitment)),
        _knowing("the commitment is the key", lambda public: _without_secret(public, bytes.fromhex(public.commitment))),
        _knowing("there is no key", lambda public: _without_secret(public, bytes(32))),
        _knowing("the table is the seed", lambda public: hashlib.sha256(public.table.encode()).digest()),
        _by("the card that comes most often", lambda public: public.rules),
        _by("the last click", lambda public: public.events[-1][-2:]),
        _by("how many events", lambda public: len(public.events)),
        _by("the table's last digit", lambda public: public.table[-1]),
        *(_by(f"byte {number} of the commitment", _byte(number)) for number in range(32)),
    ]
)


class Score(NamedTuple):
    """How a predictor did."""

    name: str
    hits: int
    guesses: int

    @property
    def bounds(self) -> tuple[float, float]:
        """Between them chance stays: hits of a guess in `CARDS`, by the normal approximation of the binomial."""
        mean = self.guesses / CARDS
        spread = SURE * sqrt(mean * (1 - 1 / CARDS))
        return mean - spread, mean + spread

    @property
    def knows(self) -> bool:
        """Whether it does better than chance."""
        return self.hits > self.bounds[1]

    def __str__(self) -> str:
        low, high = self.bounds
        return f"{self.name}: {self.hits} of {self.guesses} (chance: {low:.0f} to {high:.0f})"


def scores(many: int, draw: Draw) -> list[Score]:
    """How each predictor does on half of so many deals, once it has learnt from the other half."""
    every = deals(many, draw)
    known, asked = every[: many // 2], every[many // 2 :]
    fitted = {name: fit(known) for name, fit in PREDICTORS.items()}
    return [
        Score(name, sum(guess(deal.public) == deal.first for deal in asked), len(asked))
        for name, guess in fitted.items()
    ]


def told(many: int, draw: Draw, capsys: pytest.CaptureFixture[str]) -> list[Score]:
    """The scores, the best first, of which the best is printed."""
    ranked = sorted(scores(many, draw), key=lambda score: -score.hits)
    with capsys.disabled():
        print(f"\n{many} deals {draw.__name__.replace('_', ' ')}, best of {len(ranked)} predictors by {ranked[0]}")
    return ranked


def test_nobody_who_knows_all_that_is_public_foretells_the_first_card(capsys: pytest.CaptureFixture[str]) -> None:
    assert [str(score) for score in told(2_000, as_promised, capsys) if score.knows] == []


@pytest.mark.parametrize(
    ("planted", "by"),
    [
        (from_the_commitment, "the commitment is the key"),
        (from_a_byte_of_it, "byte 3 of the commitment"),
        (from_the_table, "the table is the seed"),
    ],
)
def test_a_shuffle_that_takes_its_seed_from_what_is_public_is_noticed(
    planted: Draw, by: str, capsys: pytest.CaptureFixture[str]
) -> None:
    best = told(2_000, planted, capsys)[0]
    assert (best.name, best.knows) == (by, True)


@pytest.mark.soak
def test_nobody_foretells_the_first_card_in_ten_thousand_deals(capsys: pytest.CaptureFixture[str]) -> None:
    assert [str(score) for score in told(10_000, as_promised, capsys) if score.knows] == []

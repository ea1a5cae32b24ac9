"""From all public data before the start, nobody can guess the first card better than by chance.

Each predictor learns from the first cards of half of the deals, and guesses those of the other half. It knows the
commitment, the table, the game, its rules and all joins and cuts, but not the secret or the starting click. To test
the predictors, some shuffles get a seed that comes from public data; the predictors must detect this.
"""

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

pytestmark = pytest.mark.slow

CARDS = 52
SURE = 4.0
"""A predictor knows something if its hits exceed the mean by this many standard deviations.

By chance, none of some forty predictors does so.
"""


class Public(NamedTuple):
    """All public data before the start."""

    table: str
    game: str
    rules: int
    commitment: str
    events: tuple[str, ...]


class Deal(NamedTuple):
    """The public data of a deal, and its first card."""

    public: Public
    first: int


Draw = Callable[[DealCommitment], bytes]
Guess = Callable[[Public], int]
Fit = Callable[[Sequence[Deal]], Guess]


def first_card(seed: bytes) -> int:
    """Return the first card of a whole deck, drawn as games draw it."""
    return shuffle(seed, "deal 1", range(CARDS))[0]


def as_promised(promise: DealCommitment) -> bytes:
    """Return the true seed."""
    return promise.seed


def from_the_commitment(promise: DealCommitment) -> bytes:
    """Return a planted seed, in which the public commitment replaces the secret."""
    return DealCommitment("", "", 0, bytes.fromhex(promise.commitment), promise.events[:-1]).seed


def from_a_byte_of_it(promise: DealCommitment) -> bytes:
    """Return a planted seed from one byte of the commitment; a predictor can learn the first card for each byte."""
    return hashlib.sha256(promise.commitment[6:8].encode()).digest()


def from_the_table(promise: DealCommitment) -> bytes:
    """Return a planted seed from the table's public name, without any secret."""
    return hashlib.sha256(promise.table.encode()).digest()


def deals(many: int, draw: Draw) -> list[Deal]:
    """Return this many deals, each with its own table, secret and lobby."""
    random, made = Random(f"predicted {draw.__name__}"), []
    for number in range(1, many + 1):
        promise = DealCommitment(
            str(number), "saizen", 1, random.randbytes(deal_commitment.SECRET_BYTES), proofs.events(random)
        )
        public = Public(promise.table, "saizen", 1, promise.commitment, promise.events[:-1])
        made.append(Deal(public, first_card(draw(promise))))
    return made


# --- Predictors: each is fitted first, and then guesses


def _knowing(name: str, key: Callable[[Public], bytes]) -> tuple[str, Fit]:
    """Return a predictor that guesses the card which the seed `key(public)` would give."""
    return name, lambda _deals: lambda public: first_card(key(public))


def _by(name: str, feature: Callable[[Public], object]) -> tuple[str, Fit]:
    """Return a predictor that guesses the most frequent card among deals with the same feature."""

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
    """The result of a predictor."""

    name: str
    hits: int
    guesses: int

    @property
    def bounds(self) -> tuple[float, float]:
        """The least and greatest number of hits that chance explains, by the normal approximation of the binomial."""
        mean = self.guesses / CARDS
        spread = SURE * sqrt(mean * (1 - 1 / CARDS))
        return mean - spread, mean + spread

    @property
    def knows(self) -> bool:
        """True if the predictor is better than chance."""
        return self.hits > self.bounds[1]

    def __str__(self) -> str:
        low, high = self.bounds
        return f"{self.name}: {self.hits} of {self.guesses} (chance: {low:.0f} to {high:.0f})"


def scores(many: int, draw: Draw) -> list[Score]:
    """Return the score of each predictor on one half of the deals, after learning from the other half."""
    every = deals(many, draw)
    known, asked = every[: many // 2], every[many // 2 :]
    fitted = {name: fit(known) for name, fit in PREDICTORS.items()}
    return [
        Score(name, sum(guess(deal.public) == deal.first for deal in asked), len(asked))
        for name, guess in fitted.items()
    ]


def print_scores(many: int, draw: Draw, capsys: pytest.CaptureFixture[str]) -> list[Score]:
    """Return the scores, best first, and print the best one."""
    ranked = sorted(scores(many, draw), key=lambda score: -score.hits)
    with capsys.disabled():
        print(f"\n{many} deals {draw.__name__.replace('_', ' ')}, best of {len(ranked)} predictors by {ranked[0]}")
    return ranked


def test_first_card_is_unpredictable_from_public_data(capsys: pytest.CaptureFixture[str]) -> None:
    assert [str(score) for score in print_scores(2_000, as_promised, capsys) if score.knows] == []


@pytest.mark.drawn(1)
@pytest.mark.parametrize(
    ("planted", "by"),
    [
        (from_the_commitment, "the commitment is the key"),
        (from_a_byte_of_it, "byte 3 of the commitment"),
        (from_the_table, "the table is the seed"),
    ],
)
def test_planted_shuffle_with_a_public_seed_is_detected(
    planted: Draw, by: str, capsys: pytest.CaptureFixture[str]
) -> None:
    best = print_scores(2_000, planted, capsys)[0]
    assert (best.name, best.knows) == (by, True)


@pytest.mark.soak
def test_first_card_is_unpredictable_in_ten_thousand_deals(capsys: pytest.CaptureFixture[str]) -> None:
    assert [str(score) for score in print_scores(10_000, as_promised, capsys) if score.knows] == []

"""The shuffle does what its documentation says: it agrees with a second implementation and with fixed vectors."""

import hashlib
from collections import Counter
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.fairness.shuffle import below, shuffle, words

seeds = st.binary(min_size=0, max_size=40)
labels = st.text(max_size=12)


def stream(seed: bytes, label: str, count: int) -> list[int]:
    """Return the random numbers as documented: SHA-256 digests in order, cut into four-byte words."""
    octets = b""
    block = 0
    while len(octets) < 4 * count:
        octets += hashlib.sha256(b"\x00".join([seed, label.encode("utf-8"), block.to_bytes(8, "big")])).digest()
        block += 1
    return [int.from_bytes(octets[4 * i : 4 * i + 4], "big") for i in range(count)]


def dealt(seed: bytes, label: str, size: int) -> list[int]:
    """Return the documented shuffle of 0 … size-1."""
    numbers = iter(stream(seed, label, 4 * size + 8))
    cards = list(range(size))
    for last in reversed(range(1, size)):
        ways = last + 1
        usable = (2**32 // ways) * ways
        word = next(word for word in numbers if word < usable)
        pick = word % ways
        cards[last], cards[pick] = cards[pick], cards[last]
    return cards


@given(seeds, labels)
def test_stream_is_the_documented_one(seed: bytes, label: str) -> None:
    assert list(islice(words(seed, label), 20)) == stream(seed, label, 20)


@given(seeds, labels, st.integers(0, 60))
def test_shuffle_is_the_documented_one(seed: bytes, label: str, size: int) -> None:
    assert shuffle(seed, label, range(size)) == dealt(seed, label, size)


@pytest.mark.parametrize(
    ("seed", "label", "size", "expected"),
    [
        ("00", "deal 1", 12, [2, 1, 6, 10, 11, 4, 8, 7, 3, 5, 9, 0]),
        ("6f3a9c", "trumps 2", 12, [11, 5, 8, 0, 7, 9, 3, 2, 10, 4, 6, 1]),
        ("", "first", 6, [4, 2, 1, 3, 5, 0]),
    ],
)
def test_fixed_vectors_never_change(seed: str, label: str, size: int, expected: list[int]) -> None:
    assert shuffle(bytes.fromhex(seed), label, range(size)) == expected == dealt(bytes.fromhex(seed), label, size)


def test_word_above_the_last_whole_multiple_is_skipped() -> None:
    assert below(iter([2**32 - 1, 2**32 - 1, 7]), 3) == 1
    assert below(iter([2**32 - 1]), 2) == 1
    assert below(iter([2**32 - 2, 5]), 3) == (2**32 - 2) % 3


def test_shuffle_of_at_most_one_item_needs_no_draw() -> None:
    assert shuffle(b"", "x", []) == []
    assert shuffle(b"", "x", ["only"]) == ["only"]


@given(seeds, labels, st.lists(st.integers(), max_size=30))
def test_shuffle_keeps_every_item_and_does_not_change_its_input(seed: bytes, label: str, items: list[int]) -> None:
    before = list(items)
    assert Counter(shuffle(seed, label, items)) == Counter(items)
    assert items == before


def test_seed_and_label_are_hashed_separately() -> None:
    assert shuffle(b"a", "b", range(30)) != shuffle(b"ab", "", range(30))
    assert shuffle(b"a", "deal 1", range(30)) != shuffle(b"a", "deal 2", range(30))


def test_all_orders_are_equally_frequent() -> None:
    counts = Counter(tuple(shuffle(number.to_bytes(4, "big"), "fair", range(4))) for number in range(12_000))
    assert len(counts) == 24
    assert all(400 < count < 600 for count in counts.values())


def test_shuffle_skips_words_that_would_cause_a_bias(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shuffle by invented words (random numbers), because no seed is known whose shuffle skips a word.

    Two words are skipped while five items are left to be placed, and one while three items are left.
    """
    drawn = [2**32 - 1, 2**32 - 1, 7, 5, 2**32 - 1, 2**32 - 2, 0, 9]
    octets = b"".join(word.to_bytes(4, "big") for word in drawn)
    monkeypatch.setattr("engine.fairness.shuffle._octets", lambda _seed, _label, _blocks: octets)
    assert shuffle(b"", "any", "abcde") == ["d", "a", "e", "b", "c"]


def test_unordered_places_get_the_same_items_in_any_order() -> None:
    for number in range(50):
        seed = bytes([number])
        whole, part = shuffle(seed, "deal 1", range(48)), shuffle(seed, "deal 1", range(48), 10)
        assert part[10:] == whole[10:]
        assert set(part[:10]) == set(whole[:10])

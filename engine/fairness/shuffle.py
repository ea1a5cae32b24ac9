"""The shuffle of every deal: a SHA-256 stream and a Fisher-Yates shuffle, which anybody can repeat.

For a seed (bytes) and a label (text, such as `deal 2`) the stream is the concatenation, for i = 0, 1, 2, …, of

    SHA-256(seed + 0x00 + label as UTF-8 + 0x00 + i as 8 bytes, big-endian)

read as 4-byte big-endian words. A number below n is w mod n, where w is the next word below 2^32 - (2^32 mod n). Other
words are skipped, so every number is equally likely. `shuffle` goes from the last place down to the second: place i
swaps with the place `below(i + 1)`. Each draw has its own label and does not depend on the draws before it.
"""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import count
from struct import unpack, unpack_from
from typing import TypeVar

T = TypeVar("T")

_SPAN = 1 << 32


def words(seed: bytes, label: str) -> Iterator[int]:
    """Yield the endless stream of 32-bit words for `seed` and `label`."""
    for block in count():
        yield from unpack(">8I", _octets(seed, label, range(block, block + 1)))


def _octets(seed: bytes, label: str, blocks: range) -> bytes:
    prefix = seed + b"\0" + label.encode() + b"\0"
    return b"".join([sha256(prefix + block.to_bytes(8, "big")).digest() for block in blocks])


def below(stream: Iterator[int], limit: int) -> int:
    """Return the next number 0 … limit-1 of a stream of `words`."""
    fair = _SPAN - _SPAN % limit
    word = next(stream)
    while word >= fair:
        word = next(stream)
    return word % limit


def shuffle(seed: bytes, label: str, items: Sequence[T], unordered: int = 1) -> list[T]:
    """Return `items` in the order that `seed` and `label` give.

    The first `unordered` places get the same items as in a full shuffle, but not in a random order. This saves draws
    where the order does not matter.
    """
    result = list(items)
    size = len(result)
    draws = size - unordered
    if draws < 1:
        return result
    # Read all words at once. This is faster, and deals take a large part of the time of a random game. One shuffle in
    # a million may have to skip a word; that shuffle draws its words one by one.
    drawn: Sequence[int] = unpack_from(f">{draws}I", _octets(seed, label, range((draws + 7) // 8)))
    if max(drawn) >= _SPAN - size:
        stream = words(seed, label)
        drawn = [below(stream, limit) for limit in range(size, unordered, -1)]
    place = size
    for word in drawn:
        other = word % place
        place -= 1
        result[place], result[other] = result[other], result[place]
    return result

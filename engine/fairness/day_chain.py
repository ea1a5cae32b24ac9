"""Chains of the day's secrets, version `ichiza/2`: the value of a day promises all later days of its chain.

The value of day d - 1 is SHA-256 over `ichiza/2`, `day d`, and the value of day d, which is the secret of that day's
deals. A day's value comes out when the day is over, and leads to all earlier values, but to no later one. So any
earlier value checks a day. A chain begins with the value of the day two before its first day, so every day has one that
is out before the day opens.

A record of a day's deal has no moves, and proves the cards alone.
"""

import hmac
from dataclasses import dataclass, field
from typing import ClassVar

from engine.fairness.commitment_list import VERSION
from engine.fairness.deal_commitment import hashed

SECRET_BYTES = 32
SEED_BYTES = 16
DAYS = 400
"""The number of days of a chain."""
AHEAD = 2
"""A value promises a day that comes at least this many days later. The value of the day before comes out when the day
opens, which is too late.
"""


@dataclass(frozen=True, slots=True)
class DayCommitment:
    """A candidate of a day's deals, which follows from the secret of the day."""

    version: ClassVar[str] = VERSION
    events: ClassVar[tuple[str, ...]] = ()
    """Nobody takes part in a day's deal: all people get the same cards."""

    day: int
    candidate: int
    secret: bytes = field(repr=False)

    @property
    def table(self) -> str:
        """The name of the deal, where other records have their table."""
        return f"day {self.day}/{self.candidate}"

    @property
    def commitment(self) -> str:
        """The value of the day before, which comes out when the day opens."""
        return value_before(self.secret, self.day).hex()

    @property
    def stated(self) -> object:
        """The commitment as a record states it."""
        return self.commitment

    @property
    def seed(self) -> bytes:
        """The seed of the deal."""
        return drawn(self.secret, self.day, self.candidate)[:SEED_BYTES]


def value_before(value: bytes, day: int) -> bytes:
    """Return the value of the day before `day`, whose value is `value`."""
    return bytes.fromhex(hashed([VERSION, f"day {day}", value.hex()]))


def value_of(value: bytes, day: int, earlier: int) -> bytes:
    """Return the value of an earlier day of the chain in which `day` has this value."""
    for number in range(day, earlier, -1):
        value = value_before(value, number)
    return value


def leads(value: bytes, day: int, earlier_value: bytes, earlier: int) -> bool:
    """Tell whether an earlier day has this value in the chain in which `day` has the value `value`."""
    return day - earlier < DAYS + AHEAD and value_of(value, day, earlier) == earlier_value


def drawn(secret: bytes, day: int, candidate: int) -> bytes:
    """Return the bytes from which a candidate of a day is made: its seed, and the byte that gives the person's seat."""
    return hmac.digest(secret, f"day {day} deal {candidate}".encode(), "sha256")

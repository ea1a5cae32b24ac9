"""Lists of deal commitments, version `ichiza/2`: a server's list fixes its next 1,024 deals by their numbers.

A list has a key, which is secret, and an id, which is public. Of each number follow a secret and a commitment. The file
with all commitments is public before the first deal, and SHA-256 over the file tells one list from another.

- The **secret** of a number is HMAC-SHA256 of the number, with the list's key as the key.
- The **commitment** is SHA-256 over `ichiza/2`, the list's id, the number and the secret.
- The **seed** is HMAC-SHA256 with the secret as the key, over `ichiza/2`, the list's id, the number, the table, the
  game, the version of its rules, the seats and the options, and then the events. So one secret deals other cards at
  each table and for each game.

All hashed data is lines of text, as in `engine.fairness.deal_commitment`.
"""

import hmac
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import ClassVar, Self

from engine.errors import BadRecord
from engine.fairness.deal_commitment import DealCommitment, hashed, text_of

VERSION = "ichiza/2"
KEY_BYTES = 32
ID_BYTES = 8
NUMBERS = 1024
"""The numbers of a list go from 1 to this number."""

_LINE = re.compile("[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class ListedCommitment(DealCommitment):
    """A commitment on a list, and all that its deal depends on."""

    version: ClassVar[str] = VERSION

    list_id: str = ""
    """The id of the list: 16 digits of lower-case hex."""
    number: int = 0
    seats: int = 0
    options: Mapping[str, object] = field(default_factory=dict)
    """The options as in the record, spelled out."""

    @property
    def commitment(self) -> str:
        """The public hash, which is on the list."""
        return commitment_of(self.list_id, self.number, self.secret)

    @property
    def stated(self) -> object:
        """The commitment as a record states it: the list, the number, and the hash."""
        return {"list": self.list_id, "number": self.number, "hash": self.commitment}

    @property
    def seed(self) -> bytes:
        """The seed of the deal, final after `dealing` and the last event."""
        options = json.dumps(dict(self.options), ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        about = (VERSION, self.list_id, self.number, self.table, self.game, self.rules, self.seats, options)
        return hmac.digest(self.secret, text_of([*map(str, about), *self.events]), "sha256")

    def dealing(self, seats: int, options: Mapping[str, object]) -> Self:
        """Return the commitment for a deal with these seats and options, as they are in the record."""
        return replace(self, seats=seats, options=options)


def secret_of(key: bytes, number: int) -> bytes:
    """Return the secret of a number on the list with this key."""
    return hmac.digest(key, text_of([str(number)]), "sha256")


def commitment_of(list_id: str, number: int, secret: bytes) -> str:
    """Return the commitment to a secret, which is on the list at this number."""
    return hashed([VERSION, list_id, str(number), secret.hex()])


def commitments(list_id: str, key: bytes) -> list[str]:
    """Return the commitments of a list, from number 1 on."""
    return [commitment_of(list_id, number, secret_of(key, number)) for number in range(1, NUMBERS + 1)]


def file_of(every: Sequence[str]) -> str:
    """Return the text of a list's file: a line for each number, with the number, a blank, and the commitment."""
    return "".join(f"{number} {commitment}\n" for number, commitment in enumerate(every, 1))


def file_hash(text: str) -> str:
    """Return SHA-256 over a list's file, in hex."""
    return sha256(text.encode()).hexdigest()


def read_file(text: str) -> list[str]:
    """Return the commitments in a list's file, from number 1 on.

    Raises:
        BadRecord: the text is no such file: a line is missing, doubled or in another form.
    """
    lines = text.split("\n")
    if len(lines) != NUMBERS + 1 or lines.pop():
        raise BadRecord(f"list: the file of a list has {NUMBERS} lines, each with its line feed")
    every = []
    for number, line in enumerate(lines, 1):
        stated, _, commitment = line.partition(" ")
        if stated != str(number) or not _LINE.fullmatch(commitment):
            raise BadRecord(f"list: line {number} is not {number}, a blank, and 64 digits of lower-case hex")
        every.append(commitment)
    return every

"""Deals that anyone can check: what is promised before anybody sits down, and the seed that people have a part in.

All that is hashed is text in UTF-8, each line ended by a line feed, bytes as lower-case hex, so that it can be done by
hand with `sha256sum` and `openssl`; docs/fairness.md shows how.

- the **commitment** is SHA-256 over `ichiza/1`, the table, the game, the version of its rules, and the house's secret;
- each join, leaving, cut and the start is an **event**, a line: `join 77` with the number that Discord gave that click,
  or `cut` and SHA-256 over a nonce, which the cutter alone knows before they choose words, and these. None says who;
- the **seed** of the deal is HMAC-SHA256 of the events, the secret being the key;
- what was **played** is SHA-256 over game, rules, seats, the number of deals, options and moves.
"""

from __future__ import annotations

import hmac
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import NamedTuple

from engine.errors import BadRecord

VERSION = "ichiza/1"
SECRET_BYTES = 32
NONCE_BYTES = 16

_KEYS = ("version", "table", "secret", "commitment", "events", "played")
_TABLE = re.compile(r"[1-9][0-9]{0,18}(/rematch)?")
_HEX = re.compile(r"[0-9a-f]{64}")
_NONCE = re.compile(r"[0-9a-f]{32}")
_EVENT = re.compile(r"(join|leave|start) (0|[1-9][0-9]{0,19})|cut [0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class DealCommitment:
    """What is fixed before anybody sits down, and all that has happened since."""

    table: str
    """Its number; of a rematch, which has none yet, that of the table before: `12/rematch`."""
    game: str
    rules: int
    secret: bytes = field(repr=False)
    events: tuple[str, ...] = ()

    @property
    def commitment(self) -> str:
        """What everybody can know of the secret from the beginning."""
        return _hashed([VERSION, self.table, self.game, str(self.rules), self.secret.hex()])

    @property
    def seed(self) -> bytes:
        """What the deal is drawn from once the last event has happened."""
        return hmac.digest(self.secret, _text(self.events), "sha256")

    def after(self, event: str) -> DealCommitment:
        """With one event more."""
        return replace(self, events=(*self.events, event))


class Proof(NamedTuple):
    """What a record tells of its promise; whether that is so is found by `engine.fairness.verify`."""

    promise: DealCommitment
    commitment: str
    played: str


def rematch_of(table: str) -> str:
    """What the promise of a table's rematch is made for."""
    return f"{table}/rematch"


def join(click: int) -> str:
    """The event of a join: the number that Discord gave to the click."""
    return f"join {click}"


def read_nonce(text: str) -> bytes | None:
    """Read a nonce as somebody has pasted it: blanks around it and the case of its digits do not count; None: none."""
    digits = text.strip().lower()
    return bytes.fromhex(digits) if _NONCE.fullmatch(digits) else None


def cut(nonce: bytes, words: str) -> str:
    """The event of a cut."""
    return f"cut {_hashed([nonce.hex(), words])}"


def played(record: Mapping[str, object]) -> str:
    """What says of a record, as data for JSON with its options and deals in full, which game was played how."""
    options, deals, moves = record["options"], record["deals"], record["moves"]
    assert isinstance(options, Mapping)  # noqa: S101  it is a record
    assert isinstance(deals, list)  # noqa: S101
    assert isinstance(moves, list)  # noqa: S101
    return _hashed(
        [
            *map(str, (record["game"], record["rules"], record["seats"], len(deals))),
            *(f"{name} {json.dumps(options[name], ensure_ascii=False)}" for name in sorted(options)),
            *moves,
        ]
    )


def proven(record: Mapping[str, object], promise: DealCommitment) -> dict[str, object]:
    """A full record with its proof. The secret is in it: only for games that nobody plays any more."""
    proof = {
        "version": VERSION,
        "table": promise.table,
        "secret": promise.secret.hex(),
        "commitment": promise.commitment,
        "events": list(promise.events),
        "played": played(record),
    }
    return {**record, "fair": proof}


def read(data: object, game: str, rules: int) -> Proof:
    """Check the form of a record's proof.

    Raises:
        BadRecord: names the first key that is wrong, and why.
    """
    if not isinstance(data, dict) or set(data) != set(_KEYS):
        raise BadRecord(f"fair: must be a JSON object with {', '.join(_KEYS)}")
    if data["version"] != VERSION:
        raise BadRecord(f"fair, version: {data['version']!r} is unknown (known: {VERSION})")
    if not isinstance(data["table"], str) or not _TABLE.fullmatch(data["table"]):
        raise BadRecord(f"fair, table: {data['table']!r} is no number of a table")
    for key in ("secret", "commitment", "played"):
        if not isinstance(data[key], str) or not _HEX.fullmatch(data[key]):
            raise BadRecord(f"fair, {key}: {data[key]!r} is not 64 digits of lower-case hex")
    if not isinstance(data["events"], list):
        raise BadRecord("fair, events: must be a list")
    for number, event in enumerate(data["events"], start=1):
        if not isinstance(event, str) or not _EVENT.fullmatch(event):
            raise BadRecord(f"fair, event {number}: {event!r} is none")
    promise = DealCommitment(data["table"], game, rules, bytes.fromhex(data["secret"]), tuple(data["events"]))
    return Proof(promise, data["commitment"], data["played"])


def _text(lines: Iterable[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()


def _hashed(lines: Iterable[str]) -> str:
    return sha256(_text(lines)).hexdigest()

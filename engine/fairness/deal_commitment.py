"""Deal commitments: a hash published before anybody joins, and a seed that the players influence.

All hashed data is UTF-8 text. Each line ends with a line feed, and bytes are lower-case hex. So everybody can repeat
the hashes by hand with `sha256sum` and `openssl`; docs/fairness.md shows the commands.

- The **commitment** is SHA-256 over `ichiza/1`, the table, the game, the version of its rules, and the bot's secret.
- Each join, leave, cut and start is an **event**, one line. A join is `join 77` if 77 is the number that Discord gave
  to the click. A cut is `cut` and SHA-256 over a nonce and the player's words. The bot shows the nonce to this player
  only, before the player chooses the words. No event names a person.
- The **seed** of the deal is HMAC-SHA256 of the events, with the secret as the key.
- **played** is SHA-256 over game, rules, seats, the number of deals, options and moves.
"""

from __future__ import annotations

import hmac
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Any, NamedTuple

from engine.errors import BadRecord

VERSION = "ichiza/1"
SECRET_BYTES = 32
NONCE_BYTES = 16

_KEYS = ("version", "table", "secret", "commitment", "events", "played")
_REMATCH = "/rematch"
_TABLE = re.compile(r"[1-9][0-9]{0,18}(/rematch)?|night [1-9][0-9]{0,18}/[1-9]")
_HEX = re.compile(r"[0-9a-f]{64}")
_NONCE = re.compile(r"[0-9a-f]{32}")
_EVENT = re.compile(r"(join|leave|start) (0|[1-9][0-9]{0,19})|cut [0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class DealCommitment:
    """The data fixed before anybody joins, and all events since."""

    table: str
    """The number of the table; `12/rematch` for the rematch of table 12, which has no number yet; or `night 3/1` for
    all tables of the first stage of league night 3, which have the same deals.
    """
    game: str
    rules: int
    secret: bytes = field(repr=False)
    events: tuple[str, ...] = ()

    @property
    def commitment(self) -> str:
        """The public hash, which hides the secret until the end of the game."""
        return hashed([VERSION, self.table, self.game, str(self.rules), self.secret.hex()])

    @property
    def seed(self) -> bytes:
        """The seed of the deal, final after the last event."""
        return hmac.digest(self.secret, _text(self.events), "sha256")

    def after(self, event: str) -> DealCommitment:
        """Return a copy with one more event."""
        return replace(self, events=(*self.events, event))


class Proof(NamedTuple):
    """The proof of a deal as a record states it; `engine.fairness.verify` checks it."""

    promise: DealCommitment
    commitment: str
    played: str


def rematch_of(table: str) -> str:
    """Return the table name in the commitment for the rematch of `table`, which has no number of its own yet."""
    return f"{table}{_REMATCH}"


def stage_of(night: int, stage: int) -> str:
    """Return the table name in the commitment for a stage of a league night, which all tables of the stage share."""
    return f"night {night}/{stage}"


def is_of_rematch(table: str) -> bool:
    """Tell whether a commitment with this table name was made for a rematch."""
    return table.endswith(_REMATCH)


def join(click: int) -> str:
    """Return the event of a join. `click` is the number that Discord gave to the click (the interaction's id)."""
    return f"join {click}"


def read_nonce(text: str) -> bytes | None:
    """Read a pasted nonce, ignoring surrounding blanks and the case of its digits; None: it is no nonce."""
    digits = text.strip().lower()
    return bytes.fromhex(digits) if _NONCE.fullmatch(digits) else None


def cut(nonce: bytes, words: str) -> str:
    """Return the event of a cut."""
    return f"cut {hashed([nonce.hex(), words])}"


def played_hash(record: Mapping[str, Any]) -> str:
    """Return the hash of the game and its moves. `record` is data for JSON, with all options and deals."""
    return hashed(
        [
            *map(str, (record["game"], record["rules"], record["seats"], len(record["deals"]))),
            *(f"{name} {json.dumps(value, ensure_ascii=False)}" for name, value in sorted(record["options"].items())),
            *record["moves"],
        ]
    )


def with_proof(record: Mapping[str, object], promise: DealCommitment) -> dict[str, object]:
    """Return a full record with its proof. The proof contains the secret, so the game must be over."""
    proof = {
        "version": VERSION,
        "table": promise.table,
        "secret": promise.secret.hex(),
        "commitment": promise.commitment,
        "events": list(promise.events),
        "played": played_hash(record),
    }
    return {**record, "fair": proof}


def read(data: object, game: str, rules: int) -> Proof:
    """Check the form of a record's proof.

    Raises:
        BadRecord: names the first wrong key, and the reason.
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


def hashed(lines: Iterable[str]) -> str:
    """Return SHA-256 over these lines, in hex."""
    return sha256(_text(lines)).hexdigest()

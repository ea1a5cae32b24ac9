"""The key `fair` of a record: the proof of its deals, in each version.

All versions have the same keys, so that a verifier that does not know a version names it. **played** is SHA-256 over
game, rules, seats, the number of deals, options and moves.
"""

import json
import re
from collections.abc import Mapping
from typing import Any, NamedTuple, TypeAlias

from engine.errors import BadRecord
from engine.fairness import commitment_list
from engine.fairness.commitment_list import NUMBERS, ListedCommitment
from engine.fairness.day_chain import DayCommitment
from engine.fairness.deal_commitment import VERSION, DealCommitment, hashed

Promise: TypeAlias = DealCommitment | DayCommitment

_KEYS = ("version", "table", "secret", "commitment", "events", "played")
_LISTED = ("list", "number", "hash")
_TABLE = re.compile(r"[1-9][0-9]{0,18}(/rematch)?|night [1-9][0-9]{0,18}/[1-9]")
_DAY = re.compile(r"day ([1-9][0-9]{0,6})/(0|[1-4]?[0-9])")
_HEX = re.compile(r"[0-9a-f]{64}")
_LIST = re.compile(f"[0-9a-f]{{{2 * commitment_list.ID_BYTES}}}")
_EVENT = re.compile(r"(join|leave|start) (0|[1-9][0-9]{0,19})|cut [0-9a-f]{64}")


class Proof(NamedTuple):
    """The proof of a deal as a record states it; `engine.fairness.verify` checks it."""

    promise: Promise
    commitment: str
    played: str


def played_hash(record: Mapping[str, Any]) -> str:
    """Return the hash of the game and its moves. `record` is data for JSON, with all options and deals."""
    return hashed(
        [
            *map(str, (record["game"], record["rules"], record["seats"], len(record["deals"]))),
            *(f"{name} {json.dumps(value, ensure_ascii=False)}" for name, value in sorted(record["options"].items())),
            *record["moves"],
        ]
    )


def with_proof(record: Mapping[str, object], promise: Promise) -> dict[str, object]:
    """Return a full record with its proof. The proof contains the secret, so the game must be over."""
    proof = {
        "version": promise.version,
        "table": promise.table,
        "secret": promise.secret.hex(),
        "commitment": promise.stated,
        "events": list(promise.events),
        "played": played_hash(record),
    }
    return {**record, "fair": proof}


def read(data: object, about: Mapping[str, Any]) -> Proof:
    """Check the form of a record's proof; `about` has the record's game, rules, seats, options and moves.

    Raises:
        BadRecord: names the first wrong key, and the reason.
    """
    if not isinstance(data, dict) or set(data) != set(_KEYS):
        raise BadRecord(f"fair: must be a JSON object with {', '.join(_KEYS)}")
    version, name, commitment = (data[key] for key in ("version", "table", "commitment"))
    if version not in (VERSION, commitment_list.VERSION):
        raise BadRecord(f"fair, version: {version!r} is unknown (known: {VERSION}, {commitment_list.VERSION})")
    day = _day(name) if version == commitment_list.VERSION else None
    if day is None and (not isinstance(name, str) or not _TABLE.fullmatch(name)):
        raise BadRecord(f"fair, table: {name!r} is no number of a table")
    for key in ("secret", "played"):
        if not isinstance(data[key], str) or not _HEX.fullmatch(data[key]):
            raise BadRecord(f"fair, {key}: {data[key]!r} is not 64 digits of lower-case hex")
    _check_events(data["events"])
    secret, events = bytes.fromhex(data["secret"]), tuple(data["events"])
    if day is not None:
        if events or about["moves"]:
            raise BadRecord("fair: the record of a day's deal has neither events nor moves")
        return Proof(DayCommitment(*day, secret), _hash(commitment), data["played"])
    fixed = (name, about["game"], about["rules"], secret, events)
    if version == VERSION:
        return Proof(DealCommitment(*fixed), _hash(commitment), data["played"])
    list_id, number, stated = _listed(commitment)
    promise = ListedCommitment(*fixed, list_id, number, about["seats"], about["options"])
    return Proof(promise, stated, data["played"])


def _day(name: object) -> tuple[int, int] | None:
    """Return the day and the candidate of a deal with this name; None for other names."""
    found = _DAY.fullmatch(name) if isinstance(name, str) else None
    return (int(found[1]), int(found[2])) if found else None


def _check_events(events: object) -> None:
    if not isinstance(events, list):
        raise BadRecord("fair, events: must be a list")
    for number, event in enumerate(events, start=1):
        if not isinstance(event, str) or not _EVENT.fullmatch(event):
            raise BadRecord(f"fair, event {number}: {event!r} is none")


def _hash(commitment: object) -> str:
    if not isinstance(commitment, str) or not _HEX.fullmatch(commitment):
        raise BadRecord(f"fair, commitment: {commitment!r} is not 64 digits of lower-case hex")
    return commitment


def _listed(commitment: object) -> tuple[str, int, str]:
    """Return the list, the number and the hash of a commitment on a list."""
    if not isinstance(commitment, dict) or set(commitment) != set(_LISTED):
        raise BadRecord(f"fair, commitment: must be a JSON object with {', '.join(_LISTED)}")
    list_id, number, stated = (commitment[key] for key in _LISTED)
    if not isinstance(list_id, str) or not _LIST.fullmatch(list_id):
        raise BadRecord(f"fair, commitment, list: {list_id!r} is not {2 * commitment_list.ID_BYTES} digits of hex")
    if type(number) is not int or not 1 <= number <= NUMBERS:
        raise BadRecord(f"fair, commitment, number: {number!r} is not a number from 1 to {NUMBERS}")
    return list_id, number, _hash(stated)

"""Golden records: where they lie, and what stands in one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from engine import record

FOLDER = Path(__file__).parent
RECORDS = 5
"""At least so many for each game and number of seats."""


class Golden(NamedTuple):
    """One golden record: a file."""

    record: dict[str, Any]
    """In full."""
    trace: str
    """SHA-256 of what `python -m engine replay --trace` prints."""
    position: dict[str, Any]
    """The last line of that, so that a difference can be read."""


def load(path: Path) -> Golden:
    """A golden record from its file."""
    return Golden(**json.loads(path.read_text(encoding="utf-8")))


def paths(game: str, seats: int) -> Iterator[Path]:
    """The files of one game and number of seats."""
    return iter(sorted(FOLDER.glob(f"{game}-{seats}-*.json")))


def digest(loaded: record.Record) -> str:
    """The digest of a record's trace."""
    lines = (json.dumps(record.position(game), ensure_ascii=False) + "\n" for game in loaded.positions())
    return sha256("".join(lines).encode()).hexdigest()

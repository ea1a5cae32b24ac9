"""Golden records: their files and their content, see `tests.engine.golden`."""

import json
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from engine import record

FOLDER = Path(__file__).parent
RECORDS = 5
"""The least number of records for each game and number of seats."""


class Golden(NamedTuple):
    """One golden record, stored in a file."""

    record: dict[str, Any]
    """The full record."""
    trace: str
    """SHA-256 of the output of `python -m engine replay --trace`."""
    position: dict[str, Any]
    """The last line of the same output, to make a difference readable."""


def load(path: Path) -> Golden:
    """Read a golden record from its file."""
    return Golden(**json.loads(path.read_text(encoding="utf-8")))


def paths(game: str, seats: int) -> Iterator[Path]:
    """Yield the files of one game and number of seats."""
    return iter(sorted(FOLDER.glob(f"{game}-{seats}-*.json")))


def digest(loaded: record.Record) -> str:
    """Return the digest of a record's trace, the positions that `python -m engine replay --trace` prints."""
    lines = (json.dumps(record.position(game), ensure_ascii=False) + "\n" for game in loaded.positions())
    return sha256("".join(lines).encode()).hexdigest()

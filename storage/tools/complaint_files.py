"""Complaint files: moves of computer players that people find silly, one file each, for the operator."""

import asyncio
import threading
from pathlib import Path

from storage.errors import StoreError, reason
from storage.sqlite.database_files import beside, create

FOLDER = "-silly"
"""Suffix of the folder beside the database."""
_OWNERS = 0o700
_filing = threading.Lock()
"""Lock that lets only one complaint be filed at a time."""


class ComplaintFiles:
    """Files for complaints. They contain all hands, so only their owner can read them."""

    def __init__(self, database: Path) -> None:
        """Keep complaints in a folder beside the database at the path `database`."""
        self._path = database

    async def file(self, name: str, text: str, most: int) -> None:
        """Store a complaint, and delete all but the newest `most` complaints; do nothing if the name is taken."""
        try:
            await asyncio.to_thread(_file, self._path, f"{name}.json", text, most)
        except OSError as error:
            raise StoreError(
                f"{beside(self._path, FOLDER)} cannot be written ({reason(error)}): make room there."
            ) from error


def _file(database: Path, name: str, text: str, most: int) -> None:
    """Write a file whole or not at all, never readable by others; raises `OSError`."""
    folder = beside(database.resolve(), FOLDER)
    with _filing:
        if not folder.is_dir():  # a folder that somebody else has made keeps its permissions
            folder.mkdir(_OWNERS)
            folder.chmod(_OWNERS)  # in case the umask has removed permissions of the owner too
        if (folder / name).exists():
            return
        draft = folder / f"{name}.draft"
        try:
            create(draft)
            draft.write_text(text, encoding="utf-8")
            draft.replace(folder / name)
        finally:
            draft.unlink(missing_ok=True)
        for old in sorted(folder.glob("*.json"), key=lambda file: file.stat().st_mtime_ns)[:-most]:
            old.unlink()

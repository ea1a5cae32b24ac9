"""Complaints: moves that people find silly, each a file of its own beside the database, for whoever runs the bot."""

import asyncio
import threading
from pathlib import Path

from storage.errors import StoreError
from storage.sqlite.database_files import beside, create

FOLDER = "-silly"
"""Beside the database."""
_OWNERS = 0o700
_filing = threading.Lock()
"""One is filed after the other."""


class Complaints:
    """The store's part about complaints. They tell all hands, so nobody but the owner of the files can read them."""

    _path: Path
    """Of the database."""

    async def file_complaint(self, name: str, text: str, most: int) -> None:
        """Keep a complaint under a name, unless there is one; of all the last `most` that were filed are kept."""
        try:
            await asyncio.to_thread(_file, self._path, f"{name}.json", text, most)
        except OSError as error:
            raise StoreError(f"{beside(self._path, FOLDER)} cannot be written ({error}): make room there.") from error


def _file(database: Path, name: str, text: str, most: int) -> None:
    """Write a file whole or not at all, and at no moment for others to read; raises `OSError`."""
    folder = beside(database.resolve(), FOLDER)
    with _filing:
        folder.mkdir(_OWNERS, exist_ok=True)
        folder.chmod(_OWNERS)  # whatever the umask, and where it was there
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

"""New SQLite databases of the bot: copies of a single migrated one, because the migrations take 40 ms each time."""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from storage.tools.migrator import prepared


@cache
def new_database() -> bytes:
    """Return the content of a database without rows."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "ichiza.sqlite3"
        with prepared(file):
            return file.read_bytes()


def put_new_database(file: Path) -> None:
    """Write a database without rows, unless the file exists."""
    if not file.exists():
        file.write_bytes(new_database())

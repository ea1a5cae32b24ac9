"""Opening the files that settings name. Anything but a plain file is refused before it is opened or changed.

A path may name a folder or a device by mistake. A process of root could read such a thing without end, or take its
permissions away from the whole machine. So only a file that the bot itself makes gets permissions from the bot.
"""

import os
import stat
from pathlib import Path

_OWNERS = 0o600


def open_for_appending(path: Path) -> int:
    """Open a file for appending, and return its descriptor. A missing file is made, readable by its owner only.

    Raises:
        OSError: the file cannot be opened, or it is a folder, a device, a pipe or a socket.
    """
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_EXCL, _OWNERS)
    except FileExistsError:
        _check(path)
        return os.open(path, os.O_WRONLY | os.O_APPEND)
    path.chmod(_OWNERS)  # in case the umask has removed permissions of the owner too
    return descriptor


def read_text(path: Path, most: int) -> str:
    """Return the text of a file; raises `ValueError` if it is no UTF-8 or has more than `most` bytes, or `OSError`."""
    _check(path)
    with path.open("rb") as file:
        content = file.read(most + 1)
    if len(content) > most:
        raise ValueError(f"more than {most} bytes")
    return content.decode()


def _check(path: Path) -> None:
    if not stat.S_ISREG(path.stat().st_mode):
        raise OSError(f"{path} is no plain file")

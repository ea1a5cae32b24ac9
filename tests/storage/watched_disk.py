"""A layer between SQLite and the operating system that records writes and syncs.

SQLite reaches the disk through a table of functions, its VFS (https://sqlite.org/vfs.html). `watched` replaces the
default VFS by a copy that records each write and each sync, and can make one of them fail. Tests see the order of
SQLite's requests, but not whether the operating system and the disk obey them. The module needs a Python whose SQLite
library `ctypes` can reach.
"""

import _sqlite3
import ctypes
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from ctypes import CFUNCTYPE, POINTER, Structure, byref, c_char_p, c_int, c_int64, c_void_p
from dataclasses import dataclass, field

import pytest

OPEN = CFUNCTYPE(c_int, c_void_p, c_void_p, c_void_p, c_int, c_void_p)
WRITE = CFUNCTYPE(c_int, c_void_p, c_void_p, c_int, c_int64)
SYNC = CFUNCTYPE(c_int, c_void_p, c_int)


class Methods(Structure):
    """`sqlite3_io_methods`: operations on an open file."""

    _fields_ = (
        ("version", c_int),
        ("close", c_void_p),
        ("read", c_void_p),
        ("write", WRITE),
        ("truncate", c_void_p),
        ("sync", SYNC),
        ("others", c_void_p * 13),
    )


class Vfs(Structure):
    """`sqlite3_vfs`: operations on a disk."""

    _fields_ = (
        ("version", c_int),
        ("file_size", c_int),
        ("longest_path", c_int),
        ("next", c_void_p),
        ("name", c_char_p),
        ("data", c_void_p),
        ("open", OPEN),
        ("others", c_void_p * 15),
    )


@dataclass(frozen=True)
class Event:
    """An operation on the file named `file`: a write of the bytes from `start` to before `end`, or a sync.

    In a sync, `start` and `end` are 0.
    """

    file: str
    kind: str
    start: int = 0
    end: int = 0


@dataclass
class Disk:
    """The recorded events in order.

    A test may set `fails` to a function that returns SQLite's error code for an event that must fail, and 0 for others.
    """

    events: list[Event] = field(default_factory=list)
    fails: Callable[[Event], int] = lambda _event: 0

    def note(self, event: Event) -> int:
        """Record an event, and return the error code with which it must fail; 0 if it must not fail."""
        self.events.append(event)
        return self.fails(event)


_kept: list[object] = []
"""References that keep these objects alive while SQLite uses their addresses."""


@contextmanager
def watched() -> Iterator[Disk]:
    """Put all databases that are opened in the context on a watched disk.

    These databases must be closed before the context ends.
    """
    library = ctypes.CDLL(_sqlite3.__file__)
    try:
        find, register, unregister = (
            library.sqlite3_vfs_find,
            library.sqlite3_vfs_register,
            library.sqlite3_vfs_unregister,
        )
    except AttributeError:
        pytest.skip("this Python hides its SQLite")
    find.restype = POINTER(Vfs)
    original = find(None)
    assert original.contents.version >= 3
    disk, vfs = Disk(), Vfs.from_buffer_copy(original.contents)
    vfs.name, vfs.open = b"watched", OPEN(_opening(original, disk))
    _kept.append(vfs)
    register(byref(vfs), 1)
    try:
        yield disk
    finally:
        unregister(byref(vfs))
        register(original, 1)


def _opening(original: "ctypes._Pointer[Vfs]", disk: Disk) -> Callable[..., int]:
    really_open = original.contents.open

    def open_file(vfs: int, name: int | None, file: int, flags: int, out: int) -> int:
        code: int = really_open(vfs, name, file, flags, out)
        place = c_void_p.from_address(file)  # SQLite's structure of an open file begins with the address of its methods
        if place.value:
            methods = _watching(Methods.from_address(place.value), _last_part(name), disk)
            _kept.append(methods)
            place.value = ctypes.addressof(methods)
        return code

    return open_file


def _last_part(name: int | None) -> str:
    """Return the last part of the path that is stored at the address `name`.

    The parameter is an address and not a string, because SQLite stores further data behind the path.
    """
    return ctypes.string_at(name).decode().rpartition("/")[2] if name else ""


def _watching(original: Methods, name: str, disk: Disk) -> Methods:
    methods = Methods.from_buffer_copy(original)
    really_write, really_sync = original.write, original.sync

    def write(file: int, data: int, size: int, start: int) -> int:
        return disk.note(Event(name, "write", start, start + size)) or really_write(file, data, size, start)

    def sync(file: int, flags: int) -> int:
        return disk.note(Event(name, "sync")) or really_sync(file, flags)

    methods.write, methods.sync = WRITE(write), SYNC(sync)
    return methods

"""Records of any size: large files are refused unread, and no error repeats more than a few words of what is wrong."""

import copy
import io
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine import complaint, record
from engine.__main__ import MOST_BYTES, main, play_randomly
from engine.contract.chance import Chance
from engine.errors import BadRecord
from engine.fairness.verify import verify
from engine.game import Game

LONG = "Q" * 5_000
MOST = 200
VALUES: list[object] = [LONG, [[LONG]], {LONG: LONG}, f"0 play {LONG}", f"{LONG} play", int("9" * 4_000)]
READERS: list[Callable[[str], object]] = [lambda text: record.loads(text).replay(), verify, complaint.loads]


def places(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the paths to all values of a record, of long lists only to the first value."""
    yield path
    if isinstance(data, dict):
        for key, value in data.items():
            yield from places(value, (*path, key))
    elif isinstance(data, list) and data:
        yield from places(data[0], (*path, 0))


def changed(whole: dict[str, Any], path: tuple[Any, ...], value: object) -> object:
    """Return a record with another value at a path; a mapping there keeps its keys and gets one more."""
    if not path:
        return {**whole, LONG: value}
    data = copy.deepcopy(whole)
    at: Any = data
    for one in path[:-1]:
        at = at[one]
    at[path[-1]] = {**at[path[-1]], LONG: value} if isinstance(at[path[-1]], dict) and value == LONG else value
    return data


def errors(text: str) -> Iterator[str]:
    """Yield the errors with which a text is refused as a record."""
    for read in READERS:
        try:
            read(text)
        except BadRecord as error:
            yield str(error)


@pytest.mark.drawn(1)
@pytest.mark.parametrize("kind", Game.games.values(), ids=Game.games)
def test_no_error_about_a_record_repeats_more_than_200_characters_of_it(kind: type[Game]) -> None:
    game = kind(kind.seat_counts[0], {}, Chance(b"a"))
    play_randomly(game, Random(1))
    whole = record.write(game)
    texts = [json.dumps(changed(whole, path, value)) for path in places(whole) for value in VALUES]
    said = [error for text in texts for error in errors(text)]
    assert len(said) > 100
    assert [one for one in said if max(one.count("Q"), one.count("9")) > MOST] == []


def test_short_error_is_not_cut() -> None:
    assert str(BadRecord("move 7: " + "x" * 190)) == "move 7: " + "x" * 190


@pytest.mark.parametrize("command", [["replay"], ["verify"], ["silly"], ["review", "--seat", "0"]])
@pytest.mark.parametrize("name", ["-", "file"])
def test_file_above_one_megabyte_is_refused_unread(
    command: list[str], name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "record.json"
    file.write_bytes(b"[" * (MOST_BYTES + 1))
    with file.open("rb") as given:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(given))
        path = "-" if name == "-" else str(file)
        assert main([*command, path]) == 2
    assert capsys.readouterr() == ("", f"{path}: larger than 1 MB, so it is no record\n")

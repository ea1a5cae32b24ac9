"""The measured values of Tezuma's cards: a measurement can resume, and the game uses the values of the note."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from benchmarks import balance
from benchmarks.balance import Had, main, table
from engine.games.tezuma import Tezumashi, TezumaTrick
from engine.games.tezuma.bids import read_bids

NOTE = Path(__file__).parents[2] / "docs" / "balance.md"


def measured(log: Path, capsys: pytest.CaptureFixture[str], rounds: int, *more: str) -> str:
    arguments = ["tezuma-trick", "--player", "thumb", "--seed", "t", "--rounds", str(rounds), "--log", str(log), *more]
    assert main(arguments) == 0
    return capsys.readouterr().out


def test_interrupted_measurement_resumes_with_the_same_result(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    at_once, stopped = tmp_path / "at-once", tmp_path / "stopped"
    printed = measured(at_once, capsys, 6)
    measured(stopped, capsys, 3)
    with stopped.open("a") as log:
        log.write("[[4, 2,")
    assert measured(stopped, capsys, 6) == printed
    assert stopped.read_text() == at_once.read_text()


def test_measurement_ends_once_the_intervals_are_small_enough(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(balance, "GLANCE", 5)
    printed = measured(tmp_path / "log", capsys, 300, "--until", "1.5")
    assert int(printed.split()[0]) < 300


def test_log_of_other_cards_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = tmp_path / "log"
    measured(log, capsys, 1)
    first, *lines = log.read_text().splitlines()
    settings: dict[str, Any] = json.loads(first)
    settings["bids"][2] = "0:99"
    log.write_text("\n".join([json.dumps(settings), *lines]) + "\n")
    with pytest.raises(SystemExit):
        measured(log, capsys, 2)
    assert "0:99" in capsys.readouterr().err


def test_card_is_compared_with_the_mean_of_the_known_ones() -> None:
    # The known cards 1 and 2 have 4 and 2 points, and their mean of 3 counts, however often each was held.
    rounds = [
        [Had(1, 1, 2, 4), Had(2, 2, 4, 2), Had(3, 1, 0, 6)],
        [Had(1, 1, 2, 4), Had(4, 2, 4, 3), Had(3, 1, 0, 6)],
    ]
    printed = table(TezumaTrick, rounds)
    assert printed.startswith("2 rounds; the known cards' mean is 3.00\n")
    assert re.search(r"^\| 3 \|.*\| ours \| 2 \| 6.00 \(6.00-6.00\) \| 2.00 ! \|$", printed, re.MULTILINE)
    assert re.search(r"^\| 4 \|.*\| ours \| 1 \| .* \| 1.00 \|$", printed, re.MULTILINE)
    assert re.search(r"^\| `sword-walking` \| 4 \| 5.00 ", printed, re.MULTILINE)


@pytest.mark.parametrize("kind", [TezumaTrick, Tezumashi])
def test_note_lists_the_values_of_the_cards(kind: type[TezumaTrick | Tezumashi]) -> None:
    text = NOTE.read_text(encoding="utf-8")
    section = text.split(f"## The cards of `{kind.id}`")[1].split("\n## ")[0]
    listed = re.findall(r"^\| (\d) \| (known|ours) \| ([\d:+ ]+) \|", section, re.MULTILINE)
    cards = read_bids(kind.id)
    assert listed == [(str(card.number), "known" if card.known else "ours", card.table) for card in cards]

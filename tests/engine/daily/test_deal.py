"""The day's deal: AI players answer the same moves in the same way, in every process and on every Python."""

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine.daily.choice import play
from engine.daily.deal import DailyDeal, history, points
from engine.errors import BadRecord
from tests.engine.daily import replays
from tests.engine.daily.replays import GAMES, PLAYS, deal_of, is_answered_alike, line_of
from tests.source_tree import ROOT

ENDS = {
    "saizen": "f4941005af0f6c74",
    "scharfe-schoten": "a7d4c94fa1492e34",
    "tennos-square": "a71ad4f9a6fda710",
    "tezuma-trick": "15981ef4478a9005",
    "tezumashi": "7b217f82fa0a8cf0",
}
"""For each game: a digest of all moves of two plays, which is the same on every machine and Python.

If rules, policies or the search change on purpose, the digests must be changed too.
"""


def digest(game: str) -> str:
    """Return a digest of all moves of two plays of a deal: one by a random person, and one by the level "easy"."""
    deal = deal_of(game, 0)
    lines = [line_of(game, 0), history(play(deal, "easy", "1"))]
    return hashlib.sha256(json.dumps(lines).encode()).hexdigest()[:16]


@pytest.mark.drawn(1)
@pytest.mark.parametrize("game", GAMES)
def test_plays_end_alike_in_every_process_and_on_every_python(game: str) -> None:
    assert digest(game) == ENDS[game]  # Python's hash seed differs in each run


@pytest.mark.slow
@pytest.mark.drawn(1)
@pytest.mark.parametrize("game", GAMES)
def test_equal_moves_meet_equal_answers(game: str) -> None:
    deal, line = deal_of(game, 7), line_of(game, 7)
    assert is_answered_alike(deal, line)
    assert deal.resume(line).over
    assert not is_answered_alike(deal_of(game, 8), line)
    assert not is_answered_alike(deal, line[:-1])


@pytest.mark.slow
@pytest.mark.parametrize(("games", "plays"), [(GAMES[:1], 1), pytest.param(GAMES, PLAYS, marks=pytest.mark.soak)])
def test_recorded_plays_are_answered_alike_with_other_hash_seeds(tmp_path: Path, games: list[str], plays: int) -> None:
    file = tmp_path / "plays"
    replays.record(file, [(game, number) for number in range(plays) for game in games], 2)
    for hash_seed in ("1", "2"):
        ran = _run("from tests.engine.daily.replays import main; main()", hash_seed, "check", str(file))
        assert ran == f"0 of {plays * len(games)} plays differ"


@pytest.mark.slow
def test_otherwise_answered_play_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, line = tmp_path / "plays", line_of("scharfe-schoten", 1)
    for number, wrong in enumerate((line, [*line[:-1], (3 - line[-1][0], line[-1][1])])):
        file.write_text(json.dumps(["scharfe-schoten", 1, wrong]), encoding="utf-8")
        assert replays.main(["check", str(file), "--jobs", "1"]) == number
    assert capsys.readouterr().out.splitlines()[-1] == "scharfe-schoten 1"


@pytest.mark.drawn(1)
@pytest.mark.parametrize("game", GAMES)
def test_deal_has_one_round_and_waits_only_for_choices_of_the_person(game: str) -> None:
    deal = deal_of(game, 3)
    position = deal.start()
    deal.answer(position)
    while not position.over:
        assert position.to_act == (deal.seat,)
        assert position.forced(deal.seat) is None
        position.play(deal.seat, position.legal_moves(deal.seat)[0])
        deal.answer(position)
    assert len(position.rounds) == 1
    team = next(team for team in position.teams if deal.seat in team)
    assert points(position, deal.seat) == sum(position.scores[seat] for seat in team)


@pytest.mark.parametrize("game", GAMES)
def test_deal_is_read_back_from_json(game: str) -> None:
    deal = deal_of(game, 1)
    assert DailyDeal.from_data(json.loads(json.dumps(deal.as_data()))) == deal


def test_line_of_another_deal_is_refused() -> None:
    with pytest.raises(BadRecord):
        deal_of("saizen", 2).resume(line_of("saizen", 1))


def _run(code: str, hash_seed: str, *arguments: str) -> str:
    """Run code in another process, and return its output."""
    ran = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return ran.stdout.strip()

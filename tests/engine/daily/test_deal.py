"""The day's deal: equal moves meet equal answers, in every process and on every Python."""

import hashlib
import json
import os
import subprocess
import sys
from random import Random

import pytest

import engine.games  # noqa: F401  fills Game.games
from engine.daily import plan
from engine.daily.choice import play
from engine.daily.deal import DailyDeal, history, points
from engine.errors import BadRecord
from engine.game import Game
from tests.source_tree import ROOT

SECRET = bytes(range(16))
DAY = 20_784
GAMES = sorted(Game.games)
MANY = 2_000
ENDS = {
    "saizen": "",
    "scharfe-schoten": "",
    "tennos-square": "",
    "tezuma-trick": "",
    "tezumashi": "",
}
"""By game, a digest of all moves of two plays, the same on every machine and Python.

Rules, policies and the search may change on purpose, and the digests with them.
"""


def deal_of(game: str, number: int) -> DailyDeal:
    """Return a deal of a game with its usual options."""
    return plan.candidate(SECRET, DAY, game, {}, number)


def line_of(deal: DailyDeal, seed: int) -> list[tuple[int, str]]:
    """Return all moves of a play in which the person moves at random."""
    random, game = Random(seed), deal.start()
    deal.answer(game)
    while not game.over:
        game.play(deal.seat, random.choice(game.legal_moves(deal.seat)))
        deal.answer(game)
    return history(game)


def digest(game: str) -> str:
    """Return a digest of all moves of two plays of a deal: by a random person, and by the easy level."""
    deal = deal_of(game, 0)
    lines = [line_of(deal, 0), history(play(deal, "easy", "1"))]
    return hashlib.sha256(json.dumps(lines).encode()).hexdigest()[:16]


@pytest.mark.parametrize("hash_seed", ["1", "2"])
def test_plays_end_alike_in_every_process_and_on_every_python(hash_seed: str) -> None:
    code = "from tests.engine.daily.test_deal import GAMES, digest; print({game: digest(game) for game in GAMES})"
    ran = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert ran.stdout.strip() == str(ENDS)


@pytest.mark.parametrize("game", GAMES)
def test_equal_moves_meet_equal_answers(game: str) -> None:
    deal = deal_of(game, 7)
    line = line_of(deal, 7)
    check_answers(deal, line)
    assert deal.resume(line).over


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES)
def test_equal_moves_meet_equal_answers_in_many_plays(game: str) -> None:
    for number in range(MANY):
        deal = deal_of(game, number)
        check_answers(deal, line_of(deal, number))


def check_answers(deal: DailyDeal, line: list[tuple[int, str]]) -> None:
    """Check that the computer players answer the person's moves of a line anew as in the line."""
    game = deal.start()
    deal.answer(game)
    while not game.over:
        made = history(game)
        assert made == line[: len(made)]
        seat, text = line[len(made)]
        assert seat == deal.seat
        game.play(seat, game.parse(text))
        deal.answer(game)
    assert history(game) == line


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
    assert points(position, deal.seat) == position.scores[deal.seat]


@pytest.mark.parametrize("game", GAMES)
def test_deal_is_read_back_from_json(game: str) -> None:
    deal = deal_of(game, 1)
    assert DailyDeal.from_data(json.loads(json.dumps(deal.as_data()))) == deal


def test_line_of_another_deal_is_refused() -> None:
    line = line_of(deal_of("saizen", 1), 1)
    with pytest.raises(BadRecord):
        deal_of("saizen", 2).resume(line)

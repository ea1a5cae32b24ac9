"""The check of a closed day, as `python -m engine today` makes it."""

import json
import re

import pytest

from engine import record
from engine.__main__ import main
from engine.daily import choice, plan
from tests.source_tree import ROOT

SECRET, DAY = bytes(range(16)), 20_784
SHOWN = plan.commitment(SECRET, DAY)
ASKED = ("today", "--secret", SECRET.hex(), "--day")


def test_day_is_printed_with_the_cards_of_its_candidates(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*ASKED, str(DAY), "--deals", "3,49"]) == 0
    day, *found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert day == {"day": DAY, "commitment": SHOWN, "game": plan.game_of(DAY, "")[0]}
    assert [one["candidate"] for one in found] == [3, 49]
    for one in found:
        deal = plan.candidate(SECRET, DAY, *plan.game_of(DAY, ""), one["candidate"])
        assert (one["seat"], one["record"]) == (deal.seat, record.write(deal.start()))
        assert record.read(one["record"]).replay().round == 1


def test_all_candidates_are_printed_by_default_and_a_date_names_the_day(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*ASKED, "2026-11-27"]) == 0
    day, *found = capsys.readouterr().out.splitlines()
    assert json.loads(day)["day"] == DAY
    assert len(found) == choice.CANDIDATES


@pytest.mark.parametrize(
    ("shown", "code", "verdict"), [(SHOWN, 0, "yes"), (SHOWN.upper(), 0, "yes"), ("0" * 64, 1, "no")]
)
def test_commitment_is_compared(capsys: pytest.CaptureFixture[str], shown: str, code: int, verdict: str) -> None:
    assert main([*ASKED, str(DAY), "--deals", "0", "--commitment", shown]) == code
    assert capsys.readouterr().out.splitlines()[0] == f"This day is what was promised before it: {verdict}"


def test_command_of_the_document_compares_a_pasted_commitment(capsys: pytest.CaptureFixture[str]) -> None:
    [command] = re.findall(
        r"^    python -m engine (today .*)$", (ROOT / "docs/daily.md").read_text("utf-8"), re.MULTILINE
    )
    assert main([*command.split(), "--deals", "0"]) == 0
    assert capsys.readouterr().out.startswith("This day is what was promised before it: yes\n")


def test_deals_are_chosen_anew_when_asked(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = choice.drawn_deals(SECRET, DAY, "saizen", {})[::-1]
    monkeypatch.setattr("engine.daily.check.choose_deals", lambda *_, on: on(1, 1) or chosen)
    assert main([*ASKED, str(DAY), "--game", "saizen", "--choose"]) == 0
    _, *found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [one["candidate"] for one in found] == [3, 2, 1, 0]
    assert [one["record"]["seed"] for one in found] == [one["deal"]["seed"] for one in chosen]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--day", "-1"], "--day"),
        (["--day", "1969-12-31"], "--day"),
        (["--day", "99999999"], "--day"),
        (["--day", "2026-11-28"], "--game: a Saturday has the week's favourite"),
        (["--secret", "00"], "--secret: the secret of a day of a chain has 64 digits of hex"),
        (["--secret", "x" * 32], "--secret"),
        (["--game", "chess"], "game: 'chess' is unknown"),
        (["--options", '{"jokers": 1}'], "--options: only with --game"),
        (["--game", "saizen", "--options", '{"jokers": 9}'], 'option "jokers"'),
        (["--game", "saizen", "--options", "["], "--options: this is not JSON"),
        (["--deals", "50"], "--deals: '50' is no candidate (0 to 49)"),
        (["--deals", ""], "--deals"),
        (["--commitment", "abc"], "--commitment"),
    ],
)
def test_wrong_value_is_refused_in_one_sentence(
    capsys: pytest.CaptureFixture[str], arguments: list[str], sentence: str
) -> None:
    assert main([*ASKED, str(DAY), *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(sentence)
    assert len(err.splitlines()) == 1

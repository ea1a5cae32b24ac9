"""`python -m engine` as a program: its output and its exit codes."""

import json
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine import complaint, record
from engine.__main__ import main, one_line, play_randomly
from engine.contract.chance import Chance
from engine.game import Game
from engine.games.scharfe_schoten import ScharfeSchoten
from tests.engine.kit.cases import Case

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
SEED = "6f3a"
CASE = Case(ScharfeSchoten, 3, {})


def run(*arguments: str, stdin: str | bytes = "") -> subprocess.CompletedProcess[str]:
    """Run `python -m engine` with these arguments in another process."""
    done = subprocess.run(
        [sys.executable, "-m", "engine", *arguments],
        input=stdin.encode() if isinstance(stdin, str) else stdin,
        capture_output=True,
        cwd=ROOT,
        check=False,
        timeout=60,
    )
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


def here(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    """Run `python -m engine` in this process, and return the lines that it prints."""
    assert main(list(arguments)) == 0
    out, err = capsys.readouterr()
    assert err == ""
    lines: list[str] = out.splitlines()
    return lines


def refusal(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Run `python -m engine` in this process, check that it refuses with one printable line, and return this line."""
    assert main(list(arguments)) == 2
    out, err = capsys.readouterr()
    assert (out, len(err.splitlines()), err[-1:]) == ("", 1, "\n")
    assert err.removesuffix("\n").isprintable()
    return str(err)


def random_record(capsys: pytest.CaptureFixture[str], case: Case) -> dict[str, Any]:
    (line,) = here(capsys, "random", case.kind.id, "--seats", str(case.seats), "--seed", SEED)
    data: dict[str, Any] = json.loads(line)
    return data


def write(folder: Path, data: object) -> str:
    path = folder / "record.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    return str(path)


def complained(folder: Path, name: str, number: int, level: str = "hard") -> tuple[Path, Game]:
    """Return the file of a complaint about a move of a random game, and the finished game."""
    game = ScharfeSchoten(3, {}, Chance(b"6f3a"))
    play_randomly(game, Random(1))
    path = folder / name
    path.write_text(json.dumps(complaint.write(game, number, level)), encoding="utf-8")
    return path, game


def test_silly_prints_the_move_and_the_view_behind_it(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for number in (0, 30, 60):
        path, game = complained(tmp_path, "7-1.json", number)
        seat, move = game.history[number]
        view, told = here(capsys, "silly", str(path))
        data = json.loads(path.read_text())["record"]
        data["moves"] = data["moves"][:-1]
        (position,) = here(capsys, "replay", "--view", str(seat), write(tmp_path, data))
        assert view == position
        assert game.text(move) in json.loads(view)["legal"]
        assert told == f"scharfe-schoten, seat {seat}, hard, move {number + 1}: {game.text(move)}"


def test_silly_lists_a_folder_one_line_for_each_complaint_by_table(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert here(capsys, "silly", str(tmp_path)) == ["No move has been called silly."]
    complained(tmp_path, "12-9.json", 8, "easy")
    complained(tmp_path, "2-31.json", 30)
    (tmp_path / "3-1.json").write_text('{"seat": 0}\n')
    (tmp_path / "4-1.json").write_text('"\u001b[2J')
    lines = here(capsys, "silly", str(tmp_path))
    assert [line.partition(": ")[0] for line in lines] == [
        str(tmp_path / name) for name in ("2-31.json", "3-1.json", "4-1.json", "12-9.json")
    ]
    assert "hard, move 31: " in lines[0]
    assert "a complaint must be a JSON object" in lines[1]
    assert "easy, move 9: " in lines[3]
    assert all(line.isprintable() for line in lines)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"seat": 9}, "seat, move: they are not those"),
        ({"move": 1}, "seat, move: they are not those"),
        ({"level": 3}, "level: 3 is no name"),
        ({"record": {}}, '"game" is missing'),
        ({"who": "Aki"}, "a complaint must be"),
    ],
)
def test_bad_complaint_ends_with_one_line_and_the_reason(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, change: dict[str, object], said: str
) -> None:
    path, _ = complained(tmp_path, "7-1.json", 30)
    path.write_text(json.dumps(json.loads(path.read_text()) | change))
    assert said in refusal(capsys, "silly", str(path))


def test_complaint_of_an_older_rules_version_is_reported(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path, _ = complained(tmp_path, "7-1.json", 30)
    data = json.loads(path.read_text())
    data["record"]["rules"] = 0
    path.write_text(json.dumps(data))
    (line,) = here(capsys, "silly", str(tmp_path))
    assert "version 0" in line


def test_random_prints_a_full_record_that_replays() -> None:
    made = run("random", "scharfe-schoten", "--seats", "3", "--seed", SEED)
    assert (made.returncode, made.stderr) == (0, "")
    data = json.loads(made.stdout)
    assert len(data["deals"]) == 3
    replayed = run("replay", "-", stdin=made.stdout)
    assert (replayed.returncode, replayed.stderr) == (0, "")
    assert json.loads(replayed.stdout)["over"] is True


def test_random_without_a_seed_differs_each_time(capsys: pytest.CaptureFixture[str]) -> None:
    first, second = (here(capsys, "random", "scharfe-schoten", "--seats", "3") for _ in range(2))
    assert first != second


def test_seed_only_and_deals_only_give_the_same_trace(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    full = random_record(capsys, CASE)
    traces = [
        here(capsys, "replay", write(tmp_path, {key: full[key] for key in full if key not in left_out}), "--trace")
        for left_out in (set(), {"seed"}, {"setup", "deals"})
    ]
    assert traces[0] == traces[1] == traces[2]
    assert len(traces[0]) == len(full["moves"]) + 1
    last = json.loads(traces[0][-1])
    assert (last["over"], last["to_act"], last["legal"]) == (True, [], {})
    assert here(capsys, "replay", write(tmp_path, full)) == traces[0][-1:]


def test_replay_prints_the_view_of_a_seat(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    full = random_record(capsys, CASE)
    path = write(tmp_path, {**full, "moves": full["moves"][:5]})
    for seat in (None, *range(CASE.seats)):
        (line,) = here(capsys, "replay", path, "--view", "public" if seat is None else str(seat))
        assert json.loads(line)["seat"] == seat
    assert len(here(capsys, "replay", path, "--view", "public", "--trace")) == 6


def test_random_reads_options_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    (line,) = here(capsys, "random", "scharfe-schoten", "--seats", "4", "--seed", SEED, "--options", "{}")
    assert json.loads(line)["options"] == {}


GOOD: dict[str, Any] = {"game": "scharfe-schoten", "seats": 4, "seed": "00", "moves": []}
HANDS = [[f"{colour}{number}" for number in range(1, 11)] for colour in "RYGK"]

BAD: dict[str, str] = {
    "empty": "",
    "not JSON": "{game: 1}",
    "deeply nested": "[" * 50_000 + "]" * 50_000,
    "deeply nested where a deal stands": json.dumps({**GOOD, "deals": []})[:-2] + "[" * 50_000,
    "a huge number": '{"game": "saizen", "seats": ' + "1" * 10_000 + ', "moves": []}',
    "a list": "[]",
    "an unknown key": json.dumps({**GOOD, "spread\nover\u2028lines": 1}),
    "an unknown game": json.dumps({**GOOD, "game": "\ud800\r\n"}),
    "a wrong number of seats": json.dumps({**GOOD, "seats": 5}),
    "a negative number of seats": json.dumps({**GOOD, "seats": -3}),
    "a wrong rules version": json.dumps({**GOOD, "rules": 2}),
    "an unknown option": json.dumps({**GOOD, "options": {"a\nb": 1}}),
    "a seed that is not hex": json.dumps({**GOOD, "seed": "0x1"}),
    "a key twice": json.dumps(GOOD)[:-1] + ', "moves": []}',
    "neither seed nor deals": json.dumps({"game": "scharfe-schoten", "seats": 4, "moves": []}),
    "a card dealt twice": json.dumps({**GOOD, "deals": [{"hands": [["R1"] * 10, *HANDS[1:]]}]}),
    "an unknown card": json.dumps({**GOOD, "deals": [{"hands": [["Q1\n"] * 10, *HANDS[1:]]}]}),
    "a card missing": json.dumps({**GOOD, "deals": [{"hands": HANDS, "rack": ["R11"]}]}),
    "a wrong hand size": json.dumps({**GOOD, "deals": [{"hands": [HANDS[0][:-1], *HANDS[1:]]}]}),
    "too few hands": json.dumps({**GOOD, "deals": [{"hands": HANDS[:3]}]}),
    "an unknown deal key": json.dumps({**GOOD, "deals": [{"a\x1b[2Jb": []}]}),
    "an unknown set-up key": json.dumps({**GOOD, "setup": {"dealer\n": 0}}),
    "a first leader that is no seat": json.dumps({**GOOD, "setup": {"first": 4}}),
    "a move that is no text": json.dumps({**GOOD, "moves": [0]}),
    "a move without a seat": json.dumps({**GOOD, "moves": ["play R9"]}),
    "a negative seat": json.dumps({**GOOD, "moves": ["-1 play R9"]}),
    "a seat that is not there": json.dumps({**GOOD, "moves": ["4 predict R Y"]}),
    "a seat with too many digits": json.dumps({**GOOD, "moves": ["9" * 9_999 + " predict R Y"]}),
    "a move over several lines": json.dumps({**GOOD, "moves": ["0 predict\nR\rY\u2028\x85"]}),
    "a move too early": json.dumps({**GOOD, "moves": ["0 play R1"]}),
    "a seat out of turn": json.dumps({**GOOD, "moves": ["0 predict R Y", "0 predict R Y"]}),
}


@pytest.mark.parametrize("text", BAD.values(), ids=list(BAD))
def test_bad_record_gives_exit_code_two_and_one_line_on_standard_error(
    text: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "record.json"
    path.write_text(text, encoding="utf-8")
    for more in ([], ["--trace"], ["--view", "public"]):
        refusal(capsys, "replay", str(path), *more)


def test_program_prints_no_traceback_for_a_bad_record() -> None:
    done = run("replay", "-", stdin=BAD["deeply nested"])
    assert done.returncode == 2
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1
    assert "Traceback" not in done.stderr


def test_late_illegal_move_is_named_and_nothing_is_printed_before(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    made = random_record(capsys, CASE)
    made["moves"][50] = made["moves"][50].split()[0] + " play Z1"
    assert refusal(capsys, "replay", write(tmp_path, made), "--trace").startswith("move 51 (seat ")


def test_move_after_the_end_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    made = random_record(capsys, CASE)
    made["moves"].append(made["moves"][-1])
    assert refusal(capsys, "replay", write(tmp_path, made)).endswith("the game is over\n")


def test_input_that_is_not_utf8_is_a_bad_record(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "record.json"
    for wrong in (b"\xff\xfe", b'{"game": "\xff"}'):
        path.write_bytes(wrong)
        refusal(capsys, "replay", str(path))
    done = run("replay", "-", stdin=wrong)
    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (2, "", 1)


@pytest.mark.parametrize(
    "arguments",
    [
        ["replay", "no such\nfile.json"],
        ["replay", "."],
        ["replay", "null\0character"],
        ["random", "chess\n", "--seats", "4"],
        ["random", "scharfe-schoten", "--seats", "9"],
        ["random", "scharfe-schoten", "--seats", "-1"],
        ["random", "scharfe-schoten", "--seats", "4", "--seed", "xyz"],
        ["random", "scharfe-schoten", "--seats", "4", "--seed", ""],
        ["random", "scharfe-schoten", "--seats", "4", "--options", "{"],
        ["random", "scharfe-schoten", "--seats", "4", "--options", "[]"],
        ["random", "scharfe-schoten", "--seats", "4", "--options", '{"speed": 1}'],
        ["random", "scharfe-schoten", "--seats", "4", "--options", "[" * 50_000],
    ],
    ids=lambda arguments: " ".join(arguments)[:60].replace("\n", " "),
)
def test_bad_arguments_end_with_code_two_and_one_line(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    refusal(capsys, *arguments)


@pytest.mark.parametrize("seat", ["4", "-1", "", "all", "1.5", "²", "٣", "00", "9" * 5_000])
def test_view_of_an_unknown_seat_is_refused(seat: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    refusal(capsys, "replay", write(tmp_path, GOOD), f"--view={seat}")


def test_view_of_an_impossible_table_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = write(tmp_path, {**GOOD, "seats": 10**20})
    assert refusal(capsys, "replay", path, "--view", "all").startswith("seats: ")


def test_one_line_keeps_printable_characters() -> None:
    assert one_line('must follow "緑" – ü') == 'must follow "緑" – ü'
    assert one_line("a\nb\u2028c\x1b[2J\ud800") == "a\\nb\\u2028c\\x1b[2J\\ud800"


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the file of a finished game."""
    file = tmp_path_factory.mktemp("review") / "game.json"
    game = CASE.start(1)
    play_randomly(game, Random(1))
    file.write_text(json.dumps(record.write(game)), encoding="utf-8")
    return file


def test_review_tells_what_the_moves_of_a_seat_were_worth(capsys: pytest.CaptureFixture[str], played: Path) -> None:
    lines = here(capsys, "review", str(played), "--seat", "0", "--seconds", "1")
    assert lines[0].startswith("result ")
    assert "decisions, " in lines[1]
    assert {line.partition(":")[0] for line in lines[2:]} <= {"found", "cost"}


@pytest.mark.slow
def test_review_prints_the_whole_review_as_json(capsys: pytest.CaptureFixture[str], played: Path) -> None:
    (line,) = here(capsys, "review", str(played), "--seat", "1", "--seconds", "1", "--json")
    found = json.loads(line)
    assert (found["game"], found["seat"]) == ("scharfe-schoten", 1)
    assert found["luck"] + found["own"] + found["others"] == pytest.approx(found["result"])


def test_review_refuses_a_seat_that_is_not_there_and_a_game_that_is_not_over(
    capsys: pytest.CaptureFixture[str], played: Path, tmp_path: Path
) -> None:
    assert main(["review", str(played), "--seat", "3"]) == 2
    assert "--seat: 3 is not a seat (0 to 2)" in capsys.readouterr().err
    assert main(["review", str(played), "--seat=-1"]) == 2
    assert "--seat: -1 is not a seat (0 to 2)" in capsys.readouterr().err
    full = json.loads(played.read_text(encoding="utf-8"))
    running = tmp_path / "running.json"
    running.write_text(json.dumps(full | {"moves": full["moves"][:-1]}), encoding="utf-8")
    assert main(["review", str(running), "--seat", "1"]) == 2
    assert "only a finished game can be reviewed" in capsys.readouterr().err

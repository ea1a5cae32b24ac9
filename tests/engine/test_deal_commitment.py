"""Valid and invalid deal commitments and proofs, and `python -m engine verify`."""

import hashlib
import hmac
import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.__main__ import main
from engine.contract.chance import Chance
from engine.errors import BadRecord
from engine.fairness import deal_commitment, proof
from engine.fairness.deal_commitment import DealCommitment
from engine.fairness.verify import (
    PROMISED,
    UNCOMPARED,
    UNFINISHED,
    UNPROMISED,
    UNPROVEN,
    Code,
    ExpectedValues,
    Verdict,
    verify,
)
from engine.game import Game
from tests.engine import cheats, proofs
from tests.engine.kit.cases import KINDS, Case, every_kind

Json = dict[str, Any]

SECRET = bytes(range(32))
PROMISE = DealCommitment("12", "saizen", 1, SECRET, ("join 7", "cut " + "0f" * 32, "start 9"))
DOCUMENT = (Path(__file__).parents[2] / "docs/fairness.md").read_text(encoding="utf-8")


def proven(seed: object = 1, moves: int | None = 20) -> Json:
    """Return a record with a valid proof."""
    random = Random(f"a proof {seed}")
    return proofs.proven_record(proofs.random_case(random), random, moves)


def checked(data: Json, commitment: str = "", played: str = "") -> Verdict:
    return verify(json.dumps(data), ExpectedValues(commitment, played))


def file_of(folder: Path, data: Json, name: str = "record") -> str:
    path = folder / f"{name}.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    return str(path)


def test_commitment_seed_and_cut_match_their_documentation() -> None:
    lines = f"ichiza/1\n12\nsaizen\n1\n{SECRET.hex()}\n"
    assert PROMISE.commitment == hashlib.sha256(lines.encode()).hexdigest()
    said = "join 7\ncut " + "0f" * 32 + "\nstart 9\n"
    assert PROMISE.seed == hmac.new(SECRET, said.encode(), "sha256").digest()
    nonce = bytes(range(16))
    assert deal_commitment.cut(nonce, "馬") == "cut " + hashlib.sha256(f"{nonce.hex()}\n馬\n".encode()).hexdigest()


def test_repr_of_a_commitment_hides_the_secret() -> None:
    assert SECRET.hex() not in repr(PROMISE)
    assert str(SECRET) not in repr(PROMISE)


@pytest.mark.parametrize(
    "other",
    [
        DealCommitment("13", "saizen", 1, SECRET),
        DealCommitment("12/rematch", "saizen", 1, SECRET),
        DealCommitment("12", "tezumashi", 1, SECRET),
        DealCommitment("12", "saizen", 2, SECRET),
        DealCommitment("12", "saizen", 1, SECRET[::-1]),
    ],
)
def test_commitment_depends_on_table_game_and_rules_version(other: DealCommitment) -> None:
    assert other.commitment != PROMISE.commitment


def test_every_vector_gets_its_verdict() -> None:
    vectors = json.loads(proofs.VECTORS.read_text(encoding="utf-8"))
    assert len(vectors) == proofs.MANY
    assert {one["record"]["game"] for one in vectors} == {kind.id for kind in KINDS}
    for number, one in enumerate(vectors):
        assert checked(one["record"]).holds == one["holds"], f"vector {number}, {one['changed']}"


@every_kind
def test_whole_game_with_all_its_deals_is_proven(kind: type[Any]) -> None:
    random = Random(f"whole {kind.id}")
    data = proofs.proven_record(Case(kind, kind.seat_counts[0], {}), random)
    verdict = checked(data, data["fair"]["commitment"], data["fair"]["played"])
    assert (verdict.code, verdict.lines[0]) == (Code.YES, f"{PROMISED} yes")


@pytest.mark.drawn(1)
@pytest.mark.parametrize("what", proofs.CHANGES)
def test_changed_record_is_not_proven(what: str) -> None:
    for seed in range(10):
        verdict = checked(proofs.changed(proven(seed), what, Random(seed)))
        assert (verdict.holds, verdict.lines[0]) == (False, f"{PROMISED} no")
        assert len(verdict.lines) == 2, "and one sentence that says why"


def closed_anew(data: Json) -> Json:
    """Return the changed record with the right hash of its new moves, as somebody who cheats would compute it."""
    return data | {"fair": data["fair"] | {"played": proof.played_hash(data)}}


def test_changed_moves_with_a_new_hash_differ_from_the_published_hash() -> None:
    data = proven()
    forged = closed_anew(proofs.changed(data, "move", Random(1)))
    assert not checked(forged, played=data["fair"]["played"]).holds
    assert checked(data, played=data["fair"]["played"].upper()).holds


def test_illegal_move_is_found_with_any_hash() -> None:
    data = proven()
    forged = closed_anew(data | {"moves": [*data["moves"], data["moves"][-1]]})
    assert checked(forged).lines[1].startswith("The moves do not go with the deals that the seed gives: move 21")


@pytest.mark.parametrize("change", [lambda deals: deals[:-1], lambda deals: [*deals, deals[-1]]])
def test_missing_or_additional_deal_is_found(change: Any) -> None:
    data = proven("whole", None)
    assert not checked(data | {"deals": change(data["deals"])}).holds


def test_given_commitment_decides_the_verdict() -> None:
    data, other = proven(1), proven(2)
    assert checked(data, data["fair"]["commitment"]).holds
    assert checked(data, other["fair"]["commitment"]).lines[1].startswith("The commitment in the record is not the one")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"version": "ichiza/3"}, "fair, version: 'ichiza/3' is unknown"),
        ({"table": "012"}, "fair, table: '012' is no number"),
        ({"table": 12}, "fair, table: 12 is no number"),
        ({"secret": "ab"}, "fair, secret: 'ab' is not 64 digits"),
        ({"secret": "AB" * 32}, "is not 64 digits of lower-case hex"),
        ({"events": "join 1"}, "fair, events: must be a list"),
        ({"events": ["join 1\nstart 2"]}, "a character that no record has"),
        ({"events": ["join 1", "cut my words"]}, "fair, event 2:"),
        ({"who": "Aki"}, "fair: must be a JSON object with"),
    ],
)
def test_malformed_proof_is_refused_in_one_line(
    change: Json, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = proven()
    path = file_of(tmp_path, data | {"fair": data["fair"] | change})
    assert main(["verify", path]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert said in err


def test_first_line_and_exit_code_agree(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    honest = cheats.honest_record(1)
    whole, cut, nobodys = honest.data, [*honest.expected.cuts[0]], ["f" * 32, "never cut"]
    part = json.loads(next(cheats.cut_short(1)).text)
    right, wrong = honest.expected.commitment, "0" * 64
    path, short = file_of(tmp_path, whole), file_of(tmp_path, part, "short")
    join = honest.expected.joins[0]
    for arguments, code, first in (
        ([path], 3, UNCOMPARED),
        ([path, "--commitment", "  "], 3, UNCOMPARED),
        ([path, "--played", honest.expected.played], 3, UNPROMISED),
        ([path, "--cut", *cut], 3, UNPROMISED),
        ([path, "--commitment", right, "--played", honest.expected.played], 0, f"{PROMISED} yes"),
        ([path, "--commitment", right, "--cut", *cut, "--join", join], 0, f"{PROMISED} yes"),
        ([path, "--commitment", right, "--cut", *cut, "--cut", *nobodys], 1, f"{PROMISED} no"),
        ([path, "--commitment", right, "--join", "7"], 1, f"{PROMISED} no"),
        ([path, "--commitment", wrong], 1, f"{PROMISED} no"),
        ([path, "--played", wrong], 1, f"{PROMISED} no"),
        ([short], 3, UNCOMPARED),
        ([short, "--commitment", right], 4, UNFINISHED),
        ([short, "--commitment", right, "--played", honest.expected.played], 1, f"{PROMISED} no"),
        ([file_of(tmp_path, {**whole, "fair": whole["fair"] | {"secret": wrong}}, "other")], 1, f"{PROMISED} no"),
        ([file_of(tmp_path, {key: value for key, value in whole.items() if key != "fair"}, "bare")], 1, UNPROVEN),
    ):
        assert main(["verify", *arguments]) == code
        out, err = capsys.readouterr()
        assert (out.splitlines()[0], err) == (first, "")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--commitment", "0" * 63], "commitment: a value"),
        (["--played", "words"], "played: a value"),
        (["--cut", "0" * 31, "words"], "cut: the number"),
        (["--cut", "0" * 32, " "], "cut: its words are missing"),
        (["--cut", "0" * 32, "\udcff"], "cut: these words are no text"),
        (["--join", "me"], "join: the number"),
    ],
)
def test_malformed_argument_is_refused_in_one_line(
    arguments: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", file_of(tmp_path, proven()), *arguments]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith(said)


def test_words_with_a_leading_hyphen_are_given_after_a_blank(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    promise = PROMISE.after(deal_commitment.cut(bytes(16), "-f"))
    game = Game.games["saizen"](2, {}, Chance(promise.seed))
    path = file_of(tmp_path, cheats.plain(game, promise))
    assert main(["verify", path, "--cut", "0" * 32, " -f"]) == 3
    capsys.readouterr()


def test_verdict_names_the_position_of_a_cut_and_later_events() -> None:
    mine, other = deal_commitment.cut(bytes(16), "mine"), deal_commitment.cut(bytes(16), "another")
    for after, cuts, joins in (
        ([], 0, 0),
        ([other], 1, 0),
        (["join 8", "leave 9"], 0, 2),
        ([other, "join 8", other], 2, 1),
    ):
        events = ("join 7", mine, *after, "start 9")
        promise = DealCommitment("12", "saizen", 1, SECRET, events)
        game = Game.games["saizen"](2, {}, Chance(promise.seed))
        lines = verify(json.dumps(cheats.plain(game, promise)), ExpectedValues(cuts=[("0" * 32, "mine")])).lines
        assert f"Your cut 1 is event 2 of {len(events)}. After it: cuts {cuts}, joins and leavings {joins}." in lines, (
            after
        )


def test_values_equal_in_python_only_are_different() -> None:
    for number in range(20):
        data = proven(number)
        name, seat = next((name, seat) for name, seat in data["setup"].items() if isinstance(seat, int))
        if seat < 2:
            assert checked(data | {"setup": data["setup"] | {name: bool(seat)}}).code is Code.NO
        with pytest.raises(BadRecord, match="whole number"):
            checked(data | {"setup": data["setup"] | {name: float(seat)}})


@pytest.mark.slow
def test_every_cheat_is_detected() -> None:
    for number in range(10):
        for cheat in cheats.CHEATS:
            for told in cheat(number):
                verdict = verify(told.text, told.expected)
                assert (verdict.code, verdict.lines[0]) == (told.code, told.first), told.name


@pytest.mark.slow
def test_accepted_record_has_no_changed_value() -> None:
    for number in range(5):
        honest, random = cheats.honest_record(number), Random(number)
        for _ in range(60):
            text = cheats.single_change(honest, random)
            try:
                accepted = verify(text, honest.expected).code is Code.YES
            except BadRecord:
                accepted = False
            assert not accepted or cheats.strictly(text) == cheats.strictly(honest.text), text


def test_record_with_a_proof_replays_like_any_other(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = proven()
    assert main(["replay", file_of(tmp_path, data)]) == 0
    with_proof = capsys.readouterr().out
    del data["fair"]
    assert main(["replay", file_of(tmp_path, data)]) == 0
    assert capsys.readouterr().out == with_proof


def test_documented_example_is_right() -> None:
    """Compare the example of docs/fairness.md with the output of its commands."""
    said = {}
    for command, answer in re.findall(
        r"^    (\$ printf (?:.*\\\n)*.*)\n    (?:SHA.*= )?([0-9a-f]{64})", DOCUMENT, re.MULTILINE
    ):
        words = re.findall(r"'([^']*)'", command)
        assert words.pop(0) == r"%s\n"
        text = "".join(f"{word}\n" for word in words).encode()
        key = re.search("hexkey:([0-9a-f]{64})", command)
        digest = hmac.new(bytes.fromhex(key[1]), text, "sha256") if key else hashlib.sha256(text)
        assert digest.hexdigest() == answer, command
        said[words[0].partition(" ")[0]] = answer
    assert set(said) == {"ichiza/1", "ichiza/2", "join", "00112233445566778899aabbccddeeff"}

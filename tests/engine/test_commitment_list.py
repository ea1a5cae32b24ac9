"""Lists of commitments and chains of days: their bytes, their vectors, and what their verifier accepts."""

import hashlib
import hmac
import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.__main__ import main
from engine.daily import plan
from engine.errors import BadRecord
from engine.fairness import commitment_list, day_chain
from engine.fairness.commitment_list import NUMBERS, ListedCommitment
from engine.fairness.verify import DAY_PROMISED, PROMISED, UNPROMISED, Code, ExpectedValues, verify
from tests.engine import cheats, lists, proofs
from tests.engine.kit.cases import KINDS, Case
from tests.source_tree import ROOT

Json = dict[str, Any]

SECRET = commitment_list.secret_of(proofs.KEY, 12)
LISTED = ListedCommitment("34", "saizen", 1, SECRET, ("join 7", "start 9"), proofs.LIST_ID, 12)
DAY = 20_700


def test_secret_commitment_and_seed_match_their_documentation() -> None:
    assert hmac.new(proofs.KEY, b"12\n", "sha256").digest() == SECRET
    about = f"ichiza/2\n{proofs.LIST_ID}\n12\n"
    assert LISTED.commitment == hashlib.sha256(f"{about}{SECRET.hex()}\n".encode()).hexdigest()
    said = f'{about}34\nsaizen\n1\n3\n{{"equals":"followers","jokers":2}}\njoin 7\nstart 9\n'
    dealing = LISTED.dealing(3, {"jokers": 2, "equals": "followers"})
    assert dealing.seed == hmac.new(SECRET, said.encode(), "sha256").digest()


@pytest.mark.parametrize(
    "other",
    [
        LISTED.dealing(4, {}),
        LISTED.dealing(3, {"jokers": 1}),
        ListedCommitment("35", "saizen", 1, SECRET, LISTED.events, proofs.LIST_ID, 12, 3),
        ListedCommitment("34", "tezumashi", 1, SECRET, LISTED.events, proofs.LIST_ID, 12, 3),
        ListedCommitment("34", "saizen", 2, SECRET, LISTED.events, proofs.LIST_ID, 12, 3),
        ListedCommitment("34", "saizen", 1, SECRET, LISTED.events, proofs.LIST_ID, 13, 3),
        ListedCommitment("34", "saizen", 1, SECRET, LISTED.events, "f" * 16, 12, 3),
    ],
)
def test_seed_depends_on_all_that_is_fixed_before_the_events(other: ListedCommitment) -> None:
    assert other.seed != LISTED.dealing(3, {}).seed


def test_file_has_a_line_for_each_number_and_is_read_back() -> None:
    every = commitment_list.commitments(proofs.LIST_ID, proofs.KEY)
    assert lists.FILE.splitlines()[11] == f"12 {LISTED.commitment}", "as `sed -n 12p` prints it"
    assert len(every) == len(set(every)) == NUMBERS
    assert commitment_list.read_file(lists.FILE) == every
    assert hashlib.sha256(lists.FILE.encode()).hexdigest() == lists.LIST_HASH


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda lines: lines[1:], "has 1024 lines"),
        (lambda lines: [*lines, lines[-1]], "has 1024 lines"),
        (lambda lines: [*lines[:6], *lines[7:], lines[-1]], "line 7 is not 7"),
        (lambda lines: [*lines[:6], lines[7], *lines[7:]], "line 7 is not 7"),
        (lambda lines: [f"{lines[0][:-1]}\r\n", *lines[1:]], "line 1 is not 1"),
        (lambda lines: [lines[0].upper(), *lines[1:]], "line 1 is not 1"),
        (lambda lines: [*lines[:-1], lines[-1][:-1]], "has 1024 lines"),
    ],
)
def test_file_with_a_missing_doubled_or_changed_line_is_refused(change: Any, said: str) -> None:
    with pytest.raises(BadRecord, match=said):
        commitment_list.read_file("".join(change(lists.FILE.splitlines(keepends=True))))


def test_repr_hides_the_secret() -> None:
    assert SECRET.hex() not in repr(LISTED)
    assert lists.LAST_VALUE.hex() not in repr(day_chain.DayCommitment(1, 2, lists.LAST_VALUE))


def test_copies_of_older_verifiers_name_the_version_that_they_do_not_know() -> None:
    for data in (lists.listed_record(Case(KINDS[0], 2, {}), Random(1), 3), lists.day_record(Random(1))):
        assert [*data["fair"]] == [*proofs.proven_record(Case(KINDS[0], 2, {}), Random(1), 3)["fair"]]


def test_every_vector_gets_its_verdict() -> None:
    data = json.loads(lists.VECTORS.read_text(encoding="utf-8"))
    assert data["list"] == {"id": proofs.LIST_ID, "key": proofs.KEY.hex(), "hash": lists.LIST_HASH}
    assert len(data["vectors"]) == lists.COUNT
    assert {one["record"]["game"] for one in data["vectors"]} == {kind.id for kind in KINDS}
    for number, one in enumerate(data["vectors"]):
        assert verify(*lists.asked(one)).code == one["code"], number


@pytest.mark.drawn(2)
@pytest.mark.parametrize("cheat", [*lists.CHEATS, *cheats.CHEATS])
def test_cheat_with_a_list_or_a_chain_is_noticed(cheat: Any) -> None:
    for number in range(2):
        for case in cheat(number) if cheat in lists.CHEATS else cheat(number, listed=True):
            verdict = verify(case.text, case.expected)
            assert (verdict.code, verdict.lines[0]) == (case.code, case.first), case.name


@pytest.mark.slow
def test_accepted_record_has_no_changed_value() -> None:
    for number in range(5):
        honest, random = lists.honest(number, listed=True), Random(number)
        assert verify(honest.text, honest.expected).code is Code.YES
        for _ in range(60):
            text = cheats.single_change(honest, random)
            try:
                accepted = verify(text, honest.expected).code is Code.YES
            except BadRecord:
                accepted = False
            assert not accepted or cheats.strictly(text) == cheats.strictly(honest.text), text


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("commitment", "0" * 64, "must be a JSON object with list, number, hash"),
        ("commitment", {"list": "0" * 16, "number": 1, "hash": "0" * 64, "more": 1}, "must be a JSON object"),
        ("commitment", {"list": "0" * 15, "number": 1, "hash": "0" * 64}, "list: '000000000000000' is not 16"),
        ("commitment", {"list": "0" * 16, "number": 0, "hash": "0" * 64}, "number: 0 is not a number from 1"),
        ("commitment", {"list": "0" * 16, "number": True, "hash": "0" * 64}, "number: True is not"),
        ("commitment", {"list": "0" * 16, "number": 1025, "hash": "0" * 64}, "number: 1025 is not"),
        ("commitment", {"list": "0" * 16, "number": 1, "hash": 1}, "commitment: 1 is not 64 digits"),
        ("table", "day 20700/3", "neither events nor moves"),
        ("table", "day 20700/50", "is no number of a table"),
        ("table", "day 0/1", "is no number of a table"),
    ],
)
def test_malformed_proof_is_refused(key: str, value: object, said: str) -> None:
    data = lists.listed_record(Case(KINDS[0], 2, {}), Random(1), 3)
    data["fair"][key] = value
    with pytest.raises(BadRecord, match=re.escape(said)):
        verify(json.dumps(data))


@pytest.mark.parametrize(
    ("expected", "said"),
    [
        (ExpectedValues(number="0"), "number: the numbers of a list go from 1 to 1024"),
        (ExpectedValues(number="1025"), "number:"),
        (ExpectedValues(list_hash="12"), "list: a value that you were shown has 64"),
        (ExpectedValues(list_file="1 12"), "list: the file of a list has 1024 lines"),
        (ExpectedValues(earlier=[("20700", "")]), "earlier: a value has the number of its day"),
        (ExpectedValues(earlier=[("today", "0" * 64)]), "earlier:"),
    ],
)
def test_malformed_value_is_refused(expected: ExpectedValues, said: str) -> None:
    with pytest.raises(BadRecord, match=re.escape(said)):
        verify(json.dumps(lists.day_record(Random(1))), expected)


def test_command_line_compares_list_number_and_earlier_values(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data, day = cheats.honest_record(1, listed=True).data, lists.day_record(Random(1), DAY)
    paths = {}
    for name, text in (("record", json.dumps(data)), ("list", lists.FILE), ("day", json.dumps(day))):
        (tmp_path / name).write_text(text, encoding="utf-8")
        paths[name] = str(tmp_path / name)
    number = str(data["fair"]["commitment"]["number"])
    whole = ["--list", paths["list"], "--list-hash", lists.LIST_HASH, "--number", number]
    value = lists.day_secret(DAY - 9).hex()
    for arguments, code, first in (
        (["verify", paths["record"], *whole], 0, f"{PROMISED} yes"),
        (["verify", paths["record"], *whole[:4]], 3, UNPROMISED),
        (["verify", paths["record"], *whole[:5], "1000"], 1, f"{PROMISED} no"),
        (["verify", paths["day"], "--earlier", str(DAY - 9), value], 0, f"{DAY_PROMISED} yes"),
        (["verify", paths["day"], "--earlier", str(DAY - 8), value], 1, f"{DAY_PROMISED} no"),
    ):
        assert main(arguments) == code
        assert capsys.readouterr().out.splitlines()[0] == first


def test_any_earlier_value_checks_a_day_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["today", "--day", str(DAY), "--game", "saizen", "--secret", lists.day_secret(DAY).hex(), "--deals", "3"]
    first = lists.FIRST_DAY - day_chain.AHEAD
    for earlier, code, verdict in ((first, 0, "yes"), (DAY - 2, 0, "yes"), (DAY - 5, 1, "no")):
        value = lists.day_secret(earlier + code).hex()
        assert main([*asked, "--earlier", str(earlier), value]) == code
        verdict_line, _, found = capsys.readouterr().out.splitlines()
        assert verdict_line == f"{DAY_PROMISED} {verdict}"
        shown = ExpectedValues(earlier=[(str(DAY - 30), lists.day_secret(DAY - 30).hex())])
        assert verify(json.dumps(json.loads(found)["record"]), shown).code is Code.YES
    for option in (["--commitment", "0" * 64], ["--earlier", str(DAY - 1), lists.day_secret(DAY - 1).hex()]):
        assert main([*asked, *option]) == 2
        assert capsys.readouterr().err.startswith(option[0])


def test_chain_leads_to_earlier_values_only() -> None:
    value = lists.day_secret(DAY)
    lines = f"ichiza/2\nday {DAY}\n{value.hex()}\n"
    assert day_chain.value_before(value, DAY).hex() == hashlib.sha256(lines.encode()).hexdigest()
    assert plan.commitment(value, DAY) == lists.day_secret(DAY - 1).hex()
    assert day_chain.leads(value, DAY, lists.day_secret(lists.FIRST_DAY - 2), lists.FIRST_DAY - 2)
    assert not day_chain.leads(
        lists.LAST_VALUE, lists.LAST_DAY, lists.day_secret(lists.FIRST_DAY - 3), lists.FIRST_DAY - 3
    )


def test_documented_example_of_a_chain_is_right() -> None:
    document = (ROOT / "docs/daily.md").read_text(encoding="utf-8")
    [(day, value, before)] = re.findall(
        r"^    \$ printf '%s\\n' 'ichiza/2' 'day (\d+)' '([0-9a-f]{64})' \| sha256sum\n    ([0-9a-f]{64})  -$",
        document,
        re.MULTILINE,
    )
    assert day_chain.value_before(bytes.fromhex(value), int(day)).hex() == before

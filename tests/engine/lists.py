"""A list of commitments for tests, with proofs, cheats and frozen vectors of version `ichiza/2`.

`python -m tests.engine.lists` writes the vectors, but never overwrites them.
"""

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from engine import record
from engine.contract.chance import Chance
from engine.contract.options import read_options, write_options
from engine.daily.check import Day, record_of
from engine.fairness import commitment_list, day_chain
from engine.fairness.commitment_list import ListedCommitment
from engine.fairness.verify import DAY_PROMISED, UNPROMISED, Code, ExpectedValues
from engine.game import Game
from tests.engine import cheats, proofs
from tests.engine.cheats import NO, YES, HonestRecord, VerifierCase
from tests.engine.kit.cases import KINDS, Case, cases_of
from tests.engine.proofs import KEY, LIST_ID, listed

VECTORS = Path(__file__).with_name("list_vectors.json")
COUNT = 50
FILE = commitment_list.file_of(commitment_list.commitments(LIST_ID, KEY))
LIST_HASH = commitment_list.file_hash(FILE)
LAST_DAY, LAST_VALUE = 20_900, bytes(range(32, 64))
"""The last day of a chain, and its value."""
FIRST_DAY = LAST_DAY - day_chain.DAYS + 1

Json = dict[str, Any]


def dealt(promise: ListedCommitment, case: Case) -> tuple[ListedCommitment, Game]:
    """Return a commitment that knows seats and options, and its game before the first move."""
    options = write_options(read_options(case.kind.Options, case.options, case.seats), case.seats)
    promise = promise.dealing(case.seats, options)
    return promise, case.kind(case.seats, case.options, Chance(promise.seed))


def listed_record(case: Case, random: Random, moves: int | None = None) -> Json:
    """Return the record of a random game whose deal is on the list; it ends after `moves` moves or at its own end."""
    table = random.choice((str(random.randrange(1, 10**9)), "12/rematch", "night 3/1"))
    number = random.randrange(1, commitment_list.NUMBERS + 1)
    promise, game = dealt(listed(number, table, case.kind, *proofs.events(random)), case)
    while game.to_act and (moves is None or len(game.history) < moves):
        seat = random.choice(game.to_act)
        game.play(seat, random.choice(game.legal_moves(seat)))
    return cheats.plain(game, promise)


def day_secret(day: int) -> bytes:
    """Return the value of a day of the chain."""
    return day_chain.value_of(LAST_VALUE, LAST_DAY, day)


def day_record(random: Random, day: int | None = None, kind: type[Game] | None = None) -> Json:
    """Return the record of a candidate of a day of the chain."""
    day = random.randrange(FIRST_DAY, LAST_DAY + 1) if day is None else day
    kind = kind or random.choice(KINDS)
    written = record_of(Day(day_secret(day), day, kind.id, {}), random.randrange(50))
    data: Json = json.loads(json.dumps(written["record"]))
    return data


def day_of(data: Json) -> int:
    """Return the day of a day's record."""
    return int(data["fair"]["table"].split()[1].partition("/")[0])


def told(data: Json, file: str = FILE) -> ExpectedValues:
    """Return what a player was told of the deal of a record when they joined, with the list's file."""
    number = str(data["fair"]["commitment"]["number"])
    return ExpectedValues(list_hash=LIST_HASH, number=number, list_file=file)


def earlier(*days: int) -> ExpectedValues:
    """Return the values of these days of the chain, as a reader has kept them."""
    return ExpectedValues(earlier=[(str(day), day_secret(day).hex()) for day in days])


def honest(number: int, *, listed: bool) -> HonestRecord:
    """Return `cheats.honest_record`. Of each fifth listed one, the reader has kept list and number, no commitment."""
    found = cheats.honest_record(number, listed=listed)
    if not listed or number % 5:
        return found
    shown = told(found.data)
    kept = found.expected._replace(commitment="", list_hash=shown.list_hash, number=shown.number, list_file=FILE)
    return found._replace(expected=kept)


# --- Cheats


def another_number(number: int) -> Iterator[VerifierCase]:
    """Yield the record of a deal for which the bot took another number of the same list, after all cuts."""
    random = Random(f"another number {number}")
    kind = KINDS[number % len(KINDS)]
    place = random.randrange(1, commitment_list.NUMBERS)
    honest, lied = (listed(one, "12", kind, *proofs.events(Random(number))) for one in (place, place + 1))
    text = json.dumps(cheats.played(lied, random, number))
    shown = ExpectedValues(list_hash=LIST_HASH, number=str(place), list_file=FILE)
    yield VerifierCase("another number", text, shown, Code.NO, NO)
    yield VerifierCase("another number, without file", text, shown._replace(list_file=""), Code.NO, NO)
    yield VerifierCase("another number, line told", text, ExpectedValues(honest.commitment), Code.NO, NO)
    alone = shown._replace(number="")
    yield VerifierCase("list alone", text, alone, Code.UNCOMPARED, UNPROMISED)
    right = shown._replace(number=str(place + 1))
    yield VerifierCase("number without list", text, right._replace(list_hash=""), Code.UNCOMPARED, UNPROMISED)
    yield VerifierCase("number and list", text, right, Code.YES, YES)


def skipped_number(number: int) -> Iterator[VerifierCase]:
    """Yield the record of a lobby that got the next number but one, because the bot did not like the next one."""
    random = Random(f"skipped {number}")
    kind = KINDS[number % len(KINDS)]
    text = json.dumps(cheats.played(listed(8, "12", kind, *proofs.events(random)), random, number))
    shown = ExpectedValues(list_hash=LIST_HASH, number="7", list_file=FILE)
    yield VerifierCase("skipped number", text, shown, Code.NO, NO)
    lines = FILE.splitlines(keepends=True)
    moved = "".join([*lines[:6], *(f"{at} {line.split()[1]}\n" for at, line in enumerate(lines[7:], 7)), lines[-1]])
    yield VerifierCase("list without the number", text, shown._replace(list_file=moved), Code.NO, NO)


def exchanged_list(number: int) -> Iterator[VerifierCase]:
    """Yield a record of a list of the same id with another key, which the bot posted instead of the first list."""
    random = Random(f"exchanged {number}")
    key, kind = random.randbytes(32), KINDS[number % len(KINDS)]
    other = commitment_list.file_of(commitment_list.commitments(LIST_ID, key))
    data = cheats.played(listed(7, "12", kind, *proofs.events(random), key=key), random, number)
    text, shown = json.dumps(data), ExpectedValues(list_hash=LIST_HASH, number="7")
    yield VerifierCase("list exchanged", text, shown._replace(list_file=other), Code.NO, NO)
    yield VerifierCase("list exchanged, first one kept", text, shown._replace(list_file=FILE), Code.NO, NO)
    unknown = shown._replace(list_file=other, list_hash="")
    yield VerifierCase("list exchanged, hash not kept", text, unknown, Code.UNCOMPARED, UNPROMISED)


def other_leaf(number: int) -> Iterator[VerifierCase]:
    """Yield the record of a table that was dealt with the number of another table, or claims to be that table."""
    random = Random(f"other leaf {number}")
    kind = KINDS[number % len(KINDS)]
    mine, theirs = listed(7, "12", kind), listed(8, "13", kind, *proofs.events(random))
    data = cheats.played(theirs, random, number)
    claimed = json.dumps({**data, "fair": data["fair"] | {"table": "12"}})
    used = json.dumps(cheats.played(replace(theirs, table="12"), random, number))
    shown = ExpectedValues(list_hash=LIST_HASH, number="7", list_file=FILE)
    for name, text in (("table renamed", claimed), ("number of another table", used)):
        yield VerifierCase(name, text, shown, Code.NO, NO)
        yield VerifierCase(f"{name}, line told", text, ExpectedValues(mine.commitment), Code.NO, NO)
    yield VerifierCase("table renamed, its own number", claimed, shown._replace(number="8"), Code.NO, NO)


def older_version(number: int) -> Iterator[VerifierCase]:
    """Yield a record with a proof of the first version, although its players were told a number of the list."""
    honest = cheats.honest_record(number)
    shown = ExpectedValues(list_hash=LIST_HASH, number="7", list_file=FILE)
    yield VerifierCase("older version", honest.text, shown, Code.NO, NO)
    yield VerifierCase("older version, number told", honest.text, ExpectedValues(number="7"), Code.NO, NO)


def value_too_early(number: int) -> Iterator[VerifierCase]:
    """Yield records of a day with values that promise nothing: of the day before, later, or of another chain."""
    random = Random(f"too early {number}")
    day = FIRST_DAY + number % day_chain.DAYS
    text, no = json.dumps(day_record(random, day)), f"{DAY_PROMISED} no"
    first = FIRST_DAY - day_chain.AHEAD
    yield VerifierCase("value from before", text, earlier(first, day - 2), Code.YES, f"{DAY_PROMISED} yes")
    yield VerifierCase("value of the day before", text, earlier(day - 1), Code.UNCOMPARED, UNPROMISED)
    yield VerifierCase("value of the day", text, earlier(day), Code.NO, no)
    yield VerifierCase("later value", text, earlier(first, LAST_DAY + 1), Code.NO, no)
    foreign = ExpectedValues(earlier=[(str(first - 1), random.randbytes(32).hex())])
    yield VerifierCase("value of the chain before", text, foreign, Code.NO, no)
    moved = ExpectedValues(earlier=[(str(first - 1), day_secret(first).hex())])
    yield VerifierCase("value of another day", text, moved, Code.NO, no)
    lied = Day(random.randbytes(32), day, KINDS[0].id, {})
    other = json.dumps(record_of(lied, 3)["record"])
    yield VerifierCase("secret exchanged", other, earlier(first), Code.NO, no)
    yield VerifierCase("value at a table", cheats.honest_record(number).text, earlier(first), Code.NO, NO)


CHEATS = (another_number, skipped_number, exchanged_list, other_leaf, older_version, value_too_early)


# --- Vectors


def vectors() -> Json:
    """Generate the vectors: the list by its key, and records with what their reader was told and the exit code."""
    made = []
    for number in range(COUNT // 5):
        random = Random(f"list vectors {number}")
        kind = KINDS[number % len(KINDS)]
        table = listed_record(random.choice(cases_of(kind)), random, None if number % 4 == 0 else 10)
        over = Code.YES if record.read(table).replay().over else Code.UNFINISHED
        number_of = table["fair"]["commitment"]["number"]
        wrong = proofs.changed(table, random.choice([*proofs.CHANGES]), random)
        day = day_record(random, kind=kind)
        told_day = earlier(max(FIRST_DAY, day_of(day) - 30) - day_chain.AHEAD)
        made += [
            _vector(table, told(table, ""), Code.UNCOMPARED),
            _vector(table, told(table), over),
            _vector(wrong, told(table), Code.NO),
            _vector(table, told(table)._replace(number=str(number_of % commitment_list.NUMBERS + 1)), Code.NO),
            _vector(day, told_day, Code.YES),
        ]
    about = {"id": LIST_ID, "key": KEY.hex(), "hash": LIST_HASH}
    return {"list": about, "vectors": made}


def _vector(data: Json, expected: ExpectedValues, code: Code) -> Json:
    shown = {"list_hash": expected.list_hash, "number": expected.number, "earlier": [*map(list, expected.earlier)]}
    return {"code": int(code), "with_list": bool(expected.list_file), "told": shown, "record": data}


def asked(vector: Json) -> tuple[str, ExpectedValues]:
    """Return a vector as the input of a verifier."""
    shown = vector["told"]
    values: Sequence[tuple[str, str]] = [(day, value) for day, value in shown["earlier"]]
    file = FILE if vector["with_list"] else ""
    expected = ExpectedValues(list_hash=shown["list_hash"], number=shown["number"], list_file=file, earlier=values)
    return json.dumps(vector["record"]), expected


def main() -> int:
    """Write the vectors if they are missing, and return the exit code."""
    if VECTORS.exists():
        print(f"{VECTORS.name} is there: it is frozen, as whoever wrote a verifier of their own goes by it.")
        return 1
    made = vectors()
    lines = ",\n".join(json.dumps(one, separators=(",", ":")) for one in made["vectors"])
    VECTORS.write_text(f'{{"list":{json.dumps(made["list"])},\n"vectors":[\n{lines}\n]}}\n', encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())

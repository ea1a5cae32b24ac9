"""Test records for the two verifiers, the engine's and the page's.

There are honest records with a proof in which a single thing was changed, and records of a bot that cheats.
"""

import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import replace
from random import Random
from typing import Any, NamedTuple

from engine import record
from engine.contract.chance import Chance
from engine.contract.options import read_options, write_options
from engine.fairness import deal_commitment, proof
from engine.fairness.commitment_list import NUMBERS
from engine.fairness.deal_commitment import DealCommitment
from engine.fairness.proof import Promise
from engine.fairness.verify import PROMISED, UNCOMPARED, UNFINISHED, Code, ExpectedValues
from engine.game import Game
from tests.engine import proofs
from tests.engine.kit.cases import KINDS, cases_of, random_move

Json = dict[str, Any]

YES, NO = f"{PROMISED} yes", f"{PROMISED} no"
CHANGED: tuple[object, ...] = (
    "A1",
    "zz",
    "0 pass",
    "join 1",
    -1,
    0,
    1,
    6,
    2**60,
    6.5,
    1.0,
    True,
    False,
    None,
    [],
    {},
    [[]],
    {"a": 1},
)
"""Replacement values."""


class VerifierCase(NamedTuple):
    """The input of a verifier, and the exit code and first line that the verifier must return."""

    name: str
    text: str
    expected: ExpectedValues
    code: Code
    first: str


class HonestRecord(NamedTuple):
    """An honest record of a finished game, and all values that one of its players has seen."""

    text: str
    data: Json
    expected: ExpectedValues


def honest_record(number: int, *, listed: bool = False) -> HonestRecord:
    """Return an honest record, determined by `number`; five successive numbers give one record of each game."""
    random = Random(f"kept {number}")
    nonce, words = random.randbytes(16), random.choice([words for words in proofs.WORDS if words.strip()])
    promise = promised(random, number, deal_commitment.cut(nonce, words.strip()), listed=listed)
    data = played(promise, random, number)
    expected = ExpectedValues(
        promise.commitment, data["fair"]["played"], [(nonce.hex(), words)], [promise.events[0][5:]]
    )
    return HonestRecord(json.dumps(data), data, expected)


def promised(random: Random, number: int, *cuts: str, listed: bool = False) -> DealCommitment:
    """Return a commitment whose events include these cuts; with `listed` it is on the list of all tests."""
    kind = KINDS[number % len(KINDS)]
    first, *others, start = proofs.events(random)
    at = random.randint(0, len(others))
    events = (first, *others[:at], *cuts, *others[at:], start)
    table, secret = str(random.randrange(1, 10**9)), random.randbytes(32)
    if listed:
        return proofs.listed(1 + number % NUMBERS, table, kind, *events)
    return DealCommitment(table, kind.id, kind.rules, secret, events)


def played(promise: DealCommitment, random: Random, number: int) -> Json:
    """Return the record of a random finished game with this commitment."""
    cases = cases_of(Game.games[promise.game])
    case = cases[number // len(KINDS) % len(cases)]
    promise = promise.dealing(
        case.seats, write_options(read_options(case.kind.Options, case.options, case.seats), case.seats)
    )
    game = case.kind(case.seats, case.options, Chance(promise.seed))
    while game.to_act:
        game.play(*random_move(game, random))
    return plain(game, promise)


def plain(game: Game, promise: Promise) -> Json:
    """Return the record of a game with its proof, as read back from JSON."""
    data: Json = json.loads(json.dumps(proof.with_proof(record.write(game), promise)))
    return data


def strictly(text: str) -> str | None:
    """Return the data of a JSON text as JSON with sorted keys; None if the text is invalid or repeats a key."""

    def pairs(items: list[tuple[str, Any]]) -> Json:
        if len(dict(items)) < len(items):
            raise ValueError("a key stands twice")
        return dict(items)

    try:
        return json.dumps(json.loads(text, object_pairs_hook=pairs), sort_keys=True)
    except ValueError:
        return None


# --- Single changes


def single_change(honest: HonestRecord, random: Random) -> str:
    """Return the text of an honest record in which one random value or character was changed."""
    while (text := random.choice(_CHANGES)(honest, random)) == honest.text:
        pass
    return text


def _places(data: Any) -> Iterator[tuple[Any, Any]]:
    """Yield each place in JSON data: the object or list that contains it, and its key or index there."""
    if isinstance(data, dict | list):
        for key in data if isinstance(data, dict) else range(len(data)):
            yield data, key
            yield from _places(data[key])


def _in_values(change: Callable[[Any, Any, Random], None]) -> Callable[[HonestRecord, Random], str]:
    def changed(honest: HonestRecord, random: Random) -> str:
        data = deepcopy(honest.data)
        holder, key = _any_place(data, random)
        change(holder, key, random)
        return json.dumps(data)

    return changed


def _any_place(data: Json, random: Random) -> tuple[Any, Any]:
    """Draw a key of the record or of its proof, and return the place of this key or a random place in its value."""
    top = random.choice([*data, *data["fair"]])
    holder = data["fair"] if top in data["fair"] else data
    return random.choice([(holder, top), *_places(holder[top])])


def _replaced(holder: Any, key: Any, random: Random) -> None:
    holder[key] = random.choice(CHANGED)


def _nearly(holder: Any, key: Any, random: Random) -> None:
    """Change one digit or letter, or replace a value by one of another type that some languages treat as equal."""
    old = holder[key]
    if isinstance(old, str) and old:
        at = random.randrange(len(old))
        holder[key] = old[:at] + random.choice("0123456789abcdefXRH \n") + old[at + 1 :]
    elif isinstance(old, int):
        holder[key] = random.choice((old + 1, float(old), bool(old), int(old), str(old), -old))


def _removed(holder: Any, key: Any, _: Random) -> None:
    del holder[key]


def _doubled(holder: Any, key: Any, random: Random) -> None:
    if isinstance(holder, list):
        holder.insert(random.randint(0, len(holder)), holder[key])
    else:
        holder[f"{key}{random.choice(('', '2', ' '))}"] = holder[key]


def _swapped(holder: Any, key: Any, random: Random) -> None:
    other = random.choice([*holder] if isinstance(holder, dict) else range(len(holder)))
    holder[key], holder[other] = holder[other], holder[key]


def _joined(honest: HonestRecord, random: Random) -> str:
    """Join two moves by a line feed. The record's hash stays the same, because the hashed text joins moves so too."""
    data = deepcopy(honest.data)
    at = random.randrange(len(data["moves"]) - 1)
    data["moves"][at : at + 2] = ["\n".join(data["moves"][at : at + 2])]
    return json.dumps(data)


def _in_text(change: Callable[[str, int, Random], str]) -> Callable[[HonestRecord, Random], str]:
    def changed(honest: HonestRecord, random: Random) -> str:
        return change(honest.text, random.randrange(len(honest.text)), random)

    return changed


_STRANGE = '0123456789abcdefR"\\{}[]:,.-+eE \t\n\r\v\0\x1f\x7f\xa0\u2028\ufeff０é🂡'


def _character(text: str, at: int, random: Random) -> str:
    return text[:at] + random.choice(_STRANGE) + text[at + random.randint(0, 1) :]


def _dropped(text: str, at: int, random: Random) -> str:
    return text[:at] + text[at + random.randint(1, 3) :]


def _escaped(text: str, at: int, _: Random) -> str:
    """Write a character as an escape sequence, which the JSON reader turns into the same character."""
    return f"{text[:at]}\\u{ord(text[at]):04x}{text[at + 1 :]}" if text[at].isalnum() else text


def _number(text: str, at: int, random: Random) -> str:
    """Write the next number in the text in another way, for example 1 as 1.0 or -1e0."""
    at = next((place for place in range(at, len(text) - 1) if text[place - 1] in " [" and text[place].isdigit()), 0)
    return (
        text[:at] + random.choice(("-", "0", "+", "")) + text[at] + random.choice((".0", "e0", "E+0")) + text[at + 1 :]
    )


def _key_twice(text: str, at: int, random: Random) -> str:
    """Add a key again with another value; some readers take the first value, others the last one."""
    end = text.find("}", at)
    again = random.choice(('"seats": 3', '"first": 0', '"moves": []', '"played": ""'))
    first = text.find("{", at)
    return random.choice((f"{text[:end]}, {again}{text[end:]}", f"{text[: first + 1]}{again}, {text[first + 1 :]}"))


def _blanks(text: str, at: int, random: Random) -> str:
    """Add blanks between two tokens; they do not change the data."""
    at = text.find(", ", at)
    return text[:at] + random.choice((" ", "\n", "\t")) + text[at:]


def _around(text: str, _: int, random: Random) -> str:
    return random.choice((f"\ufeff{text}", f"{text} {{}}", f"{text}x", f"\n{text}\n", f"[{text}]", "[" * 5000 + text))


_CHANGES = (
    *(_in_values(change) for change in (_replaced, _nearly, _nearly, _nearly, _removed, _doubled, _swapped)),
    _joined,
    *(
        _in_text(change)
        for change in (_character, _character, _dropped, _escaped, _number, _key_twice, _blanks, _around)
    ),
)


# --- Cheats


def dropped_cut(number: int, *, listed: bool = False) -> Iterator[VerifierCase]:
    """Yield the record of a deal that ignores a cut, although the bot had confirmed this cut to a player."""
    random = Random(f"dropped {number}")
    nonce, words = random.randbytes(16), "my own words"
    promise = promised(random, number, listed=listed)
    data = played(promise, random, number)
    expected = ExpectedValues(promise.commitment, data["fair"]["played"])
    text = json.dumps(data)
    yield VerifierCase("dropped cut", text, expected._replace(cuts=[(nonce.hex(), words)]), Code.NO, NO)
    yield VerifierCase("cut not kept", text, expected, Code.YES, YES)


def other_nonce(number: int, *, listed: bool = False) -> Iterator[VerifierCase]:
    """Yield a record in which a cut was hashed with another nonce than the bot had told the player.

    A cheating bot could try many nonces until it likes the deal.
    """
    random = Random(f"nonce {number}")
    told, tried, words = random.randbytes(16), random.randbytes(16), "my own words"
    promise = promised(random, number, deal_commitment.cut(tried, words), listed=listed)
    data = played(promise, random, number)
    expected = ExpectedValues(promise.commitment, data["fair"]["played"])
    text = json.dumps(data)
    yield VerifierCase("other nonce", text, expected._replace(cuts=[(told.hex(), words)]), Code.NO, NO)
    yield VerifierCase("told nonce", text, expected._replace(cuts=[(tried.hex(), words)]), Code.YES, YES)


def invented(number: int, *, listed: bool = False) -> Iterator[VerifierCase]:
    """Yield the record of a game that the bot made up later, with another secret than that of its commitment."""
    honest, mine = (honest_record(one, listed=listed) for one in (number, number + len(KINDS)))
    yield VerifierCase("invented, nothing given", honest.text, ExpectedValues(), Code.UNCOMPARED, UNCOMPARED)
    yield VerifierCase("invented, commitment given", honest.text, ExpectedValues(mine.expected.commitment), Code.NO, NO)


def cut_short(number: int, *, listed: bool = False) -> Iterator[VerifierCase]:
    """Yield a record from which the last move was removed, with the hash that fits the remaining moves."""
    honest = honest_record(number, listed=listed)
    loaded = record.read(honest.data)
    stated = loaded.proof
    assert stated is not None
    game = loaded._replace(setup={}, deals=[], moves=loaded.moves[:-1]).replay()
    text = json.dumps(plain(game, stated.promise))
    yield VerifierCase("cut short", text, honest.expected._replace(played=""), Code.UNFINISHED, UNFINISHED)
    yield VerifierCase("cut short, end given", text, honest.expected, Code.NO, NO)


def changed_event(number: int, *, listed: bool = False) -> Iterator[VerifierCase]:
    """Yield a record whose deal the bot chose: after all cuts it changed the random number that a join had got."""
    random = Random(f"event {number}")
    promise = promised(random, number, listed=listed)
    first = f"join {random.randrange(10**18)}"
    cheat = replace(promise, events=(first, *promise.events[1:]))
    data = played(cheat, random, number)
    expected = ExpectedValues(promise.commitment, data["fair"]["played"], [], [promise.events[0][5:]])
    yield VerifierCase("changed join", json.dumps(data), expected, Code.NO, NO)


CHEATS = (dropped_cut, other_nonce, invented, cut_short, changed_event)

"""Records of random games with proofs, changes to these records, and frozen vectors for every verifier.

`python -m tests.engine.proofs` writes the vectors, but never overwrites them. A vector is a record, with a flag that
tells whether its proof holds, and the name of the change if the proof does not hold.
"""

import json
import sys
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

from engine import record
from engine.contract.chance import Chance
from engine.fairness import commitment_list, deal_commitment, proof
from engine.fairness.commitment_list import ListedCommitment
from engine.fairness.deal_commitment import DealCommitment
from engine.game import Game
from tests.engine.kit.cases import CASES, KINDS, Case

VECTORS = Path(__file__).with_name("fair_vectors.json")
MANY, WHOLE, CHANGED = 100, 9, 2
"""There are `MANY` vectors; every `WHOLE`-th is a finished game, and every `CHANGED`-th has a change."""
FEW_MOVES = 12
WORDS = ("horse", "馬", "I cut, therefore I am", "🂡 ", "a\tb", "")

LIST_ID, KEY = "0011223344556677", bytes(range(32))
"""The list of commitments of all tests."""

Json = dict[str, Any]


def listed(number: int, table: str, kind: type[Game], *events: str, key: bytes = KEY) -> ListedCommitment:
    """Return the commitment at a number of the list."""
    secret = commitment_list.secret_of(key, number)
    return ListedCommitment(table, kind.id, kind.rules, secret, events, LIST_ID, number)


def events(random: Random) -> tuple[str, ...]:
    """Return random events of a lobby as a deal commitment writes them: joins, leaves, cuts, and the start."""
    clicks = iter(sorted(random.sample(range(10**18, 2 * 10**18), 20)))
    said = [f"join {next(clicks)}"]
    for _ in range(random.randrange(8)):
        words = random.choice(WORDS)
        said.append(
            random.choice(
                (f"join {next(clicks)}", f"leave {next(clicks)}", deal_commitment.cut(random.randbytes(16), words))
            )
        )
    return (*said, f"start {next(clicks)}")


def proven_record(case: Case, random: Random, moves: int | None = None) -> Json:
    """Return the record of a random game with its proof; the game ends after `moves` moves (None: at its own end)."""
    number = str(random.randrange(1, 10**9))
    table = random.choice((number, number, deal_commitment.rematch_of(number)))
    promise = DealCommitment(table, case.kind.id, case.kind.rules, random.randbytes(32), events(random))
    game = case.kind(case.seats, case.options, Chance(promise.seed))
    while game.to_act and (moves is None or len(game.history) < moves):
        seat = random.choice(game.to_act)
        game.play(seat, random.choice(game.legal_moves(seat)))
    data: Json = json.loads(json.dumps(proof.with_proof(record.write(game), promise)))
    return data


def _other_digit(text: str, random: Random) -> str:
    at = random.randrange(len(text))
    return text[:at] + random.choice([digit for digit in "0123456789abcdef" if digit != text[at]]) + text[at + 1 :]


def _secret(data: Json, random: Random) -> None:
    data["fair"]["secret"] = _other_digit(data["fair"]["secret"], random)


def _commitment(data: Json, random: Random) -> None:
    commitment = data["fair"]["commitment"]
    if isinstance(commitment, dict):
        commitment["hash"] = _other_digit(commitment["hash"], random)
    else:
        data["fair"]["commitment"] = _other_digit(commitment, random)


def _cut(data: Json, random: Random) -> None:
    data["fair"]["events"].insert(1, deal_commitment.cut(random.randbytes(16), "another"))


def _event(data: Json, random: Random) -> None:
    data["fair"]["events"].reverse()
    data["fair"]["events"].append(f"join {random.randrange(10**18)}")


def _table(data: Json, _: Random) -> None:
    number, slash, rest = data["fair"]["table"].removeprefix("night ").partition("/")
    data["fair"]["table"] = f"{int(number) + 1}{slash}{rest.replace('1', '')}".removesuffix("/")


def _seed(data: Json, random: Random) -> None:
    data["seed"] = _other_digit(data["seed"], random)


def _move(data: Json, random: Random) -> None:
    """Replace the last move by another move, if possible a legal one."""
    seat, text = record.read(data).moves[-1]
    before = record.read(data | {"moves": data["moves"][:-1]}).replay()
    others = [one for one in map(before.text, before.legal_moves(seat)) if one != text]
    others = others or [before.text(move) for move in range(len(before.moves)) if before.text(move) != text]
    data["moves"][-1] = f"{seat} {random.choice(others)}"


def _deal(data: Json, random: Random) -> None:
    hands = random.choice(data["deals"])["hands"]
    hands[0][0], hands[1][0] = hands[1][0], hands[0][0]


CHANGES: dict[str, Callable[[Json, Random], None]] = {
    "secret": _secret,
    "cut": _cut,
    "table": _table,
    "move": _move,
    "commitment": _commitment,
    "event": _event,
    "seed": _seed,
    "deal": _deal,
}
"""Changes to a record that make its proof fail."""


def changed(data: Json, what: str, random: Random) -> Json:
    """Return a copy of a record with the change `what`, one of `CHANGES`."""
    copy = deepcopy(data)
    CHANGES[what](copy, random)
    assert copy != data, what
    return copy


def random_case(random: Random) -> Case:
    """Choose a random case; each game is equally likely."""
    kind = random.choice(KINDS)
    return random.choice([case for case in CASES if case.kind is kind])


def vectors() -> list[Json]:
    """Generate the vectors."""
    made, names = [], list(CHANGES)
    for number in range(MANY):
        random = Random(f"fair vectors {number}")
        data = proven_record(random_case(random), random, None if number % WHOLE == 0 else random.randint(1, FEW_MOVES))
        what = names[number // CHANGED % len(names)] if number % CHANGED else ""
        made.append({"holds": not what, "changed": what, "record": changed(data, what, random) if what else data})
    return made


def main() -> int:
    """Write the vectors if they are missing, and return the exit code."""
    if VECTORS.exists():
        print(f"{VECTORS.name} is there: it is frozen, as whoever wrote a verifier of their own goes by it.")
        return 1
    lines = ",\n".join(json.dumps(one, ensure_ascii=False, separators=(",", ":")) for one in vectors())
    VECTORS.write_text(f"[\n{lines}\n]\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""The whole games in docs/records.md: `python -m tests.records_page GAME` prints the one of a game, for the page.

A new version of a game's rules needs a new record there; `tests/test_records_page.py` says so.
"""

import json
import re
import sys
from random import Random
from textwrap import TextWrapper
from typing import NamedTuple

from engine.contract.chance import Chance
from engine.contract.options import OptionValue
from engine.fairness import deal_commitment, proof
from engine.fairness.deal_commitment import DealCommitment
from engine.game import Game
from engine.record import position, write
from tests.engine.proofs import Json

COLUMNS = 100
NONCE, WORDS = bytes.fromhex("00112233445566778899aabbccddeeff"), "my own words"
"""The cut in the events of every record, as in docs/fairness.md."""
EVENTS = (
    *map(deal_commitment.join, (1440000000000000001, 1440000000000000002)),
    deal_commitment.cut(NONCE, WORDS),
    "start 1440000000000000003",
)


class Sample(NamedTuple):
    """The random game that the page shows of one game."""

    seats: int
    options: dict[str, OptionValue]
    number: int
    """Chosen among the first thousand numbers, for a short record with moves of many kinds."""


SAMPLES = {
    "saizen": Sample(3, {"jokers": 2, "start_rules": "random", "equals": "any-suit"}, 326),
    "scharfe-schoten": Sample(3, {}, 231),
    "tennos-square": Sample(3, {"split_partnership": True}, 183),
    "tezuma-trick": Sample(3, {"redraw": True}, 197),
    "tezumashi": Sample(3, {"bids": "2458", "abilities": "FBFBFB"}, 270),
}


def played(kind: type[Game], sample: Sample) -> tuple[Game, DealCommitment]:
    """Return the finished random game of a sample, with the commitment of its deals."""
    random = Random(f"docs/records.md {kind.id} {sample.number}")
    promise = DealCommitment("12", kind.id, kind.rules, random.randbytes(32), EVENTS)
    game = kind(sample.seats, sample.options, Chance(promise.seed))
    while game.to_act:
        seat = random.choice(game.to_act)
        game.play(seat, random.choice(game.legal_moves(seat)))
    return game, promise


def wrapped(data: Json) -> str:
    """Return a record as JSON, wrapped between its values; each deal begins a line."""
    return "{" + ",\n ".join(_wrapped(f'"{key}": {json.dumps(value)}') for key, value in data.items()) + "}"


def _wrapped(text: str) -> str:
    whole = re.sub('"[^"]*"', lambda value: value[0].replace(" ", "\0"), text.replace("}, {", "},\n{"))
    wrap = TextWrapper(COLUMNS - 2, subsequent_indent="  ", break_on_hyphens=False)
    return "\n  ".join(wrap.fill(line) for line in whole.splitlines()).replace("\0", " ")


def result(game: Game) -> str:
    """Return the end of what `replay` prints for a finished game."""
    shown = position(game)
    return json.dumps({key: shown[key] for key in ("rounds", "scores", "winners")})


def main(name: str) -> None:
    """Print the part of the page with a game's record."""
    game, promise = played(Game.games[name], SAMPLES[name])
    record = wrapped(proof.with_proof(write(game), promise))
    print(f"```json\n{record}\n```\n\nIt ends with:\n\n    {result(game)}")


if __name__ == "__main__":
    main(*sys.argv[1:])

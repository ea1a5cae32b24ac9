"""Reading, replaying and writing of game records, which are games as text.

This module also makes the data that the command `replay` prints for a position.

docs/records.md describes the format.
"""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from engine.contract.chance import Chance
from engine.contract.options import write_options
from engine.errors import BadRecord, IllegalMove
from engine.fairness import proof as fair
from engine.game import Game
from engine.tricks import Trick

_KEYS = ("game", "rules", "seats", "options", "seed", "setup", "deals", "moves", "fair")
_MOVE = re.compile(r"(0|[1-9][0-9]{0,8}) (.+)", re.DOTALL)


class Record(NamedTuple):
    """A record of the right form. Only a replay checks its deals and moves."""

    kind: type[Game]
    seats: int
    options: Mapping[str, object]
    seed: bytes | None
    setup: Mapping[str, object]
    deals: list[Mapping[str, object]]
    moves: list[tuple[int, str]]
    proof: fair.Proof | None = None
    """The proof of the deal, as the record states it; `engine.fairness.verify` checks it."""

    def start(self) -> Game:
        """Return the game before its first move.

        Raises:
            BadRecord: an option, the set-up or the first deal is wrong.
        """
        return self.kind(self.seats, self.options, Chance(self.seed, self.setup, self.deals))

    def positions(self) -> Iterator[Game]:
        """Yield the same game object before the first move and after each move.

        Raises:
            BadRecord: names the wrong move or deal, and the reason.
        """
        game = self.start()
        yield game
        for number, (seat, text) in enumerate(self.moves, start=1):
            play_text(game, number, seat, text)
            yield game
        if len(self.deals) > game.deal_count:
            raise BadRecord(f"deals: there are {len(self.deals)}, but the game has only {game.deal_count}")
        for number in range(game.round + 1, len(self.deals) + 1):
            self._check_unreached(number)

    def _check_unreached(self, number: int) -> None:
        """Check a deal that the moves do not reach, by dealing it as the first deal.

        Raises:
            BadRecord: says what is wrong with the deal.
        """
        try:
            self.kind(self.seats, self.options, Chance(self.seed or b"\0", self.setup, self.deals[number - 1 : number]))
        except BadRecord as error:
            raise BadRecord(f"deal {number}{str(error).removeprefix('deal 1')}") from None

    def replay(self) -> Game:
        """Return the game after its last move; raise `BadRecord` as `positions` does."""
        *_, game = self.positions()
        return game


def play_text(game: Game, number: int, seat: int, text: str) -> None:
    """Play move `number` (1-based) of a record.

    Raises:
        BadRecord: names the move and the reason.
    """
    where = f'move {number} (seat {seat}, "{text}")'
    if seat >= game.seats:
        raise BadRecord(f"{where}: there is no such seat")
    try:
        game.play(seat, game.parse(text))
    except IllegalMove as error:
        raise BadRecord(f"{where}: {error}") from None
    except BadRecord as error:
        raise BadRecord(f"after {where}: {error}") from None


def loads(text: str) -> Record:
    """Read a record from JSON text; raise `BadRecord` if its form is wrong."""
    return read(from_json(text))


def from_json(text: str) -> object:
    """Parse JSON text.

    Raises:
        BadRecord: the text is no JSON, or an object has a key twice, so that a value would be dropped.
    """
    try:
        return json.loads(text, object_pairs_hook=_object)
    except (ValueError, RecursionError) as error:
        raise BadRecord(f"this is not JSON: {error}") from None


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    data: dict[str, object] = {}
    for key, value in pairs:
        if key in data:
            raise BadRecord(f'"{key}" stands twice')
        data[key] = value
    return data


def read(data: object) -> Record:
    """Check the form of a record.

    Raises:
        BadRecord: names the first wrong key, and the reason.
    """
    if not isinstance(data, dict):
        raise BadRecord("a record must be a JSON object")
    for key in data:
        if key not in _KEYS:
            raise BadRecord(f'"{key}": a record has no such key (it has: {", ".join(_KEYS)})')
    for key in ("game", "seats", "moves"):
        if key not in data:
            raise BadRecord(f'"{key}" is missing')
    kind = kind_of(data["game"])
    rules = data.get("rules", kind.rules)
    if rules != kind.rules or type(rules) is not int:
        raise BadRecord(f"rules: version {rules!r} of {kind.id} cannot be replayed here (only {kind.rules})")
    if not isinstance(data["seats"], int) or isinstance(data["seats"], bool):
        raise BadRecord(f"seats: {data['seats']!r} is not a number")
    options = mapping(data.get("options", {}), "options")
    moves = [_read_move(move, number) for number, move in enumerate(_list(data["moves"], "moves"), 1)]
    about = {"game": kind.id, "rules": kind.rules, "seats": data["seats"], "options": options, "moves": moves}
    return Record(
        kind,
        data["seats"],
        options,
        read_seed(data["seed"]) if "seed" in data else None,
        mapping(data.get("setup", {}), "setup"),
        [mapping(deal, f"deal {number}") for number, deal in enumerate(_list(data.get("deals", []), "deals"), 1)],
        moves,
        fair.read(data["fair"], about) if "fair" in data else None,
    )


def kind_of(name: object) -> type[Game]:
    """Return the game with this id; raise `BadRecord` if there is none."""
    if not isinstance(name, str) or name not in Game.games:
        raise BadRecord(f"game: {name!r} is unknown (known: {', '.join(Game.games)})")
    return Game.games[name]


def read_seed(seed: object) -> bytes:
    """Convert a seed from hex to bytes; an odd number of digits gets a leading 0. Raise `BadRecord` if not hex."""
    if not isinstance(seed, str) or not re.fullmatch(r"[0-9a-fA-F]+", seed):
        raise BadRecord(f"seed: {seed!r} is not hex")
    return bytes.fromhex(seed.zfill(len(seed) + len(seed) % 2))


def mapping(data: object, where: str) -> Mapping[str, object]:
    """Return the data of a JSON object; raise `BadRecord` for anything else."""
    if not isinstance(data, dict):
        raise BadRecord(f"{where}: must be a JSON object")
    return data


def _list(data: object, where: str) -> list[Any]:
    if not isinstance(data, list):
        raise BadRecord(f"{where}: must be a list")
    return data


def _read_move(move: object, number: int) -> tuple[int, str]:
    match = _MOVE.fullmatch(move) if isinstance(move, str) else None
    if match is None:
        raise BadRecord(f'move {number}: {move!r} is not "SEAT MOVE", such as "0 play R9"')
    return int(match[1]), match[2]


def write(game: Game) -> dict[str, object]:
    """Return the full record of a game, with its set-up and every deal so far."""
    seed = game.chance.seed
    return {
        "game": game.id,
        "rules": game.rules,
        "seats": game.seats,
        "options": write_options(game.options, game.seats),
        **({"seed": seed.hex()} if seed is not None else {}),
        "setup": game.setup_data(),
        "deals": game.deal_data(),
        "moves": [f"{seat} {game.text(move)}" for seat, move in game.history],
    }


def position(game: Game) -> dict[str, object]:
    """Return a game's position as the data that `replay` prints."""
    return {
        "game": game.id,
        "seats": game.seats,
        "over": game.over,
        "round": game.round,
        "to_act": list(game.to_act),
        "legal": {str(seat): [game.text(move) for move in game.legal_moves(seat)] for seat in game.to_act},
        "tricks": [_trick(game, trick) for trick in game.tricks()],
        "rounds": [list(points) for points in game.rounds],
        "scores": list(game.scores),
        "winners": game.winners,
    }


def _trick(game: Game, trick: Trick) -> dict[str, object]:
    leader, plays, winner = trick
    return {"leader": leader, "plays": [[seat, game.text(move)] for seat, move in plays], "winner": winner}

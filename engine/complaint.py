"""Complaints about silly moves of computer players. A complaint holds the game's record up to the move."""

from typing import NamedTuple

from engine import record
from engine.errors import BadRecord
from engine.game import Game
from engine.record import Record

_KEYS = ("seat", "level", "move", "record")


class Complaint(NamedTuple):
    """A complaint about the last move of a record."""

    level: str
    """The level of the computer player that made the move."""
    record: Record

    @property
    def seat(self) -> int:
        """The seat that made the move."""
        return self.record.moves[-1][0]

    def __str__(self) -> str:
        seat, text = self.record.moves[-1]
        return f"{self.record.kind.id}, seat {seat}, {self.level}, move {len(self.record.moves)}: {text}"

    def before(self) -> Game:
        """Return the game in the position in which the move was chosen.

        Raises:
            BadRecord: the record cannot be replayed to this position.
        """
        return self.record._replace(moves=self.record.moves[:-1]).replay()


def write(game: Game, number: int, level: str) -> dict[str, object]:
    """Return a complaint about a move as data for JSON, with all hands. The game may have had further moves.

    Args:
        game: a running or finished game.
        number: the index of the move in the game's history.
        level: the level of the computer player that made the move.
    """
    seat, _ = game.history[number]
    whole = record.write(game)
    whole["moves"] = [f"{who} {game.text(move)}" for who, move in game.history[: number + 1]]
    return {"seat": seat, "level": level, "move": number + 1, "record": whole}


def loads(text: str) -> Complaint:
    """Read a complaint.

    Raises:
        BadRecord: names the first wrong key, and the reason.
    """
    data = record.from_json(text)
    if not isinstance(data, dict) or set(data) != set(_KEYS):
        raise BadRecord(f"a complaint must be a JSON object with {', '.join(_KEYS)}")
    if not isinstance(data["level"], str):
        raise BadRecord(f"level: {data['level']!r} is no name")
    found = Complaint(data["level"], record.read(data["record"]))
    moves = found.record.moves
    if not moves or (data["seat"], data["move"]) != (found.seat, len(moves)):
        raise BadRecord("seat, move: they are not those of the record's last move")
    return found

"""A deal of the day: how it is dealt, and how its computer players answer.

The computer players think in counted playouts, and their random numbers depend on the deal, the seat, and the number
of the seat's decisions alone. So the same moves get the same answers on every machine and with every Python version.
"""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Self

from engine.contract.chance import Chance
from engine.game import Game
from engine.players.budget import ThinkingBudget
from engine.players.levels import choose
from engine.record import play_text

LEVEL = "normal"
"""The level of the computer players."""
PLAYOUTS = 100
"""The number of playouts that a computer player has for a decision."""
DEALS = 4
"""The number of deals of a day. Each person gets one of them."""


@dataclass(frozen=True)
class DailyDeal:
    """One round with fixed cards, options and computer players, in which a person plays one seat."""

    game: str
    """The game's id."""
    seats: int
    options: Mapping[str, Any]
    seed: bytes
    """The seed of the deal and of the computer players' random numbers."""
    seat: int
    """The person's seat."""

    def start(self) -> Game:
        """Return the dealt game, which has only one round. No computer player has moved yet."""
        game = Game.games[self.game](self.seats, self.options, Chance(self.seed))
        game.last_round = game.round
        return game

    def resume(self, moves: Iterable[tuple[int, str]]) -> Game:
        """Return the game after these moves of all seats.

        Raises:
            BadRecord: a move is wrong.
        """
        game = self.start()
        for number, (seat, text) in enumerate(moves, start=1):
            play_text(game, number, seat, text)
        return game

    def answer(self, game: Game) -> None:
        """Make the computer players' moves and forced moves until the person must choose, or the round is over."""
        while not game.over:
            computers = [seat for seat in game.to_act if seat != self.seat]
            seat = computers[0] if computers else self.seat
            moves, forced = game.legal_moves(seat), game.forced(seat)
            if forced is not None:
                game.play(seat, forced)
            elif seat == self.seat:
                return
            elif len(moves) == 1:
                game.play(seat, moves[0])
            else:
                text = choose(game.view(seat), LEVEL, self._chance(game, seat), ThinkingBudget(playouts=PLAYOUTS))
                game.play(seat, game.parse(text))

    def as_data(self) -> dict[str, Any]:
        """Return the deal as data for JSON."""
        options, seed = dict(self.options), self.seed.hex()
        return {"game": self.game, "seats": self.seats, "options": options, "seed": seed, "seat": self.seat}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Self:
        """Return the deal that `as_data` has written."""
        return cls(data["game"], data["seats"], data["options"], bytes.fromhex(data["seed"]), data["seat"])

    def _chance(self, game: Game, seat: int) -> bytes:
        """Return the seed of a computer player's decision."""
        return hashlib.sha256(self.seed + f"seat {seat} decision {game.moves_made(seat)}".encode()).digest()


def history(game: Game) -> list[tuple[int, str]]:
    """Return all moves so far, each as (seat, notation)."""
    return [(seat, game.text(move)) for seat, move in game.history]


def points(game: Game, seat: int) -> int:
    """Return the points that rank a seat after the round: its own, or its team's."""
    return game.ranking_score(seat)

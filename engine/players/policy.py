"""How rounds are played out, and which moves are worth a thought: at random and all, or by a game's rules of thumb."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from engine.game import Game

G = TypeVar("G", bound=Game)

Luck: TypeAlias = Callable[[], float]
"""The chance of a playout: the next number each time, from 0 to below 1; moves that are compared get the same ones."""


class Policy(Generic[G]):
    """Plays rounds out with random legal moves; a game's own one knows better, and is nearly as quick.

    It may look at all of a game that is handed to it: that is one which was drawn to agree with a view.
    """

    of: ClassVar[dict[str, Policy[Any]]] = {}
    """By the id of a game its own one; filled by importing `engine.players.policies`."""

    def run(self, game: G, luck: Luck) -> None:
        """Play the round out; the game ends with it.

        Every turn that is left to chance takes one number, also where the seat has one move alone, so that two playouts
        with the same luck are alike in all that their first moves do not change.
        """
        legal, apply = game.legal_moves, game.apply
        while to_act := game.to_act:
            actor = to_act[0]
            moves = legal(actor)
            apply(actor, moves[int(luck() * len(moves))])

    def pick(self, game: G, seat: int, luck: Luck) -> int:
        """The move of a seat that is to act, by rules of thumb alone."""
        moves = game.legal_moves(seat)
        return moves[int(luck() * len(moves))]

    def sound(self, game: G, seat: int, moves: Sequence[int]) -> Sequence[int]:  # noqa: ARG002  games' own ones look
        """Those of a seat's moves that a search should look at: at least one; what it may know is right in `game`."""
        return moves

    def plainer(self, game: G, seat: int, move: int) -> Sequence[int]:  # noqa: ARG002  games' own ones look
        """The moves that do the same with less: taken where a search cannot tell them apart, the first one first."""
        return ()


RANDOM: Policy[Any] = Policy()


def policy_of(kind: type[Game]) -> Policy[Any]:
    """A game's own policy; where it has none, chance."""
    return Policy.of.get(kind.id, RANDOM)

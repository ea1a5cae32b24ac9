"""Policies: a policy plays rounds out and selects moves to search.

The base class plays at random; a game may have its own policy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from engine.game import Game

G = TypeVar("G", bound=Game)

Luck: TypeAlias = Callable[[], float]
"""A source of random numbers from 0 to below 1 for a playout. Compared moves get the same numbers."""


class Policy(Generic[G]):
    """A policy that plays random legal moves. A game's own policy plays better and is nearly as fast.

    A policy may use all cards of a given game. This game is drawn from a view, so its hidden cards are only guesses.
    """

    of: ClassVar[dict[str, Policy[Any]]] = {}
    """The games' own policies by game id; importing `engine.players.policies` fills the mapping."""

    def playout(self, game: G, luck: Luck) -> None:
        """Play the round to its end. The game must end with this round.

        Each turn that is played at random takes exactly one number from `luck`, even if the seat has only one move. So
        two playouts with the same numbers differ only because of the moves that were made before them.
        """
        apply, pick = game.apply, self.pick
        while to_act := game.to_act:
            apply(to_act[0], pick(game, to_act[0], luck))

    def pick(self, game: G, seat: int, luck: Luck) -> int:
        """Return the move of a seat that must act, without a search."""
        moves = game.legal_moves(seat)
        return moves[int(luck() * len(moves))]

    def candidates(self, game: G, seat: int, moves: Sequence[int]) -> Sequence[int]:  # noqa: ARG002  games override it
        """Return the moves that a search should try, at least one. Cards that the seat cannot see are only guesses."""
        return moves

    def plainer(self, game: G, seat: int, move: int) -> Sequence[int]:  # noqa: ARG002  games override it
        """Return plainer moves, best first: more natural ones that have the same effect.

        Players prefer them if a search sees no difference.
        """
        return ()


RANDOM: Policy[Any] = Policy()


def policy_of(kind: type[Game]) -> Policy[Any]:
    """Return a game's own policy, or the random one."""
    return Policy.of.get(kind.id, RANDOM)


def one_of_each(cards: Iterable[int], matter: int) -> Iterator[int]:
    """Yield the first card of each group of equivalent cards.

    Cards next to each other in `cards` are equivalent if no card of `matter` has a strength between theirs.

    Args:
        cards: cards of one suit, ordered by strength, ascending or descending.
        matter: the set of cards that separate stronger from weaker cards: those in other hands or in the trick.
    """
    before = None
    for card in cards:
        if before is None or matter & (1 << max(before, card)) - (2 << min(before, card)):
            yield card
        before = card

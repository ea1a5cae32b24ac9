"""Samplers: a sampler restores a game from a view, and draws or lists the hidden cards."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from random import Random
from typing import Generic, TypeVar

G_contra = TypeVar("G_contra", contravariant=True)
V_contra = TypeVar("V_contra", contravariant=True)


class Sampler(ABC, Generic[G_contra, V_contra]):
    """The sampler of one game and its type of views. `Game.from_view` and `Game.sampler` do what all games share."""

    @abstractmethod
    def restore(self, game: G_contra, view: V_contra) -> None:
        """Fill the slots that only this game has with the values from a view; hidden cards stay empty.

        The slots that every game has are already set.
        """

    @abstractmethod
    def determinizer(self, known: G_contra, view: V_contra) -> Callable[[G_contra, Random], None]:
        """Return a function that takes a copy of the restored game `known` and fills in the hidden cards.

        Each call of the function draws among all games that agree with the view and with what play has revealed, such
        as voids. Slow work that is the same for all draws is done here, once.
        """

    def every_determinization(
        self, known: G_contra, view: V_contra
    ) -> Iterable[tuple[Callable[[G_contra], None], int]]:
        """Yield pairs of a function and a number, which together cover every game that agrees with the view.

        The function fills the hidden cards of one such game into a copy of `known`. Several games may be so alike that
        no play can tell them apart; then one function stands for all of them, and the number counts them. The
        functions are made one by one, because there can be far too many for a list. A sampler that cannot list the
        games yields nothing.
        """
        return ()

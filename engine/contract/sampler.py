"""How a game comes back from a view: what the view knows restored, and what it cannot know drawn, or all tried."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from random import Random
from typing import Generic, TypeVar

G_contra = TypeVar("G_contra", contravariant=True)
V_contra = TypeVar("V_contra", contravariant=True)


class Sampler(ABC, Generic[G_contra, V_contra]):
    """Of one game and its type of views; `Game.from_view` and `Game.sampler` do what all games share."""

    @abstractmethod
    def restore(self, game: G_contra, view: V_contra) -> None:
        """Set every slot of the game's own from a view; what the seat cannot know stays empty.

        What is common to all games has been set already.
        """

    @abstractmethod
    def unseen(self, known: G_contra, view: V_contra) -> Callable[[G_contra, Random], None]:
        """A function that fills a copy of `known`, as `restore` left it, with what the seat cannot know.

        Each time it draws anew among all that agrees with the view and with what play has shown, such as voids. What
        takes time and is the same for all draws is done here, once.
        """

    def every(self, known: G_contra, view: V_contra) -> Iterable[tuple[Callable[[G_contra], None], int]]:
        """Functions that fill a copy of `known` with what the seat cannot know, in every way that `unseen` may.

        Of ways that nobody could ever tell apart in play, whatever is played, one is enough; with each comes how many
        it stands for. They are made one by one, as there can be far too many; none at all stands for a game that cannot
        say.
        """
        return ()

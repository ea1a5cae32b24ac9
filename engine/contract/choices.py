"""What can be decided in a game now: all that its phase in force says, and the choices that lead to a move."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine import phrases
from engine.contract.game_info import GameInfo
from engine.contract.phase import Choice, Path, Phase
from engine.text import Text


class ChoicesMixin(GameInfo):
    """The decision that is open, of every `Game`."""

    phase: Phase[Any]
    to_act: tuple[int, ...]
    """The seats that owe a decision; empty once the game is over."""

    __slots__ = ()

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return not self.to_act

    def legal_moves(self, seat: int) -> tuple[int, ...]:
        """Every move that `seat`, one of `to_act`, may make, each once."""
        return self.phase.legal_moves(self, seat)

    def apply(self, seat: int, move: int) -> None:
        """Make a legal move; nothing is checked."""
        self.phase.apply(self, seat, move)

    def refusal(self, seat: int, move: int) -> Text:
        """Why a move that is not legal now, by a seat that is to act, is refused: in terms of the rule."""
        phase = self.phase
        return phase.refusal(self, seat, move) if move in phase.moves else phrases.NOT_NOW(phase=phase.name(self))

    def forced(self, seat: int) -> int | None:
        """The only move of a seat that is to act, where everybody at the table can see that it is the only one."""
        return self.phase.forced(self, seat)

    def prompt(self, seat: int, path: Path) -> Text:
        """What is asked of a seat that is to act, once it has chosen `path`: one sentence."""
        return self.phase.prompt(self, seat, path)

    def hint(self, seat: int) -> Text | None:
        """A line of advice for a person's first game, about the decision that the seat owes; None: nothing to add."""
        return self.phase.hint(self, seat)

    def offers(self, seat: int) -> Iterable[int]:
        """The moves that a panel shows, legal or not: at least every legal one, the cards in hand order."""
        return self.phase.offers(self, seat)

    def label(self, seat: int, token: str) -> Text:
        """What stands on the button of one choice of a seat that is to act."""
        return self.phase.label(self, seat, token)

    def about(self, token: str) -> Text | None:
        """A choice and what it does, where its label is but a name and it can be chosen; None: nothing to add."""
        return self.phase.about(self, token)

    def warning(self, seat: int, token: str) -> Text | None:
        """What is asked before a choice that cannot be undone and is easily hit by accident; None: nothing."""
        return self.phase.warning(self, seat, token)

    def tab(self, token: str) -> Text | None:
        """The kind of thing that a choice is, where the choices that are open are of several; None: of one."""
        return self.phase.tab(self, token)

    def why_not(self, seat: int, move: int) -> Text | None:
        """Why `seat` may not make `move` now; None: it may."""
        if self.over:
            return phrases.GAME_OVER()
        if seat not in self.to_act:
            return phrases.NOT_YOUR_TURN()
        return None if move in self.legal_moves(seat) else self.refusal(seat, move)

    def choices(self, seat: int, path: Path = ()) -> list[Choice]:
        """What a seat that is to act can choose next after `path`, each with the reason why not.

        A path that is a whole move has no next choice; a path that leads nowhere has none either.
        """
        if seat not in self.to_act:
            return []
        legal = set(self.legal_moves(seat))
        found: dict[str, tuple[int, bool]] = {}
        depth = len(path)
        for move in self.offers(seat):
            steps = self._paths[move]
            if len(steps) > depth and steps[:depth] == path:
                first, allowed = found.get(steps[depth], (move, False))
                found[steps[depth]] = (first, allowed or move in legal)
        return [
            Choice(
                token,
                self.label(seat, token),
                None if allowed else self.refusal(seat, first),
                self.phase.copies(self, seat, token),
            )
            for token, (first, allowed) in found.items()
        ]

    def chosen(self, seat: int, path: Path) -> int | None:
        """The move that `path` is in full; None: there is more to choose, or it leads nowhere."""
        return next((move for move in self.offers(seat) if self._paths[move] == path), None)

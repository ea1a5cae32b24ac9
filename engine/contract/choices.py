"""The open decision of a game: the questions that its current phase answers, and the choices that lead to a move."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine import phrases
from engine.contract.game_info import GameInfo
from engine.contract.phase import Choice, Path, Phase
from engine.text import Text


class ChoicesMixin(GameInfo):
    """The part of `Game` about the open decision."""

    phase: Phase[Any]
    to_act: tuple[int, ...]
    """The seats that must decide now; empty once the game is over."""

    __slots__ = ()

    @property
    def over(self) -> bool:
        """The end of the game has been reached."""
        return not self.to_act

    def legal_moves(self, seat: int) -> tuple[int, ...]:
        """Return every move that `seat`, one of `to_act`, may make, each once."""
        return self.phase.legal_moves(self, seat)

    def apply(self, seat: int, move: int) -> None:
        """Make a legal move without any check."""
        self.phase.apply(self, seat, move)

    def refusal(self, seat: int, move: int) -> Text:
        """Return the rule that forbids a move to a seat that must act."""
        phase = self.phase
        return phase.refusal(self, seat, move) if move in phase.moves else phrases.NOT_NOW(phase=phase.name(self))

    def forced(self, seat: int) -> int | None:
        """Return the only legal move of a seat that must act, if everybody can see that it is the only one."""
        return self.phase.forced(self, seat)

    def prompt(self, seat: int, path: Path) -> Text:
        """Return the question, one sentence, to a seat that must act and has chosen `path` so far."""
        return self.phase.prompt(self, seat, path)

    def hint(self, seat: int) -> Text | None:
        """Return a line of advice about the open decision for a person's first game; None: no advice."""
        return self.phase.hint(self, seat)

    def offers(self, seat: int) -> Iterable[int]:
        """Return the moves that a panel offers: every legal one and some illegal ones, cards in hand order."""
        return self.phase.offers(self, seat)

    def label(self, seat: int, token: str) -> Text:
        """Return the button label of one choice of a seat that must act."""
        return self.phase.label(self, seat, token)

    def about(self, token: str) -> Text | None:
        """Describe the effect of a choice whose label is only a name; None: no description."""
        return self.phase.about(self, token)

    def warning(self, seat: int, token: str) -> Text | None:
        """Return the question before a choice that is irreversible and easy to hit by accident; None: no question."""
        return self.phase.warning(self, seat, token)

    def tab(self, token: str) -> Text | None:
        """Return the kind of a choice, where a decision has choices of several kinds; None: there is one kind."""
        return self.phase.tab(self, token)

    def why_not(self, seat: int, move: int) -> Text | None:
        """Return the reason that forbids `move` to `seat` now; None: the move is legal."""
        if self.over:
            return phrases.GAME_OVER()
        if seat not in self.to_act:
            return phrases.NOT_YOUR_TURN()
        return None if move in self.legal_moves(seat) else self.refusal(seat, move)

    def choices(self, seat: int, path: Path = ()) -> list[Choice]:
        """Return the next choices after `path` for a seat that must act, each with the reason if it is forbidden.

        The list is empty after a complete move, and after a path that leads to no move.
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

    def move_of_path(self, seat: int, path: Path) -> int | None:
        """Return the move that `path` completes; None: the path is incomplete or leads to no move."""
        return next((move for move in self.offers(seat) if self._paths[move] == path), None)

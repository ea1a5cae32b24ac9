"""The contract before phases, for games that are not converted yet. It goes with the last of them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import Any, ClassVar, Self, TypeAlias

from engine import phrases
from engine.chance import Chance
from engine.game import Game
from engine.options import read_options
from engine.phase import Path, Phase
from engine.shown import Shown
from engine.text import Text, seat_text
from engine.view import Points

OldView: TypeAlias = Any


class OldGame(Game):
    """Everything in one class; `_begin` deals the first round too."""

    __slots__ = ("past_sheets",)

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "id" in cls.__dict__:
            cls.phases = {"old": OLD}
            cls._showing = _OLD_SHOWN
            cls._numbers = {text: number for number, text in enumerate(cls.moves)}
            Game.games[cls.id] = cls

    def __init__(self, seats: int, options: Mapping[str, object] | None = None, chance: Chance | None = None) -> None:
        self.past_sheets: list[list[Points]] = []
        super().__init__(seats, options, chance)

    def _next_round(self) -> None:
        self.phase = OLD

    def _deal(self) -> None:
        raise NotImplementedError

    @abstractmethod
    def legal_moves(self, seat: int) -> tuple[int, ...]: ...

    @abstractmethod
    def apply(self, seat: int, move: int) -> None: ...

    @abstractmethod
    def refusal(self, seat: int, move: int) -> Text: ...

    def forced(self, seat: int) -> int | None:
        return None

    @abstractmethod
    def phase_text(self) -> Text: ...

    @abstractmethod
    def told(self, seat: int, move: int) -> Text: ...

    @abstractmethod
    def prompt(self, seat: int, path: Path) -> Text: ...

    def hint(self, seat: int) -> Text | None:
        return None

    @abstractmethod
    def offers(self, seat: int) -> Iterable[int]: ...

    @abstractmethod
    def label(self, seat: int, token: str) -> Text: ...

    def about(self, token: str) -> Text | None:
        return None

    def copies(self, seat: int, token: str) -> int:
        return 1

    @abstractmethod
    def public(self) -> OldView: ...

    @abstractmethod
    def private(self, seat: int) -> OldView: ...

    @abstractmethod
    def table_lines(self) -> list[Text]: ...

    @abstractmethod
    def seat_lines(self, seat: int) -> list[Text]: ...

    @abstractmethod
    def sheet(self, round_number: int) -> list[Points]: ...

    @classmethod
    @abstractmethod
    def sampler(cls, view: OldView) -> Callable[[Random], Self]: ...

    def view(self, seat: int | None = None) -> OldView:
        """As `Game`; sheets of rounds before a sampled one are those of the view."""
        return super().view(seat)

    def _sheets(self) -> list[list[Points]]:
        later = range(len(self.past_sheets) + 1, len(self.rounds) + 1)
        return [*self.past_sheets, *(self.sheet(number) for number in later)]

    def restore(self, view: OldView) -> None:
        """For samplers: what every view says of every game; no chance, no log, no history."""
        self.seats = view["seats"]
        self.options = read_options(self.Options, view["options"], self.seats)
        self.chance = Chance(None)
        self.phase = OLD
        self.round = view["round"]
        self.rounds = [tuple(points) for points in view["rounds"]]
        self.scores = list(view["scores"])
        self.to_act = tuple(view["to_act"])
        self.history = []
        self.log = None
        self.past_sheets = list(view["sheets"])
        self.last_round = self.round_count

    def _end_round(self, points: Sequence[int]) -> bool:
        """Book a round's points by seat; returns whether the game is over."""
        self.rounds.append(tuple(points))
        self.scores = [total + point for total, point in zip(self.scores, points, strict=True)]
        if self.log is not None:
            for seat, point in enumerate(points):
                self.say(phrases.ROUND_POINTS(seat=seat_text(seat), points=point, round=self.round))
        return self.round == self.last_round


class _OldPhase(Phase[OldGame]):
    id: ClassVar[str] = "old"
    moves = range(10**6)

    __slots__ = ()

    def legal_moves(self, game: OldGame, seat: int) -> tuple[int, ...]:
        return game.legal_moves(seat)

    def apply(self, game: OldGame, seat: int, move: int) -> None:
        game.apply(seat, move)

    def name(self, game: OldGame) -> Text:
        return game.phase_text()

    def told(self, game: OldGame, seat: int, move: int) -> Text:
        return game.told(seat, move)

    def prompt(self, game: OldGame, seat: int, path: Path) -> Text:
        return game.prompt(seat, path)

    def offers(self, game: OldGame, seat: int) -> Iterable[int]:
        return game.offers(seat)

    def label(self, game: OldGame, seat: int, token: str) -> Text:
        return game.label(seat, token)

    def copies(self, game: OldGame, seat: int, token: str) -> int:
        return game.copies(seat, token)


class _OldShown(Shown[OldGame]):
    def public(self, game: OldGame) -> Mapping[str, object]:
        public: Mapping[str, object] = game.public()
        return public

    def private(self, game: OldGame, seat: int) -> Mapping[str, object]:
        private: Mapping[str, object] = game.private(seat)
        return private

    def table_lines(self, game: OldGame) -> list[Text]:
        return game.table_lines()

    def seat_lines(self, game: OldGame, seat: int) -> list[Text]:
        return game.seat_lines(seat)

    def sheet(self, game: OldGame, round_number: int) -> list[Points]:
        return game.sheet(round_number)


OLD = _OldPhase()
_OLD_SHOWN = _OldShown()

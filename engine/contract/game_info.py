"""What is said of a game before anybody has dealt it: its names, its seats, its options, its notation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import ClassVar

from engine import phrases
from engine.cards import Suit
from engine.contract.options import Options
from engine.contract.phase import Path
from engine.contract.view import Play, PlayedTrick
from engine.errors import IllegalMove
from engine.text import Phrase, Text
from engine.tricks import Played, Taken, Trick, played_card


class GameInfo:
    """The class side of every `Game`: nothing here needs a game in progress."""

    id: ClassVar[str]
    rules: ClassVar[int] = 1
    """Version of the rules and card data."""
    title: ClassVar[Text]
    pitch: ClassVar[Text]
    designer: ClassVar[Text]
    """A name in the reader's script where it is printed in that script, else as it is printed."""
    seat_counts: ClassVar[tuple[int, ...]]
    minutes: ClassVar[int]
    """How long a game of people with the usual number of seats takes, roughly; the kit measures it."""
    suits: ClassVar[tuple[Suit, ...]]
    marks: ClassVar[Mapping[str, str]] = {}
    """What else has a sign of its own: by the key of its name, the name of its emoji in `pictures`."""
    announced: ClassVar[Mapping[str, Phrase]] = {}
    """What everybody must know before a round's first trick, what others have changed: by the key of the log's line the
    same in a few words, of the same arguments."""
    moves: ClassVar[tuple[str, ...]]
    """Every move there can be, in notation; a move is an index into it."""
    Options: ClassVar[type[Options]] = Options
    setup_keys: ClassVar[tuple[str, ...]]
    deal_keys: ClassVar[tuple[str, ...]]
    _numbers: ClassVar[dict[str, int]]
    _paths: ClassVar[tuple[Path, ...]]

    __slots__ = ()

    # --- Its notation

    @classmethod
    def parse(cls, text: str) -> int:
        """A move from its notation.

        Raises:
            IllegalMove: no move of this game is written so.
        """
        try:
            return cls._numbers[text]
        except KeyError:
            raise IllegalMove(phrases.NOT_A_MOVE(text=text)) from None

    @classmethod
    def text(cls, move: int) -> str:
        """A move in notation."""
        return cls.moves[move]

    @classmethod
    def path(cls, move: int) -> Path:
        """The choices that lead to a move; here what it names, in that order."""
        return tuple(cls.moves[move].split()[1:])

    # --- Its cards and tricks

    @classmethod
    def back(cls, code: str) -> str:  # noqa: ARG003  games whose backs differ override it
        """What everybody sees of a card that lies face down or stands in a hand; "": nothing."""
        return ""

    @classmethod
    def played(cls, move: int) -> Played:
        """What a move of a trick lays on the table; here one card, as in `play R9`."""
        return played_card(cls.moves[move].split()[1])

    @classmethod
    def trick_data(cls, trick: Trick) -> PlayedTrick:
        """A trick as a view shows it."""
        leader, plays, winner = trick
        shown: list[Play] = [
            {"seat": seat, "move": cls.moves[move], "cards": [*cards], "named": named, "text": text}
            for seat, move in plays
            for cards, named, text in (cls._laid(move),)
        ]
        return {"leader": leader, "plays": shown, "winner": winner}

    @classmethod
    def tricks_data(cls, tricks: Iterable[Taken]) -> list[PlayedTrick]:
        """Tricks of this round or the last one as a view shows them."""
        return [{**cls.trick_data(trick), "ahead": ahead, "why": why} for trick, ahead, why in tricks]

    @classmethod
    @cache
    def _laid(cls, move: int) -> Played:
        return cls.played(move)

    # --- Its seats

    @classmethod
    def usual_seats(cls) -> int:
        """The number of seats of a new table: the largest of at most four, else the smallest."""
        return max((count for count in cls.seat_counts if count <= 4), default=min(cls.seat_counts))

    @classmethod
    def teams_of(cls, seats: int) -> tuple[tuple[int, ...], ...]:
        """The seats that win together, of a game with `seats` seats."""
        return tuple((seat,) for seat in range(seats))

"""The facts of a game that hold before any deal: names, seats, options and notation."""

from collections.abc import Iterable, Mapping
from typing import ClassVar, Literal, TypeAlias, TypeVar, get_args

from engine import phrases
from engine.cards import Suit
from engine.contract.options import Options
from engine.contract.phase import Path
from engine.contract.view import Play, PlayedTrick
from engine.errors import IllegalMove
from engine.text import Phrase, Text
from engine.tricks import JudgedTrick, PlayedCards, Trick, plain_card

Weight: TypeAlias = Literal["easy", "medium", "hard"]
"""The amount that a person must learn before they can play a game well, the smallest first."""
_WEIGHTS: tuple[Weight, ...] = get_args(Weight)


class GameInfo:
    """The class attributes and class methods of every `Game`; none of them needs a game in progress."""

    id: ClassVar[str]
    rules: ClassVar[int] = 1
    """The version of the rules and card data."""
    title: ClassVar[Text]
    spellings: ClassVar[Text | None] = None
    """Other spellings of the title that people type to find the game, such as its reading, separated by commas."""
    pitch: ClassVar[Text]
    short_pitch: ClassVar[Text]
    """A few words that recommend the game, beside its title in a list of games."""
    weight: ClassVar[Weight]
    designer: ClassVar[Text]
    """The designer's name, in the script in which it is printed."""
    seat_counts: ClassVar[tuple[int, ...]]
    minutes: ClassVar[int]
    """The usual duration in minutes of a game between people; the test kit measures it."""
    suits: ClassVar[tuple[Suit, ...]]
    emoji_names: ClassVar[Mapping[str, str]] = {}
    """Names of the emojis for suits and other terms, by the key of the term's text; `pictures` has the emojis.

    A suit needs no entry if its emoji has the suit's English name. If suits of two games have the same name but
    different pictures, one of the games gives its emoji another name.
    """
    announcements: ClassVar[Mapping[str, Phrase]] = {}
    """Short forms of log lines, by the line's key. Panels show them until the first trick of a round has ended.

    A short form has the same arguments as its log line.
    """
    moves: ClassVar[tuple[str, ...]]
    """The notation of every move; a move is an index into this tuple."""
    Options: ClassVar[type[Options]] = Options
    setup_keys: ClassVar[tuple[str, ...]]
    deal_keys: ClassVar[tuple[str, ...]]
    _numbers: ClassVar[dict[str, int]]
    _paths: ClassVar[tuple[Path, ...]]

    __slots__ = ()

    # --- Notation

    @classmethod
    def parse(cls, text: str) -> int:
        """Return the move with this notation.

        Raises:
            IllegalMove: no move of this game has this notation.
        """
        try:
            return cls._numbers[text]
        except KeyError:
            raise IllegalMove(phrases.NOT_A_MOVE(text=text)) from None

    @classmethod
    def text(cls, move: int) -> str:
        """Return the notation of a move."""
        return cls.moves[move]

    @classmethod
    def path(cls, move: int) -> Path:
        """Return the choices that lead to a move: by default the words of its notation without the first word."""
        return tuple(cls.moves[move].split()[1:])

    # --- Cards and tricks

    @classmethod
    def card_back(cls, code: str) -> str:  # noqa: ARG003  overrides need `code`
        """Return the back of a card, such as its colour; "" if all backs are the same."""
        return ""

    @classmethod
    def played_cards(cls, move: int) -> PlayedCards:
        """Return the cards of a play: by default the one card of a notation such as `play R9`."""
        return plain_card(cls.moves[move].split()[1])

    @classmethod
    def trick_data(cls, trick: Trick) -> PlayedTrick:
        """Return a trick in the form of a view."""
        leader, plays, winner = trick
        played: list[Play] = [
            {"seat": seat, "move": cls.moves[move], "cards": [*cards], "named": named, "text": text}
            for seat, move in plays
            for cards, named, text in (cls.played_cards(move),)
        ]
        return {"leader": leader, "plays": played, "winner": winner}

    @classmethod
    def tricks_data(cls, tricks: Iterable[JudgedTrick]) -> list[PlayedTrick]:
        """Return tricks in the form of a view."""
        return [{**cls.trick_data(trick), "ahead": ahead, "why": why} for trick, ahead, why in tricks]

    # --- Emojis

    @classmethod
    def suit_emojis(cls) -> dict[str, str]:
        """Return by letter the emoji name of each suit and of jokers: an English name, which screen readers can say."""
        keys = {suit.letter: suit.name.key for suit in cls.suits}
        names = {letter: cls.emoji_names.get(key, Phrase.all[key].english) for letter, key in keys.items()}
        return {"X": "joker"} | {letter: name.replace(" ", "_") for letter, name in names.items()}

    # --- Seats

    @classmethod
    def usual_seats(cls) -> int:
        """Return the number of seats of a new table: the largest allowed number up to 4, else the smallest one."""
        return max((count for count in cls.seat_counts if count <= 4), default=min(cls.seat_counts))

    @classmethod
    def teams_of(cls, seats: int) -> tuple[tuple[int, ...], ...]:
        """Return the seats of each team in a game with `seats` seats."""
        return tuple((seat,) for seat in range(seats))


Kind = TypeVar("Kind", bound=type[GameInfo])


def easiest_first(games: Iterable[Kind]) -> list[Kind]:
    """Sort kinds of games: the easiest to learn first, and the shortest first if they are equally easy.

    The id decides the remaining ties, so the order does not depend on which module was imported first.
    """
    return sorted(games, key=lambda game: (_WEIGHTS.index(game.weight), game.minutes, game.id))

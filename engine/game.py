"""The contract that every game meets.

A game is its record: id, rules version, seats, options, seed, moves. A move is a small int, an index into `Game.moves`,
the game's whole notation; `parse` and `text` go between the two. There are two doors: `play` checks, explains and logs;
`apply` is the bare step for searches. What anybody may know comes out of `view` and nowhere else.

A new game is one module in `engine/games`: a subclass of `Game` that sets the class attributes below and implements the
abstract methods. CONTRIBUTING.md goes through it step by step.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import Any, ClassVar, NamedTuple, Self

from engine import phrases
from engine.cards import Suit
from engine.chance import Chance
from engine.errors import BadRecord, IllegalMove
from engine.options import Options, read_options, write_options
from engine.text import Text, card_text, seat_text

View = dict[str, Any]
Path = tuple[str, ...]
Trick = tuple[int, tuple[tuple[int, int], ...], int | None]
"""Leader, (seat, move) in the order played, winner (None: in progress, or nobody)."""
Points = list[tuple[Text, int]]
"""Why each point: a seat's lines of a round's score sheet."""


class Choice(NamedTuple):
    """One thing that can be chosen next."""

    token: str
    """What it adds to the path."""
    label: Text
    reason: Text | None
    """Why it cannot be chosen now; None: it can."""
    copies: int
    """How many equal cards it stands for."""


class Game(ABC):
    """One game in progress. Flat lists of immutable values only, so that `copy` is cheap."""

    games: ClassVar[dict[str, type[Game]]] = {}
    """Every game by its id; filled by importing `engine.games`."""

    id: ClassVar[str]
    rules: ClassVar[int] = 1
    """Version of the rules and card data."""
    title: ClassVar[Text]
    pitch: ClassVar[Text]
    designer: ClassVar[str]
    seat_counts: ClassVar[tuple[int, ...]]
    suits: ClassVar[tuple[Suit, ...]]
    marks: ClassVar[Mapping[str, str]] = {}
    """What else has a sign of its own: by the key of its name, the name of its emoji in `pictures`."""
    moves: ClassVar[tuple[str, ...]]
    """Every move there can be, in notation; a move is an index into it."""
    Options: ClassVar[type[Options]] = Options
    setup_keys: ClassVar[tuple[str, ...]]
    deal_keys: ClassVar[tuple[str, ...]]

    _numbers: ClassVar[dict[str, int]]
    _state: ClassVar[tuple[str, ...]]
    _copy_to: ClassVar[Callable[[Game, Game], None]]

    __slots__ = (
        "chance",
        "history",
        "last_round",
        "log",
        "options",
        "past_sheets",
        "round",
        "rounds",
        "scores",
        "seats",
        "to_act",
    )

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls._state = tuple(name for base in reversed(cls.__mro__) for name in getattr(base, "__slots__", ()))
        cls._copy_to = _state_copier(cls._state)
        if "id" in cls.__dict__:
            cls._numbers = {text: number for number, text in enumerate(cls.moves)}
            Game.games[cls.id] = cls

    def __init__(self, seats: int, options: Mapping[str, object] | None = None, chance: Chance | None = None) -> None:
        """A new game, its first round dealt.

        Args:
            seats: one of `seat_counts`.
            options: by name; what is left out has its default.
            chance: seed, and what is fixed of set-up and deals.

        Raises:
            BadRecord: a wrong number of seats, option, set-up or deal, or nothing to draw from.
        """
        if seats not in self.seat_counts:
            raise BadRecord(f"seats: {self.id} is for {' or '.join(map(str, self.seat_counts))}, not {seats}")
        self.seats = seats
        self.options = read_options(self.Options, options or {}, seats)
        self.chance = chance or Chance(None)
        unknown = [key for key in self.chance.setup if key not in self.setup_keys]
        if unknown:
            raise BadRecord(f'setup, "{unknown[0]}": this game has no such key')
        self.round = 0
        self.rounds: list[tuple[int, ...]] = []
        """Points by seat of every finished round."""
        self.scores = [0] * seats
        self.to_act: tuple[int, ...] = ()
        """The seats that owe a decision; empty once the game is over."""
        self.history: list[tuple[int, int]] = []
        """(seat, move) as played through `play`."""
        self.log: list[Text] | None = []
        """What everybody saw happen; None in a searcher's copy."""
        self.last_round = self.round_count
        """The game ends after it; a search that looks no further than this round saves itself the next deal."""
        self.past_sheets: list[list[Points]] = []
        """In a sampled game the score sheets that the view showed; their rounds are not known otherwise."""
        self._begin()

    # --- What a game implements

    @abstractmethod
    def _begin(self) -> None:
        """Draw the set-up and deal the first round."""

    @abstractmethod
    def legal_moves(self, seat: int) -> tuple[int, ...]:
        """Every move that `seat`, one of `to_act`, may make, each once."""

    @abstractmethod
    def apply(self, seat: int, move: int) -> None:
        """Make a legal move; nothing is checked."""

    @abstractmethod
    def refusal(self, seat: int, move: int) -> Text:
        """Why a move that is not legal now, by a seat that is to act, is refused: in terms of the rule."""

    @abstractmethod
    def tricks(self) -> list[Trick]:
        """This round's tricks, the one in progress last; once the game is over the last round's."""

    @abstractmethod
    def setup_data(self) -> dict[str, object]:
        """The set-up in full, as a record spells it."""

    @abstractmethod
    def deal_data(self) -> list[dict[str, object]]:
        """Every deal so far in full, as a record spells them."""

    @abstractmethod
    def hand(self, seat: int) -> list[str]:
        """The codes of the seat's own cards, sorted."""

    @abstractmethod
    def public(self) -> View:
        """The game's own part of every view: what the whole table knows, as plain data."""

    @abstractmethod
    def private(self, seat: int) -> View:
        """The game's own part of the seat's view beyond its hand: what only that seat knows."""

    @abstractmethod
    def phase(self) -> Text:
        """What is going on, for everybody: "trick 3 of 10"."""

    @abstractmethod
    def prompt(self, seat: int, path: Path) -> Text:
        """What is asked of a seat that is to act, once it has chosen `path`: one sentence."""

    @abstractmethod
    def table_lines(self) -> list[Text]:
        """What lies on the table for all to see, as sentences."""

    @abstractmethod
    def seat_lines(self, seat: int) -> list[Text]:
        """What everybody can see of one seat, as short sentences."""

    @abstractmethod
    def told(self, seat: int, move: int) -> Text:
        """What everybody sees of a legal move as it is made."""

    @abstractmethod
    def path(self, move: int) -> Path:
        """The choices that lead to a move."""

    @abstractmethod
    def offers(self, seat: int) -> Iterable[int]:
        """The moves that a panel shows, legal or not: at least every legal one, the cards in hand order."""

    @abstractmethod
    def label(self, token: str) -> Text:
        """What stands on the button of one choice."""

    @abstractmethod
    def sheet(self, round_number: int) -> list[Points]:
        """Why each point of a finished round (1-based): lines by seat, which add up to `rounds`."""

    @classmethod
    @abstractmethod
    def sampler(cls, view: View) -> Callable[[Random], Game]:
        """From a seat's view a function that draws full games which agree with it and with what play has shown.

        The games drawn have no log and no history; they can be played on with `apply`.
        """

    # --- What a game may refine

    @property
    def round_count(self) -> int:
        """How many rounds the whole game has."""
        return self.seats

    @property
    def deal_count(self) -> int:
        """How many deals the whole game has; fewer than rounds where a deal lasts for several."""
        return self.round_count

    def forced(self, seat: int) -> int | None:  # noqa: ARG002  games that can tell override it
        """The only move of a seat that is to act, where everybody at the table can see that it is the only one."""
        return None

    @classmethod
    def back(cls, code: str) -> str:  # noqa: ARG003  games whose backs differ override it
        """What everybody sees of a card that lies face down or stands in a hand; "": nothing."""
        return ""

    def hint(self, seat: int) -> Text | None:  # noqa: ARG002  games that have advice override it
        """A line of advice for a person's first game, about the decision that the seat owes; None: nothing to add."""
        return None

    def about(self, token: str) -> Text | None:  # noqa: ARG002  games whose labels are but names override it
        """A choice and what it does, for those to whom its label is but a name; None: the label says enough."""
        return None

    def copies(self, seat: int, token: str) -> int:  # noqa: ARG002  games with equal cards override it
        """How many equal cards of the seat's hand a choice stands for."""
        return 1

    @classmethod
    def teams_of(cls, seats: int) -> tuple[tuple[int, ...], ...]:
        """The seats that win together, of a game with `seats` seats."""
        return tuple((seat,) for seat in range(seats))

    @property
    def teams(self) -> tuple[tuple[int, ...], ...]:
        """The seats that win together."""
        return self.teams_of(self.seats)

    @classmethod
    def spoken(cls, text: str) -> Text:
        """What lies on the table after a move of a trick, given in notation."""
        return card_text(text.split()[1])

    def ranking(self) -> list[list[int]]:
        """The seats in groups of equal standing, best first."""
        return [
            [seat for seat in range(self.seats) if self.scores[seat] == score]
            for score in sorted(set(self.scores), reverse=True)
        ]

    # --- What every game does alike

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return not self.to_act

    @property
    def winners(self) -> list[int] | None:
        """The seats that share the victory; None before the end."""
        return self.ranking()[0] if self.over else None

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
    def trick_data(cls, trick: Trick) -> View:
        """A trick as plain data, its moves in notation."""
        leader, plays, winner = trick
        return {"leader": leader, "plays": [[seat, cls.text(move)] for seat, move in plays], "winner": winner}

    def why_not(self, seat: int, move: int) -> Text | None:
        """Why `seat` may not make `move` now; None: it may."""
        if self.over:
            return phrases.GAME_OVER()
        if seat not in self.to_act:
            return phrases.NOT_YOUR_TURN()
        return None if move in self.legal_moves(seat) else self.refusal(seat, move)

    def play(self, seat: int, move: int) -> None:
        """Make a move, checked and logged.

        Raises:
            IllegalMove: with a reason for the player; nothing has changed.
        """
        reason = self.why_not(seat, move)
        if reason is not None:
            raise IllegalMove(reason)
        self.history.append((seat, move))
        self.say(self.told(seat, move))
        self.apply(seat, move)

    def say(self, text: Text) -> None:
        """Add a line to the log, where there is one."""
        if self.log is not None:
            self.log.append(text)

    def moves_made(self, seat: int) -> int:
        """How many moves the seat has made through `play`: the number of its next decision."""
        return sum(who == seat for who, _ in self.history)

    def copy(self) -> Self:
        """An independent copy."""
        twin = object.__new__(type(self))
        self._copy_to(twin)
        return twin

    def state(self) -> dict[str, object]:
        """Everything that makes up the game, for comparing two of them."""
        return {name: getattr(self, name) for name in self._state if name != "chance"}

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
            steps = self.path(move)
            if len(steps) > depth and steps[:depth] == path:
                first, allowed = found.get(steps[depth], (move, False))
                found[steps[depth]] = (first, allowed or move in legal)
        return [
            Choice(token, self.label(token), None if allowed else self.refusal(seat, first), self.copies(seat, token))
            for token, (first, allowed) in found.items()
        ]

    def chosen(self, seat: int, path: Path) -> int | None:
        """The move that `path` is in full; None: there is more to choose, or it leads nowhere."""
        return next((move for move in self.offers(seat) if self.path(move) == path), None)

    def view(self, seat: int | None = None) -> View:
        """What `seat` (None: an onlooker) may know, as plain data, built up from what is allowed."""
        shown: View = {
            "game": self.id,
            "rules": self.rules,
            "seats": self.seats,
            "options": write_options(self.options, self.seats),
            "seat": seat,
            "round": self.round,
            "round_count": self.round_count,
            "over": self.over,
            "to_act": list(self.to_act),
            "phase": self.phase(),
            "scores": list(self.scores),
            "rounds": [list(points) for points in self.rounds],
            "sheets": [
                *self.past_sheets,
                *(self.sheet(number + 1) for number in range(len(self.past_sheets), len(self.rounds))),
            ],
            "ranking": self.ranking(),
            "winners": self.winners,
            "tricks": [self.trick_data(trick) for trick in self.tricks()],
            "table": self.table_lines(),
            "by_seat": [self.seat_lines(one) for one in range(self.seats)],
            "log": list(self.log or ()),
            **self.public(),
        }
        if seat is not None:
            shown["hand"] = self.hand(seat)
            shown["legal"] = [self.text(move) for move in self.legal_moves(seat)] if seat in self.to_act else []
            shown["prompt"] = self.prompt(seat, ()) if seat in self.to_act else None
            shown.update(self.private(seat))
        return shown

    def restore(self, view: View) -> None:
        """For samplers: what every view says of every game; no chance, no log, no history."""
        self.seats = view["seats"]
        self.options = read_options(self.Options, view["options"], self.seats)
        self.chance = Chance(None)
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

    def _fixed_deal(self) -> Mapping[str, object]:
        """What the record fixes of this round's deal.

        Raises:
            BadRecord: it has a key that this game does not know.
        """
        fixed = self.chance.deal(self.round)
        for key in fixed:
            if key not in self.deal_keys:
                raise BadRecord(f'deal {self.round}, "{key}": this game has no such key')
        return fixed


def _state_copier(names: Iterable[str]) -> Callable[[Game, Game], None]:
    """A function that copies these attributes from one game to another, lists as new lists.

    Searches copy a game before every playout. Written out attribute by attribute, as `dataclass` writes its methods,
    that takes less than half as long as a loop with `getattr` and `setattr`.
    """
    lines = (f"    value = old.{name}\n    new.{name} = value[:] if type(value) is list else value" for name in names)
    scope: dict[str, Callable[[Game, Game], None]] = {}
    exec("\n".join(["def copy_state(old, new):", *lines]), {}, scope)  # noqa: S102  the names are our own slots
    return scope["copy_state"]

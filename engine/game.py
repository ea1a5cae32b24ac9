"""The contract that every game meets.

A game is its record: id, rules version, seats, options, seed, moves. A move is a small int, an index into `Game.moves`,
the game's whole notation; `parse` and `text` go between the two. There are two doors: `play` checks, explains and logs;
`apply` is the bare step for searches. What anybody may know comes out of `view` and nowhere else.

A new game is a package in `engine/games`, made of four parts that its `__init__` puts together with `Game.register`:

- a subclass of `Game`: the state, how a round is dealt and scored, and what `engine.contract.game_info` says of it;
- its phases (`engine.contract.phase`), one for each kind of decision; the slot `phase` holds the one in force;
- what it shows (`engine.contract.view_builder`), with a typed view;
- how it comes back from a view (`engine.contract.sampler`).

CONTRIBUTING.md goes through it step by step.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from functools import partial
from random import Random
from typing import Any, ClassVar, Self, cast

from engine import phrases
from engine.contract.chance import Chance
from engine.contract.choices import ChoicesMixin
from engine.contract.flat_state import FlatState
from engine.contract.game_log import GameLogMixin
from engine.contract.options import read_options, write_options
from engine.contract.phase import OVER, Choice, Path, Phase
from engine.contract.sampler import Sampler
from engine.contract.view import Play, PlayedTrick, Points, View
from engine.contract.view_builder import ViewBuilder
from engine.errors import BadRecord, IllegalMove
from engine.intern import shared
from engine.text import Text, seat_text
from engine.tricks import Taken, Trick, kept

__all__ = ["Choice", "Game", "Path", "Play", "PlayedTrick", "Points", "Trick", "View"]


class Game(ChoicesMixin, GameLogMixin, FlatState, ABC):
    """One game in progress."""

    games: ClassVar[dict[str, type[Game]]] = {}
    """Every game by its id; filled by importing `engine.games`."""

    phases: ClassVar[Mapping[str, Phase[Any]]]
    """By id; the first one begins every round."""
    _first_phase: ClassVar[Phase[Any]]
    _showing: ClassVar[ViewBuilder[Any]]
    _sampling: ClassVar[Sampler[Any, Any]]

    phase: Phase[Any]

    __slots__ = (
        "chance",
        "forced_moves",
        "history",
        "last_round",
        "lines",
        "log",
        "made",
        "options",
        "phase",
        "round",
        "rounds",
        "scores",
        "seats",
        "to_act",
        "tricks_before",
    )

    @classmethod
    def register(cls, phases: Sequence[Phase[Self]], shown: ViewBuilder[Self], sampler: Sampler[Self, Any]) -> None:
        """Put a game together and make it known by its id.

        Args:
            phases: every phase but the end; the first one begins every round.
            shown: what is shown of a game beside its decisions.
            sampler: how a game comes back from a view.
        """
        every: tuple[Phase[Any], ...] = (*phases, OVER)
        cls.phases = {phase.id: phase for phase in every}
        cls._first_phase = every[0]
        cls._showing = shown
        cls._sampling = sampler
        cls._numbers = {text: number for number, text in enumerate(cls.moves)}
        cls._paths = tuple(map(cls.path, range(len(cls.moves))))
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
        self.chance.check_setup(self.setup_keys)
        self.round = 0
        self.rounds: list[tuple[int, ...]] = []
        """Points by seat of every finished round."""
        self.scores = [0] * seats
        self.to_act: tuple[int, ...] = ()
        """The seats that owe a decision; empty once the game is over."""
        self.history = []
        self.made = [0] * seats  # of the moves in it, by seat
        self.forced_moves = []
        self.log = []
        self.lines = []
        self.tricks_before: tuple[Taken, ...] = ()
        """The tricks of the round before this one, which nothing else keeps; empty where there is no log."""
        self.last_round = self.round_count
        """The game ends after it; a search that looks no further than this round saves itself the next deal."""
        self._begin()
        self._next_round()

    # --- What a game implements

    @abstractmethod
    def _begin(self) -> None:
        """Draw the set-up."""

    @abstractmethod
    def _deal(self) -> None:
        """Deal round `self.round`: set everything that belongs to a round, and who is to act in the first phase."""

    @abstractmethod
    def setup_data(self) -> dict[str, object]:
        """The set-up in full, as a record spells it."""

    @abstractmethod
    def deal_data(self) -> list[dict[str, object]]:
        """Every deal so far in full, as a record spells them."""

    @abstractmethod
    def hand(self, seat: int) -> list[str]:
        """The codes of the seat's own cards, sorted."""

    # --- What a game may refine

    def tricks(self) -> list[Trick]:
        """This round's tricks, the one in progress last; once the game is over the last round's."""
        return []

    def taking(self, trick: Trick) -> tuple[int | None, Text | None]:
        """Who wins a trick of this round as it lies (None: nobody), and why ("highest black"; None: nothing to say)."""
        return trick[2], None

    @property
    def tricks_left(self) -> int | None:
        """How many tricks this round can still have, the one in progress among them; None: nobody can tell."""
        return None

    @property
    def position(self) -> Hashable | None:
        """All that the rest of the round hangs on, where a search comes by often (a trick begins); else None."""
        return None

    def trump(self, seat: int, path: Path) -> bool:  # noqa: ARG002  games with trumps override it
        """Whether the card that a path of the seat's choices ends with is a trump now, by what the seat knows."""
        return False

    @property
    def round_count(self) -> int:
        """How many rounds the whole game has."""
        return self.seats

    @property
    def deal_count(self) -> int:
        """How many deals the whole game has; fewer than rounds where a deal lasts for several."""
        return self.round_count

    @property
    def teams(self) -> tuple[tuple[int, ...], ...]:
        """The seats that win together."""
        return self.teams_of(self.seats)

    def standing(self, seat: int) -> int:
        """What decides the victory: the seat's points, or with them those of others that count for it."""
        return self.scores[seat]

    def ranking(self) -> list[list[int]]:
        """The seats in groups of equal standing, best first."""
        by_seat = [self.standing(seat) for seat in range(self.seats)]
        return [
            [seat for seat, one in enumerate(by_seat) if one == group] for group in sorted({*by_seat}, reverse=True)
        ]

    # --- What is shown beside it

    def public(self) -> Mapping[str, object]:
        """The game's own part of every view: what the whole table knows, as plain data."""
        return self._showing.public(self)

    def table_lines(self) -> list[Text]:
        """What lies on the table for all to see, as sentences."""
        return self._showing.table_lines(self)

    def sheet(self, round_number: int) -> list[Points]:
        """Why each point of a finished round (1-based): lines by seat, which add up to `rounds`."""
        return self._showing.sheet(self, round_number)

    # --- What every game does alike

    @property
    def winners(self) -> list[int] | None:
        """The seats that share the victory; None before the end."""
        return self.ranking()[0] if self.over else None

    def play(self, seat: int, move: int) -> None:
        """Make a move, checked and logged.

        Raises:
            IllegalMove: with a reason for the player; nothing has changed.
        """
        reason = self.why_not(seat, move)
        if reason is not None:
            raise IllegalMove(reason)
        if self.log is not None:
            if self.forced(seat) is not None:
                self.forced_moves.append(shared((self.round, len(self.history))))
            self.lines.append(len(self.log))
        self.history.append(shared((seat, move)))
        self.made[seat] += 1
        self.say(self.phase.told(self, seat, move))
        self.apply(seat, move)

    def moves_made(self, seat: int) -> int:
        """How many moves the seat has made through `play`: the number of its next decision."""
        return self.made[seat]

    def state(self) -> dict[str, object]:
        """Everything that makes up the game, for comparing two of them."""
        state = super().state()
        del state["chance"]
        return state

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
            "phase_id": self.phase.id,
            "phase": self.phase.name(self),
            "scores": list(self.scores),
            "standings": [self.standing(seat) for seat in range(self.seats)],
            "rounds": [list(points) for points in self.rounds],
            "sheets": [self.sheet(number) for number in range(1, len(self.rounds) + 1)],
            "ranking": self.ranking(),
            "winners": self.winners or [],
            "tricks": self.tricks_data(self._taken()),
            "table": self.table_lines(),
            "by_seat": [self._showing.seat_lines(self, one) for one in range(self.seats)],
            "log": list(self.log or ()),
        }
        if seat is not None:
            shown["hand"] = self.hand(seat)
            shown["legal"] = [self.text(move) for move in self.legal_moves(seat)] if seat in self.to_act else []
            shown["prompt"] = self.prompt(seat, ()) if seat in self.to_act else None
            shown["goal"] = None if self.over else self._showing.goal(self, seat)
        own = {} if seat is None else self._showing.private(self, seat)
        return cast("View", {**shown, **self.public(), **own})

    def _taken(self) -> Iterator[Taken]:
        return ((trick, *self.taking(trick)) for trick in self.tricks())

    @classmethod
    def from_view(cls, view: View) -> Self:
        """The game as a view knows it, what its seat cannot know left empty; no chance, no log, no history.

        Raises:
            AttributeError: the game's sampler has forgotten a slot.
        """
        game = object.__new__(cls)
        game.seats = view["seats"]
        game.options = read_options(cls.Options, view["options"], game.seats)
        game.chance = Chance(None)
        game.phase = cls.phases[view["phase_id"]]
        game.round = view["round"]
        game.rounds = [tuple(points) for points in view["rounds"]]
        game.scores = list(view["scores"])
        game.to_act = tuple(view["to_act"])
        game.history = []
        game.made = [0] * game.seats
        game.forced_moves = []
        game.log = None
        game.lines = []
        game.tricks_before = ()
        game.last_round = game.round_count
        cls._sampling.restore(game, view)
        game.state()
        return game

    @classmethod
    def sampler(cls, view: View) -> Callable[[Random], Self]:
        """From a seat's view a function that draws full games which agree with it and with what play has shown.

        The games drawn have no log and no history; they can be played on with `apply`.
        """
        known = cls.from_view(view)
        return partial(cls._drawn, known, cls._sampling.unseen(known, view))

    @classmethod
    def every(cls, view: View) -> Iterator[Self]:
        """From a view, one by one, the games that `sampler` may draw, see `Sampler.every`; none: this game cannot say.

        They are for the round that is being played: there is nothing to deal another one from.
        """
        return (game for game, _ in cls.every_counted(view))

    @classmethod
    def every_counted(cls, view: View) -> Iterator[tuple[Self, int]]:
        """The same, each with the number of ways that it stands for, all of which `sampler` draws as often."""
        known = cls.from_view(view)
        for fill, ways in cls._sampling.every(known, view):
            game = known.copy()
            fill(game)
            yield game, ways

    @classmethod
    def _drawn(cls, known: Self, fill: Callable[[Self, Random], None], random: Random) -> Self:
        game = known.copy()
        game.chance = Chance(random.randbytes(16))
        fill(game, random)
        return game

    def end_round(self, points: Sequence[int]) -> None:
        """Book a round's points by seat, and deal the next round or end the game."""
        self.rounds.append(tuple(points))
        self.scores = [total + point for total, point in zip(self.scores, points, strict=True)]
        if self.log is not None:
            for seat, point in enumerate(points):
                self.say(phrases.ROUND_POINTS(seat=seat_text(seat), points=point, round=self.round))
        if self.round == self.last_round:
            self.to_act = ()
            self.phase = OVER
        else:
            if self.log is not None:
                self.tricks_before = tuple(map(kept, self._taken()))
            self._next_round()

    def _next_round(self) -> None:
        self.round += 1
        self.phase = self._first_phase
        self._deal()

    def _fixed_deal(self) -> Mapping[str, object]:
        """What the record fixes of this round's deal; raises `BadRecord`."""
        return self.chance.deal(self.round, self.deal_keys)

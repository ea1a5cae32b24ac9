"""The contract that every game fulfils.

A game is its record: id, rules version, seats, options, seed and moves. A move is a small int, an index into
`Game.moves`; `parse` and `text` convert between a move and its notation. `play` checks, logs and makes a move. `apply`
only makes it, for searches. `view` is the only way to learn what a seat may know.

A game is a package in `engine/games`. Its `__init__` joins four parts with `Game.register`:

- a subclass of `Game`: the state, the deal, the scoring, and the facts that `engine.contract.game_info` lists;
- its phases (`engine.contract.phase`), one for each kind of decision; the slot `phase` holds the current one;
- its view builder (`engine.contract.view`), with a typed view;
- its sampler (`engine.contract.sampler`), which restores a game from a view.

CONTRIBUTING.md lists the steps to add a game.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import takewhile
from random import Random
from typing import Any, ClassVar, Self, cast

from engine import highlights, phrases
from engine.contract.chance import Chance
from engine.contract.flat_state import FlatState
from engine.contract.game_info import GameInfo
from engine.contract.options import read_options, write_options
from engine.contract.phase import OVER, Choice, Path, Phase
from engine.contract.sampler import Sampler
from engine.contract.view import Play, PlayedTrick, Points, View, ViewBuilder
from engine.errors import BadRecord, IllegalMove
from engine.intern import shared
from engine.text import CARD, Text, seat_text
from engine.tricks import JudgedTrick, Trick, interned

__all__ = ["Choice", "Game", "Path", "Play", "PlayedTrick", "Points", "Trick", "View"]


class Game(GameInfo, FlatState, ABC):
    """One game in progress."""

    games: ClassVar[dict[str, type[Game]]] = {}
    """Every game by its id; importing `engine.games` fills the mapping."""

    phases: ClassVar[Mapping[str, Phase[Any]]]
    """The phases by id; the first one begins every round."""
    _first_phase: ClassVar[Phase[Any]]
    _view_builder: ClassVar[ViewBuilder[Any, Any]]
    _sampler: ClassVar[Sampler[Any, Any]]

    phase: Phase[Any]
    to_act: tuple[int, ...]
    """The seats that must decide now; empty once the game is over."""
    round: int
    history: list[tuple[int, int]]
    """(seat, move) for each call of `Game.play`."""
    move_counts: list[int]
    """By seat: the number of moves in the history."""
    forced_moves: list[tuple[int, int]]
    """(round, index into `history`) of each forced move: everybody could see that no other move was legal."""
    log: list[Text] | None
    """One line for each public event; None in the copies of a search."""
    log_indices: list[int]
    """For each move in the history, the index of its line in the log."""

    __slots__ = (
        "chance",
        "forced_moves",
        "history",
        "last_round",
        "log",
        "log_indices",
        "move_counts",
        "options",
        "phase",
        "previous_tricks",
        "round",
        "rounds",
        "scores",
        "seats",
        "to_act",
    )

    @classmethod
    def register(
        cls, phases: Sequence[Phase[Self]], view_builder: ViewBuilder[Self, Any], sampler: Sampler[Self, Any]
    ) -> None:
        """Join the parts of a game and add the game to `Game.games`.

        Args:
            phases: every phase except `OVER`; each round begins with the first one.
            view_builder: builds the part of the views that only this game has.
            sampler: restores a game from a view.
        """
        every: tuple[Phase[Any], ...] = (*phases, OVER)
        cls.phases = {phase.id: phase for phase in every}
        cls._first_phase = every[0]
        cls._view_builder = view_builder
        cls._sampler = sampler
        cls._numbers = {text: number for number, text in enumerate(cls.moves)}
        cls._paths = tuple(map(cls.path, range(len(cls.moves))))
        Game.games[cls.id] = cls

    def __init__(self, seats: int, options: Mapping[str, object] | None = None, chance: Chance | None = None) -> None:
        """Create a game and deal its first round.

        Args:
            seats: one of `seat_counts`.
            options: values by name; a missing option has its default.
            chance: the seed, and the fixed parts of the set-up and the deals.

        Raises:
            BadRecord: a number of seats, an option, the set-up or a deal is wrong, or there is no seed to draw from.
        """
        if seats not in self.seat_counts:
            raise BadRecord(f"seats: {self.id} is for {' or '.join(map(str, self.seat_counts))}, not {seats}")
        self._set_up(seats, options or {}, chance or Chance(None))
        self.chance.check_setup(self.setup_keys)
        self._begin()
        self._next_round()

    def _set_up(self, seats: int, options: Mapping[str, object], chance: Chance) -> None:
        """Set the slots that every game has, before the first round; raise `BadRecord` for a wrong option."""
        self.seats = seats
        self.options = read_options(self.Options, options, seats)
        self.chance = chance
        self.round = 0
        self.rounds: list[tuple[int, ...]] = []
        """The points by seat of every finished round."""
        self.scores = [0] * seats
        self.to_act = ()
        self.history = []
        self.move_counts = [0] * seats
        self.forced_moves = []
        self.log = []
        self.log_indices = []
        self.previous_tricks: tuple[JudgedTrick, ...] = ()
        """The tricks of the previous round; empty in a game without a log."""
        self.last_round = self.round_count
        """The number of the round after which the game ends. A search of one round sets it to this round, so that no
        next round is dealt.
        """

    # --- Every game implements these

    @abstractmethod
    def _begin(self) -> None:
        """Draw the set-up."""

    @abstractmethod
    def _deal(self) -> None:
        """Deal round `self.round`: set every slot of the round, and `to_act` for the first phase."""

    @abstractmethod
    def setup_data(self) -> dict[str, object]:
        """Return the full set-up in the form of a record."""

    @abstractmethod
    def deal_data(self) -> list[dict[str, object]]:
        """Return every deal so far, in full and in the form of a record."""

    @abstractmethod
    def hand(self, seat: int) -> list[str]:
        """Return the codes of the seat's own cards, sorted."""

    # --- A game may override these

    def tricks(self) -> list[Trick]:
        """Return this round's tricks, the one in progress last; after the end of the game, the last round's."""
        return []

    def trick_winner(self, trick: Trick) -> tuple[int | None, Text | None]:
        """Return the present winner of a trick of this round, and the reason.

        The winner is None where nobody wins the trick. The reason, such as "highest black", is None where there is
        nothing to say.
        """
        return trick[2], None

    @property
    def tricks_left(self) -> int | None:
        """The greatest number of tricks left in this round, including the trick in progress; None: unknown."""
        return None

    @property
    def position(self) -> Hashable | None:
        """A key for everything that the rest of the round depends on; None except at the start of a trick.

        A search stores its results under this key.
        """
        return None

    def trump(self, seat: int, path: Path) -> bool:  # noqa: ARG002  games with trumps override it
        """Tell whether the card at the end of a path of choices is a trump now, as far as the seat knows."""
        return False

    @property
    def round_count(self) -> int:
        """The number of rounds of the whole game."""
        return self.seats

    @property
    def deal_count(self) -> int:
        """The number of deals of the whole game; smaller than the number of rounds if a deal lasts several rounds."""
        return self.round_count

    @property
    def teams(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each team; a player without a partner is a team of one."""
        return self.teams_of(self.seats)

    def ranking_score(self, seat: int) -> int:
        """Return the score that ranks a seat: its own points, in some games plus a partner's or neighbour's points."""
        return self.scores[seat]

    def points_now(self) -> list[int]:
        """Return the points that each seat would get if the round ended now, as far as everybody knows.

        The default is zeros, for games whose points mean nothing before the end of a round.
        """
        return [0] * self.seats

    def ranking(self) -> list[list[int]]:
        """Return the seats in groups of equal ranking score, best first."""
        by_seat = [self.ranking_score(seat) for seat in range(self.seats)]
        return [
            [seat for seat, one in enumerate(by_seat) if one == group] for group in sorted({*by_seat}, reverse=True)
        ]

    # --- The open decision

    @property
    def over(self) -> bool:
        """True once the game has ended."""
        return not self.to_act

    def legal_moves(self, seat: int) -> tuple[int, ...]:
        """Return the legal moves of a seat that must act, without duplicates."""
        return self.phase.legal_moves(self, seat)

    def apply(self, seat: int, move: int) -> None:
        """Make a legal move without any check."""
        self.phase.apply(self, seat, move)

    def refusal(self, seat: int, move: int) -> Text:
        """Return the rule that forbids a move to a seat that must act."""
        phase = self.phase
        return phase.refusal(self, seat, move) if move in phase.moves else phrases.NOT_NOW(phase=phase.name(self))

    def forced(self, seat: int) -> int | None:
        """Return the only legal move of a seat that must act, if everybody can see that no other move is legal."""
        return self.phase.forced(self, seat)

    def prompt(self, seat: int, path: Path) -> Text:
        """Return the question to a seat that must act and has chosen `path` so far: one sentence."""
        return self.phase.prompt(self, seat, path)

    def hint(self, seat: int) -> Text | None:
        """Return a line of advice about the open decision for a person's first game; None: no advice."""
        return self.phase.hint(self, seat)

    @classmethod
    def advice(cls, view: View) -> list[Text]:
        """Return what the open decision means for the hand of a seat that must act, from the seat's own view."""
        return cls._view_builder.advice(view)

    @classmethod
    def advised(cls, advice: Text) -> tuple[str, ...] | None:
        """Return where an advice sentence names the move that it recommends; None: it recommends no move.

        `advice` is the sentence. For each step of the move's path, the result has the name of the argument that says
        which steps are recommended. An empty name means that any step is recommended.
        """
        return cls._view_builder.advised.get(advice.key)

    @classmethod
    def steps(cls, term: Text) -> list[str]:
        """Return the steps of move paths that `term`, an argument of an advice sentence, stands for.

        A card stands for its code, and a suit for its letter. The view builder gives the steps of all other terms.
        """
        if term.key == CARD.key:
            return [str(term.args["card"])]
        return [*(suit.letter for suit in cls.suits if suit.name == term), *cls._view_builder.steps(term)]

    @classmethod
    def coaching(cls, view: View) -> list[Text]:
        """Return a sentence for each rule that matters for the open decision of a seat, from the seat's own view."""
        return cls._view_builder.coaching(view)

    def offers(self, seat: int) -> Iterable[int]:
        """Return the moves that a panel offers: every legal move and some illegal ones, in the order of the hand."""
        return self.phase.offers(self, seat)

    def label(self, seat: int, token: str) -> Text:
        """Return the button label of one choice of a seat that must act."""
        return self.phase.label(self, seat, token)

    def move_name(self, seat: int, move: int) -> Text:
        """Return the words for a legal move within a sentence: from the phase, or else the labels of its choices."""
        name = self.phase.move_name(self, seat, move)
        if name is not None:
            return name
        labels = tuple(self.label(seat, token) for token in self.path(move))
        return labels[0] if len(labels) == 1 else phrases.LINE(parts=labels)

    def full_name(self, seat: int, move: int) -> Text:
        """Return the words for a legal move within a sentence on a page without a picture of the position."""
        return self.phase.full_name(self, seat, move) or self.move_name(seat, move)

    @classmethod
    def spends(cls, _move: int) -> bool:
        """Return whether a move uses up something that could be kept for later decisions, such as an ability."""
        return False

    def about(self, token: str) -> Text | None:
        """Describe the effect of a choice whose label is only a name; None: no description."""
        return self.phase.about(self, token)

    def warning(self, seat: int, token: str) -> Text | None:
        """Return the question to ask before an irreversible choice that is easily hit by accident, else None."""
        return self.phase.warning(self, seat, token)

    def tab(self, token: str) -> Text | None:
        """Return the kind of a choice if the decision has choices of several kinds, else None."""
        return self.phase.tab(self, token)

    def why_not(self, seat: int, move: int) -> Text | None:
        """Return the reason that forbids `move` to `seat` now; None: the move is legal."""
        if self.over:
            return phrases.GAME_OVER()
        if seat not in self.to_act:
            return phrases.NOT_YOUR_TURN()
        return None if move in self.legal_moves(seat) else self.refusal(seat, move)

    def choices(self, seat: int, path: Path = ()) -> list[Choice]:
        """Return the next choices after `path` for a seat that must act; a forbidden choice has its reason.

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

    # --- The past

    def add_to_log(self, text: Text) -> None:
        """Add a line to the log, if the game has a log."""
        if self.log is not None:
            self.log.append(shared(text))

    def log_since_last_move(self, seat: int) -> list[Text]:
        """Return the log lines after the seat's last move; the whole log if the seat has not moved."""
        own = [line for line, (who, _) in zip(self.log_indices, self.history, strict=False) if who == seat]
        return (self.log or [])[own[-1] + 1 if own else 0 :]

    def forced_move_lines(self, seat: int, round_number: int | None = None) -> list[Text]:
        """Return the log lines of the forced moves that the game made for a seat after its last free choice.

        Args:
            seat: the seat whose moves count.
            round_number: the round (1-based) whose moves count; None: the round in progress.
        """
        played = self.round if round_number is None else round_number
        forced = {number for when, number in self.forced_moves if when == played}
        if not forced or not self.log:
            return []
        own = [number for number, (who, _) in enumerate(self.history) if who == seat]
        since = takewhile(forced.__contains__, reversed(own))
        return [self.log[self.log_indices[number]] for number in since][::-1]

    def last_choice_line(self, seat: int) -> Text | None:
        """Return the public log line of the seat's last free choice; None if there is no such choice, or no log."""
        forced = {number for _, number in self.forced_moves}
        for number in range(len(self.history) - 1, -1, -1):
            if self.log and self.history[number][0] == seat and number not in forced:
                return self.log[self.log_indices[number]]
        return None

    def moves_since_choice(self, seat: int) -> list[tuple[int, str]]:
        """Return the seat's last free choice and all later moves as (seat, notation); all moves if it had no choice."""
        forced = {number for _, number in self.forced_moves}
        first = len(self.history) - 1
        while first > 0 and (self.history[first][0] != seat or first in forced):
            first -= 1
        return [(who, self.text(move)) for who, move in self.history[max(first, 0) :]]

    # --- The part of the views that only this game has

    def public(self) -> Mapping[str, object]:
        """Return the public keys that this game adds to every view, as plain data."""
        return self._view_builder.public(self)

    def table_lines(self) -> list[Text]:
        """Return sentences about the open cards and counters on the table."""
        return self._view_builder.table_lines(self)

    def sheet(self, round_number: int) -> list[Points]:
        """Return the score sheet of a finished round (the first is 1): for each seat its lines.

        The points of a seat's lines add up to its points of that round in `rounds`.
        """
        return self._view_builder.sheet(self, round_number)

    def outcomes(self, view: View) -> list[Text]:
        """Return the outcomes that a seat reached in the round that has just ended, see `ViewBuilder.outcomes`.

        `view` is an earlier view of the seat.
        """
        return self._view_builder.outcomes(view, self)

    # --- The same for every game

    @property
    def winners(self) -> list[int] | None:
        """The seats that share the victory; None before the end."""
        return self.ranking()[0] if self.over else None

    def play(self, seat: int, move: int) -> None:
        """Check, log and make a move.

        Raises:
            IllegalMove: with a reason for the player; the game is unchanged.
        """
        reason = self.why_not(seat, move)
        if reason is not None:
            raise IllegalMove(reason)
        if self.log is not None:
            if self.forced(seat) is not None:
                self.forced_moves.append(shared((self.round, len(self.history))))
            self.log_indices.append(len(self.log))
        self.history.append(shared((seat, move)))
        self.move_counts[seat] += 1
        self.add_to_log(self.phase.log_line(self, seat, move))
        self.apply(seat, move)

    def moves_made(self, seat: int) -> int:
        """Return how many moves the seat has made through `play`; this is also the number of its next decision."""
        return self.move_counts[seat]

    def state(self) -> dict[str, object]:
        """Return the value of every slot except `chance`, so that two games can be compared."""
        state = super().state()
        del state["chance"]
        return state

    def view(self, seat: int | None = None) -> View:
        """Return all that `seat` (None: a spectator) may know, as plain data."""
        view: View = {
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
            "standings": [self.ranking_score(seat) for seat in range(self.seats)],
            "rounds": [list(points) for points in self.rounds],
            "sheets": [self.sheet(number) for number in range(1, len(self.rounds) + 1)],
            "ranking": self.ranking(),
            "winners": self.winners or [],
            "tricks": self.tricks_data(self._judged_tricks()),
            "table": self.table_lines(),
            "by_seat": [self._view_builder.seat_lines(self, one) for one in range(self.seats)],
            "log": list(self.log or ()),
            "highlights": [],
        }
        if seat is not None:
            view["hand"] = self.hand(seat)
            view["legal"] = [self.text(move) for move in self.legal_moves(seat)] if seat in self.to_act else []
            view["prompt"] = self.prompt(seat, ()) if seat in self.to_act else None
            view["goal"] = None if self.over else self._view_builder.goal(self, seat)
        own = {} if seat is None else self._view_builder.private(self, seat)
        public = self.public()
        if self.over and self.log is not None:
            view["highlights"] = self._highlights(cast("View", {**view, **public}))
        return cast("View", {**view, **public, **own})

    def _highlights(self, view: View) -> list[Text]:
        """Return the highlights of a finished game as sentences."""
        course = highlights.of_course(list(self._ranking_scores_by_round()), self.rounds, view["winners"], self.teams)
        own = self._view_builder.highlights(view)
        return highlights.best([*course, *highlights.of_tricks(view["log"]), *own])

    def _ranking_scores_by_round(self) -> Iterator[list[int]]:
        """Yield the ranking scores after each finished round: a list with one score for each seat."""
        then = self.copy()
        then.scores = [0] * self.seats
        for points in self.rounds:
            then.scores = [total + point for total, point in zip(then.scores, points, strict=True)]
            yield [then.ranking_score(seat) for seat in range(self.seats)]

    def _judged_tricks(self) -> Iterator[JudgedTrick]:
        return ((trick, *self.trick_winner(trick)) for trick in self.tricks())

    @classmethod
    def from_view(cls, view: View) -> Self:
        """Restore a game from a view; hidden cards are missing, and there is no seed, log or history.

        Raises:
            AttributeError: the game's sampler has left a slot unset.
        """
        game = object.__new__(cls)
        game._set_up(view["seats"], view["options"], Chance(None))
        game.phase = cls.phases[view["phase_id"]]
        game.round = view["round"]
        game.rounds = [tuple(points) for points in view["rounds"]]
        game.scores = list(view["scores"])
        game.to_act = tuple(view["to_act"])
        game.log = None
        cls._sampler.restore(game, view)
        game.state()
        return game

    @classmethod
    def sampler(cls, view: View) -> Callable[[Random], Self]:
        """Return a function that draws full games which agree with a seat's view and with what play has revealed.

        These games have no log and no history; they are played on with `apply`.
        """
        known = cls.from_view(view)
        return partial(cls._draw_game, known, cls._sampler.determinizer(known, view))

    @classmethod
    def every_game(cls, view: View) -> Iterator[Self]:
        """Yield every game that agrees with a view, see `Sampler.every_determinization`.

        Nothing is yielded if the game's sampler cannot list these games. The yielded games end with the round in
        progress, because they have no seed for another deal.
        """
        return (game for game, _ in cls.every_game_weighted(view))

    @classmethod
    def every_game_weighted(cls, view: View) -> Iterator[tuple[Self, int]]:
        """Yield the games of `every_game`, each with the number of equally likely games that it represents."""
        known = cls.from_view(view)
        for fill, ways in cls._sampler.every_determinization(known, view):
            game = known.copy()
            fill(game)
            yield game, ways

    @classmethod
    def _draw_game(cls, known: Self, fill: Callable[[Self, Random], None], random: Random) -> Self:
        game = known.copy()
        game.chance = Chance(random.randbytes(16))
        fill(game, random)
        return game

    def end_round(self, points: Sequence[int]) -> None:
        """Add a round's points by seat, and deal the next round or end the game."""
        self.rounds.append(tuple(points))
        self.scores = [total + point for total, point in zip(self.scores, points, strict=True)]
        if self.log is not None:
            for seat, point in enumerate(points):
                self.add_to_log(phrases.ROUND_POINTS(seat=seat_text(seat), points=point, round=self.round))
        if self.round == self.last_round:
            self.to_act = ()
            self.phase = OVER
        else:
            if self.log is not None:
                self.previous_tricks = tuple(map(interned, self._judged_tricks()))
            self._next_round()

    def _next_round(self) -> None:
        self.round += 1
        self.phase = self._first_phase
        self._deal()

    def _fixed_deal(self) -> Mapping[str, object]:
        """Return the parts of this round's deal that the record fixes; raise `BadRecord` for an unknown key."""
        return self.chance.deal(self.round, self.deal_keys)

"""Replays of finished games: lists, steps, records, and practice games that begin at a step."""

import asyncio
import json
from collections.abc import Collection
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, NamedTuple, TypeAlias

import limits
from engine.game import Game
from engine.knowledge.positions import finished_tricks, leading_team, position_after, positions
from engine.players import USUAL
from host import refusals
from host.lobby import deal_commitments, quotas
from host.lobby.lobby_transitions import named, occupant_of
from host.lobby.rate_limit import RateLimit
from host.place import Place
from host.play import time_control
from host.refusals import Refusal
from host.settings import Settings
from host.tables.table import Occupant, Origin, Person, Table
from host.tables.table_loader import begun_at
from host.tables.table_repository import NEW, TableRepository

Face: TypeAlias = Literal["deal", "move", "sheet", "end"]
"""Content of a step: a new deal, a move, a round's score sheet after its last move, or the end of the game."""
MOST_PAGES = 10_000
"""Largest page number that is passed to the store for the list of games."""


class Ended(NamedTuple):
    """Entry in the list of finished games."""

    table: Table
    """The table, without its game."""
    at: int
    """Time of the end in unix seconds."""


class Step(NamedTuple):
    """Step of a replay."""

    moves: int
    """Number of moves made before the step."""
    face: Face
    round: int
    """Round that the step belongs to."""
    tricks: int
    """Number of the round's finished tricks; in a game without tricks the number of turns of each seat."""
    lead: tuple[int, ...] = ()
    """Seats of the team that has taken the lead from another team with the last move; () if no team has."""

    @property
    def turning(self) -> bool:
        """True for a turning point: a round ends, or another team gets ahead."""
        return bool(self.lead) or self.face in {"sheet", "end"}


@dataclass(frozen=True, slots=True)
class Replay:
    """Finished game with all steps of its replay."""

    table: Table
    game: Game
    """The game at its end."""
    steps: tuple[Step, ...]

    def position(self, step: int) -> Game:
        """Return the game at a step."""
        return position_after(self.game, self.steps[step].moves)

    def position_before(self, step: int) -> Game:
        """Return the game before the last move of a step; for a step before all moves, the game's beginning."""
        return position_after(self.game, max(0, self.steps[step].moves - 1))

    def check(self, step: int, seat: int | None = None) -> None:
        """Check that a step and a seat exist; seat None is a spectator. People may forge either.

        Raises:
            Refusal: there is no such step or seat.
        """
        if not 0 <= step < len(self.steps) or not (seat is None or 0 <= seat < self.game.seats):
            raise Refusal(refusals.NO_SUCH_STEP(), self.table)

    def destination(self, step: int, go: str) -> int:
        """Return the step to which a direction leads from `step`; `step` itself if there is no such step or direction.

        `go` is the direction: `trick-back`, `back`, `on`, `trick-on`, `turn-back` or `turn-on`. The directions with
        `trick` stop at the end of each trick, at each deal and score sheet, and at the last step. The directions with
        `turn` stop at each turning point.
        """
        if go in {"back", "on"}:
            other = step + (1 if go == "on" else -1)
            return other if 0 <= other < len(self.steps) else step
        unit, _, way = go.partition("-")
        stops = self._tricks() if unit == "trick" else self._turning_points() if unit == "turn" else []
        if way == "on":
            return min((stop for stop in stops if stop > step), default=step)
        return max((stop for stop in stops if stop < step), default=step) if way == "back" else step

    def _tricks(self) -> list[int]:
        """Return the steps at which a trick has ended, all deals and score sheets, and the first and the last step."""
        ends = [
            place
            for place, (one, other) in enumerate(pairwise(self.steps), 1)
            if (one.round, one.tricks) != (other.round, other.tricks)
        ]
        others = [place for place, one in enumerate(self.steps) if one.face != "move"]
        return [0, *ends, *others, len(self.steps) - 1]

    def _turning_points(self) -> list[int]:
        return [place for place, one in enumerate(self.steps) if one.turning]

    def round(self, number: int) -> int:
        """Return the step of a round's deal.

        Raises:
            Refusal: there was no such round.
        """
        for place, step in enumerate(self.steps):
            if step.face == "deal" and step.round == number:
                return place
        raise Refusal(refusals.NO_SUCH_STEP(), self.table)


class Replays:
    """Service for finished games."""

    def __init__(self, tables: TableRepository, settings: Settings, opened: RateLimit) -> None:
        """Create the service.

        Args:
            tables: the table repository.
            settings: the settings of servers.
            opened: rate limit for opening tables, shared with the lobby service.
        """
        self._opened = opened
        self._tables = tables
        self._settings = settings
        self._store = tables.store
        self._opening = asyncio.Lock()
        """Locks `play_on`, from the search for an earlier table to the creation of a new one."""

    async def channels(self, place: Place) -> list[int]:
        """Return the channels and threads of a place in which finished games were opened."""
        return await self._store.finished_games.channels(place.id)

    async def ended(
        self, place: Place, user_id: int, channels: Collection[int] | None, page: int, count: int
    ) -> tuple[list[Ended], bool]:
        """Return a page of a place's finished games, latest first, and True if there are more pages.

        Args:
            place: the server, or the person's direct messages.
            user_id: the person who asks.
            channels: channels that the person can see; None for the person's own games, including practice games.
            page: number of the page, from 0.
            count: number of games on a page.
        """
        first = min(page, MOST_PAGES) * count
        if channels is None:
            found = await self._store.finished_games.of_person(place.id, user_id, first, count + 1)
        else:
            found = await self._store.finished_games.in_channels(place.id, user_id, channels, first, count + 1)
        games = [(await self._tables.as_stored(number), at) for number, at in found[:count]]
        return [Ended(table, at) for table, at in games if table is not None], len(found) > count

    async def of(self, table_id: int) -> Replay:
        """Return the replay of a table's game.

        Raises:
            Refusal: the game is still running, never began, or cannot be replayed any more.
        """
        table, game = await self._tables.ended_game(table_id)
        return Replay(table, game, steps_of(game))

    async def record(self, table_id: int) -> str:
        """Return the record of a finished game as JSON, with the proof of its deal; raises `Refusal` as `of` does."""
        return json.dumps(
            deal_commitments.proven_record(*await self._tables.ended_game(table_id)), ensure_ascii=False, indent=1
        )

    async def play_on(self, table_id: int, person: Person, channel_id: int, step: int, seat: int | None) -> Table:
        """Begin a practice game against AI players at a step of a finished game, and return its table.

        A second request returns the same table, until the person has made a move there.

        Args:
            table_id: table of the finished game.
            person: the player.
            channel_id: channel of the new table.
            step: step of the replay.
            seat: the player's seat; None for the first seat that must decide at that step.

        Raises:
            Refusal: no such replay, step or seat, the game is over at that step, or a quota is used up.
        """
        replay = await self.of(table_id)
        replay.check(step, seat)
        game, moves = replay.position(step), replay.steps[step].moves
        if game.over:
            raise Refusal(refusals.NOTHING_LEFT(), replay.table)
        own = game.to_act[0] if seat is None else seat
        async with self._opening:
            for number in await self._store.finished_games.practice_games(table_id, moves, person.id):
                table = await self._tables.get(number)
                untouched = table.game is not None and table.game.moves_made(own) == game.moves_made(own)
                if untouched and table.seat_of(person.id) == own:
                    return table
            server = await self._settings.of(replay.table.place)
            await quotas.check_rematch(self._store, server, replay.table.place, person.id)
            self._opened.take(replay.table.place.id, person.id, limits.OPENED_AN_HOUR, refusals.OPENED_LATELY)
            names = [who.computer_name if who else None for who in replay.table.occupants]
            occupants = named(
                [
                    occupant_of(person) if place == own else Occupant(computer=USUAL, computer_name=names[place])
                    for place in range(game.seats)
                ]
            )
            begun = Table(
                NEW,
                replay.table.place,
                channel_id,
                person.id,
                replay.table.kind,
                replay.table.options,
                occupants,
                "playing",
                origin=begun_at(Origin(table_id, moves), game),
            )
            begun = time_control.advance(begun, game, self._tables.now())
            write = self._store.finished_games.start_practice(
                table_id,
                moves,
                channel_id=channel_id,
                user_id=person.id,
                rules=game.rules,
                seats=occupants,
                turns=begun.turns,
                acting=begun.acting,
            )
            return await self._tables.create(begun, write)


def steps_of(game: Game) -> tuple[Step, ...]:
    """Return all steps of a game's replay."""
    every = positions(game)
    before = next(every).round
    steps = [Step(0, "deal", before, 0)]
    dealt = 0
    """Number of moves before the current round's deal."""
    front: tuple[int, ...] = ()
    """Seats of the team that was last alone in front; () before the first lead."""
    for moves, now in enumerate(every, 1):
        leading = leading_team(now) or front
        lead = leading if front and leading != front else ()
        if now.round != before:
            dealt = moves
            steps += [Step(moves, "sheet", before, 0, lead), Step(moves, "deal", now.round, 0)]
        elif now.over:
            steps.append(Step(moves, "end", now.round, 0, lead))
        else:
            tricks = finished_tricks(now)
            laps = (moves - dealt) // game.seats
            steps.append(Step(moves, "move", now.round, laps if tricks is None else tricks, lead))
        before, front = now.round, leading
    return tuple(steps)

"""Snapshot of a league night: its people, stages, tables and standings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from engine.fairness.deal_commitment import DealCommitment, stage_of
from engine.game import Game
from host.nights import matchpoints, movement
from host.nights.matchpoints import Standings
from host.place import Place
from storage.queries.nights.nights import NightParts
from storage.queries.nights.rows import NightPerson, NightRow, NightSeat


@dataclass(frozen=True)
class Night:
    """Snapshot of a night."""

    row: NightRow
    people: Sequence[NightPerson]
    """The people in the order of their seating; before the start, in the order in which they joined. People who have
    left are included.
    """
    promises: Sequence[DealCommitment]
    """The commitments to the deals, by stage; secret until the stage is over."""
    seats: Sequence[NightSeat]
    """The seats of the stages that have begun."""
    running: Sequence[int] = ()
    """The numbers of the current stage's tables that are still played."""
    messages: Mapping[int, int] = field(default_factory=dict)
    """The ids of the lobby messages of the current stage's tables, by table; empty once the stage is over."""

    @staticmethod
    def of(parts: NightParts, running: Sequence[int], messages: Mapping[int, int]) -> "Night":
        """Build a night from its stored parts, and from the state of the current stage's tables."""
        row = parts.row
        promises = [
            DealCommitment(stage_of(row.id, stage), row.game, row.rules, bytes.fromhex(secret), row.events)
            for stage, secret in enumerate(parts.secrets, 1)
        ]
        return Night(row, parts.people, promises, parts.seats, running, messages)

    @property
    def id(self) -> int:
        """The number of the night."""
        return self.row.id

    @property
    def place(self) -> Place:
        """The server."""
        return Place.server(self.row.guild_id)

    @property
    def kind(self) -> type[Game] | None:
        """The kind of game; None if its rules have changed since the night was announced."""
        kind = Game.games.get(self.row.game)
        return kind if kind is not None and kind.rules == self.row.rules else None

    @property
    def is_open(self) -> bool:
        """True until the night is over or called off."""
        return self.row.state in {"gathering", "playing"}

    @property
    def present(self) -> list[NightPerson]:
        """The people who have not left."""
        return [one for one in self.people if not one.away]

    def has(self, user_id: int) -> bool:
        """Return True if a person is in the night and has not left."""
        return any(one.user_id == user_id for one in self.present)

    def name_of(self, user_id: int) -> str:
        """Return a person's name on the server; empty if it is unknown."""
        return next((one.name for one in self.people if one.user_id == user_id), "")

    @property
    def table_count(self) -> int:
        """The number of tables of each stage; before the start, the number for the people who have joined so far."""
        return self.row.tables or movement.table_count(len(self.people), self.row.seats)

    @property
    def tables(self) -> list[int]:
        """The numbers of the current stage's tables."""
        return list(dict.fromkeys(one.table_id for one in self.seats if one.stage == self.row.stage))

    def people_at(self, table_id: int) -> list[NightPerson]:
        """Return the people who had a seat at a table of the current stage when it began, in the order of seats."""
        by_id = {one.user_id: one for one in self.people}
        here = (one for one in self.seats if one.table_id == table_id)
        return [by_id[one.user_id] for one in here if one.user_id in by_id]

    @property
    def published(self) -> Sequence[DealCommitment]:
        """The commitments whose secrets may be shown: those of the stages that are over."""
        over = self.row.stage if self.row.stage_over else max(0, self.row.stage - 1)
        return self.promises[:over]

    @cached_property
    def standings(self) -> Standings:
        """The standings after the stages that are over."""
        return matchpoints.standings(self.seats)

    def seating(self, stage: int) -> list[list[NightPerson | None]]:
        """Return who sits where in a stage, which is counted from 1: a list of seats for each table.

        None stands for an AI player.
        """
        tables: list[list[NightPerson | None]] = [[None] * self.row.seats for _ in range(self.row.tables)]
        for one in self.present:
            if one.place is not None:
                table, seat = movement.at(one.place, stage - 1, self.row.tables, self.row.seats)
                tables[table][seat] = one
        return tables

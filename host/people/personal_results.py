"""Personal results: what a finished game has changed for one of its people."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from host.people import ratings
from host.people.badges import BADGES, Badge
from host.tables.table import Table
from storage import Store
from storage.rows import PersonalResultRow, Score

__all__ = ["PersonalResult", "PersonalResults", "Rating", "Score"]


@dataclass(frozen=True, slots=True)
class Rating:
    """A person's displayed rating after a rated game."""

    value: int
    change: int
    settled: bool


@dataclass(frozen=True, slots=True)
class PersonalResult:
    """Changes that a finished game has made for one of its people."""

    rating: Rating | None = None
    """The rating; None after practice, and after a game that counts for nobody."""
    badges: tuple[Badge, ...] = ()
    """The badges that the person has earned for the first time on the server."""
    scores: Mapping[int, Score] = field(default_factory=dict)
    """The score of each computer player against the person, this game included, by seat."""


class PersonalResults:
    """Service that reads personal results, which are written together with a game's last move."""

    def __init__(self, store: Store) -> None:
        """Read from an open store."""
        self._store = store

    async def of(self, table: Table, user_id: int) -> PersonalResult:
        """Return the result of a table's finished game for a person; an empty one if the game counts for nobody."""
        row = await self._store.personal_results.of(table.id, user_id)
        if row is None:
            return PersonalResult()
        known = tuple(BADGES[one] for one in row.badges if one in BADGES)
        seats = {
            seat: row.scores[who.computer_name, who.computer]
            for seat, who in enumerate(table.occupants)
            if who and who.computer and who.computer_name and (who.computer_name, who.computer) in row.scores
        }
        return PersonalResult(_rating(row), known, seats)


def _rating(row: PersonalResultRow) -> Rating | None:
    if not row.course:
        return None
    new = (ratings.MODEL.mu, ratings.MODEL.sigma)
    now, before, *_ = (*row.course, new)
    after = ratings.displayed(*now)
    return Rating(after, after - ratings.displayed(*before), ratings.settled(now[1]))

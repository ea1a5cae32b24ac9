"""What the tests of the store share: a clock to set, a table to play at, a look at a folder."""

from dataclasses import dataclass, field, replace
from pathlib import Path

from storage import MoveRow, NewTable, RatingRow, ResultRow, SeatRow, Store

GUILD = 1 << 62
ANNE, BOB, CHIE = 9_007_199_254_740_993, 200, 300
SEATS = (SeatRow(0, ANNE), SeatRow(1, BOB), SeatRow(2, computer="strong"))
NEW = NewTable(
    guild_id=GUILD,
    channel_id=10,
    game="sample",
    rules=1,
    seat_count=3,
    options={"札": "♠", "rounds": [1, 2]},
    opener_id=ANNE,
    seats=SEATS,
)


@dataclass
class Clock:
    time: int = 1_700_000_000

    def __call__(self) -> int:
        return self.time


@dataclass
class Outcome:
    """Wins and points of several people at one table; the first to win takes place 1."""

    points: dict[int | None, int]
    winners: set[int | None] = field(default_factory=set)

    def rows(self) -> list[ResultRow]:
        return [
            ResultRow(seat, user_id, points, 1 if user_id in self.winners else 2, user_id in self.winners)
            for seat, (user_id, points) in enumerate(self.points.items())
        ]


async def playing_table(store: Store, *, guild_id: int = GUILD, game: str = "sample") -> int:
    table_id = await store.create_table(replace(NEW, guild_id=guild_id, game=game))
    await store.start_table(table_id, seed="5eed", rules=2, seat_count=3, options={}, seats=SEATS)
    return table_id


def moves(first: int, count: int = 1, text: str = "S7") -> list[MoveRow]:
    return [MoveRow(number, number % 3, text, 1_700_000_000 + number) for number in range(first, first + count)]


def rating(user_id: int, games: int, mu: float = 25.5) -> RatingRow:
    return RatingRow(user_id, mu, 8.25, games)


def folder_bytes(folder: Path) -> dict[str, bytes]:
    """Every file of a folder with its content."""
    return {file.name: file.read_bytes() for file in folder.iterdir()}

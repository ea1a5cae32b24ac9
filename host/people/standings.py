"""Standings on a server: leaderboards by game, and people's profiles."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import groupby, takewhile
from typing import Final, Literal, TypeAlias

import limits
from engine.game import Game
from host.people import ratings
from host.place import Place
from host.settings import MONTHS, Season
from storage import Listing, Store
from storage.rows import HALF, BadgeRow, Board, Leader, PlayedRow, PublicMessage, RatingRow

__all__ = [
    "BadgeRow",
    "Board",
    "Companion",
    "Leader",
    "Period",
    "Played",
    "Profile",
    "PublicMessage",
    "Standings",
    "beginning",
]

Period: TypeAlias = Literal["rating", "season", "month", "all"]
"""Order of a leaderboard: by rating, or by games won in the season, in the month or ever; periods are in UTC."""
ENOUGH: Final = 5
"""Least number of games for which a mean place is given."""
TOGETHER: Final = 3
"""Number of games with the same companion after which a profile may list the companion."""
COMPANIONS: Final = 3
"""Greatest number of companions of each kind on a profile."""

_FARTHEST = 1_000_000
"""Largest page number that is passed to the store."""


@dataclass(frozen=True, slots=True)
class Played:
    """A person's results in one kind of game."""

    game: str
    places: Counter[int]
    """For each place in the final ranking: how often the person reached it in games with others."""
    wins: int
    """Number of games won by the person's own moves."""
    rating: RatingRow | None
    course: tuple[tuple[int, bool], ...]
    """(displayed rating, True if it was settled) after each rated game, oldest first."""
    practice: int
    """Number of games alone against AI players."""
    practice_rating: RatingRow | None

    @property
    def games(self) -> int:
        """Number of finished games with others."""
        return self.places.total()

    @property
    def mean_place(self) -> float | None:
        """Mean place in the final rankings of these games; None after too few games."""
        return mean_place(sum(place * times for place, times in self.places.items()) / (self.games or 1), self.games)


@dataclass(frozen=True, slots=True)
class Companion:
    """Person who has played with the person of a profile, as a partner or at the same table."""

    name: str
    games: int
    wins: int


@dataclass(frozen=True, slots=True)
class Profile:
    """Summary of a person's latest games on a server."""

    user_id: int
    name: str
    """Name on the server; empty if unknown."""
    played: tuple[Played, ...]
    """Results by game, the most played game first."""
    streak: int
    """Current number of consecutive wins in games with others."""
    best_streak: int
    partners: tuple[Companion, ...]
    met: tuple[Companion, ...]
    """The most frequent companions; `wins` counts the games that the person of the profile has won with them."""
    badges: tuple[BadgeRow, ...]
    more: bool
    """True if there are older games that the summary leaves out."""


class Standings:
    """Service that reads leaderboards and profiles."""

    def __init__(self, store: Store, now: Callable[[], float]) -> None:
        """Read from an open store; `now` returns the time in unix seconds."""
        self._store = store
        self._now = now

    async def add_leaderboard(self, message: PublicMessage) -> None:
        """Store the message of a public leaderboard; it must be deleted once the data of a person on it is deleted."""
        await self._store.leaderboard_messages.add(message, limits.LEADERBOARDS_A_SERVER)

    async def withdrawn(self) -> list[PublicMessage]:
        """Return the messages of public leaderboards that are to be deleted."""
        return await self._store.leaderboard_messages.withdrawn()

    async def remove_leaderboard(self, message: PublicMessage) -> None:
        """Note that a message of a leaderboard was deleted."""
        await self._store.leaderboard_messages.remove(message.message_id)

    async def usual_game(self, place: Place) -> type[Game]:
        """Return the game whose leaderboard a server sees first.

        This is the most played game in which a person is ranked by rating, else the most played in which a person is
        listed, else the most played of all. On a server without finished games it is the first game of the bot.
        """
        played = [game for game in await self._store.standings.most_played(place.id) if game in Game.games]
        boards = {game: (await self.board(place, 0, game, "rating")).lines for game in played}
        ranked = [game for game, lines in boards.items() if any(line.rank is not None for line in lines)]
        listed = [game for game, lines in boards.items() if lines]
        return Game.games[next(iter([*ranked, *listed, *played, *Game.games]))]

    async def board(
        self,
        place: Place,
        asker: int,
        game: str,
        period: Period,
        page: int = 0,
        season: Season = "quarter",
        at: float | None = None,
    ) -> Board:
        """Return a page of a leaderboard, and the line of the person `asker`.

        Pages count from 0. A number beyond the last page means the last page. `at` is the time of the click, which
        decides which month or season it is; None: now.
        """
        page = min(page, _FARTHEST)
        board = await self._store.standings.leaderboard(place.id, game, asker, self._listing(period, page, season, at))
        last = last_page(board.count)
        if page > last:
            board = await self._store.standings.leaderboard(
                place.id, game, asker, self._listing(period, last, season, at)
            )
        return board

    def _listing(self, period: Period, page: int, season: Season, at: float | None) -> Listing:
        first, limit = page * limits.LEADERS, limits.LEADERS
        if period == "rating":
            settled, sure = ratings.SETTLED, ratings.SURE
            return Listing("rating", first, limit, least=ratings.LEAST, settled=settled, sure=sure)
        return Listing("wins", first, limit, since=beginning(period, self._now() if at is None else at, season))

    async def profile(self, place: Place, user_id: int) -> Profile:
        """Return a person's profile in a place."""
        rows = await self._store.standings.played_games(place.id, user_id, limits.PROFILED + 1)
        more, rows = len(rows) > limits.PROFILED, rows[: limits.PROFILED]
        found = await self._store.standings.ratings(place.id, user_id)
        badges = await self._store.standings.badges(place.id, user_id)
        finished = [row for row in rows if not (row.practice or row.left)]
        partners, met = _companions(finished, user_id)
        names = await self._store.standings.names(place.id, {user_id, *partners, *met})
        games = Counter(row.game for row in rows if row.game in Game.games)
        won = [_won(row) for row in finished]
        return Profile(
            user_id,
            names.get(user_id, ""),
            tuple(
                _played(game, [row for row in rows if row.game == game], found)
                for game, _ in sorted(games.items(), key=lambda one: -one[1])
            ),
            sum(1 for _ in takewhile(bool, won)),
            max((len(list(row)) for each, row in groupby(won) if each), default=0),
            _most(partners, names),
            _most(met, names),
            tuple(badges),
            more,
        )


def last_page(count: int) -> int:
    """Return the number, from 0, of the last page of a leaderboard with `count` lines."""
    return max(0, (count - 1) // limits.LEADERS)


def mean_place(place: float | None, games: int) -> float | None:
    """Return a mean place in final rankings if it comes from enough games, else None."""
    return place if games >= ENOUGH else None


def beginning(period: Period, now: float, season: Season = "quarter") -> int:
    """Return when the current period began, in unix seconds; `season` is the server's setting."""
    if period in {"rating", "all"}:
        return 0
    today = datetime.fromtimestamp(now, UTC)
    months = 1 if period == "month" else MONTHS[season]
    month = today.month - (today.month - 1) % months
    return int(datetime(today.year, month, 1, tzinfo=UTC).timestamp())


def _won(row: PlayedRow) -> bool:
    """Return True if a person has won a game, and has made at least half of their seat's moves."""
    return row.seats[row.seat].place == 1 and row.own_share >= HALF


def _played(game: str, rows: Sequence[PlayedRow], found: dict[tuple[str, bool], RatingRow]) -> Played:
    finished = [row for row in rows if not (row.practice or row.left)]
    rated = [
        (row.mu, row.sigma)
        for row in reversed(rows)
        if not row.practice and row.mu is not None and row.sigma is not None
    ]
    return Played(
        game,
        Counter(row.seats[row.seat].place for row in finished),
        sum(map(_won, finished)),
        found.get((game, False)),
        tuple((ratings.displayed(mu, sigma), ratings.settled(sigma)) for mu, sigma in rated),
        sum(row.practice and not row.left for row in rows),
        found.get((game, True)),
    )


Together: TypeAlias = dict[int, list[bool]]
"""For each companion, by user id: one entry for each game together, True if the person of the profile has won it."""


def _companions(rows: Sequence[PlayedRow], user_id: int) -> tuple[Together, Together]:
    """Return a person's games with each of their partners, and with each person who sat at the same table."""
    partners: Together = {}
    met: Together = {}
    for row in rows:
        kind = Game.games.get(row.game)
        teams = kind.teams_of(len(row.seats)) if kind else ()
        own = next((team for team in teams if row.seat in team), ())
        for seat, sat in enumerate(row.seats):
            if sat.user_id is not None and sat.user_id not in {user_id, 0}:
                met.setdefault(sat.user_id, []).append(_won(row))
                if seat in own:
                    partners.setdefault(sat.user_id, []).append(_won(row))
    return partners, met


def _most(together: Together, names: dict[int, str]) -> tuple[Companion, ...]:
    """Return the most frequent companions whose names are known."""
    often = sorted(together.items(), key=lambda one: (-len(one[1]), one[0]))
    found = (Companion(names[user], len(won), sum(won)) for user, won in often if user in names)
    return tuple(one for one in found if one.games >= TOGETHER)[:COMPANIONS]

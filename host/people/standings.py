"""Who plays how well on a server: leaderboards of a game at a time, and what a person has done."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import groupby, takewhile
from typing import Final, Literal, TypeAlias

import limits
from engine.game import Game
from host.people import ratings
from host.settings import MONTHS, Season
from storage import HALF, BadgeRow, Board, Leader, Listing, PlayedRow, RatingRow, Store

__all__ = ["BadgeRow", "Board", "Companion", "Leader", "Period", "Played", "Profile", "Standings", "beginning"]

Period: TypeAlias = Literal["rating", "season", "month", "all"]
"""What a leaderboard goes by: the rating, or the games won in the season, the month, or ever; in UTC."""
ENOUGH: Final = 5
"""Games from which on a mean place says something."""
TOGETHER: Final = 3
"""Games from which on somebody is told to be played with often."""
COMPANIONS: Final = 3
"""So many of those are told."""

_FARTHEST = 1_000_000
"""No leaderboard has so many pages, and the store can count them."""


@dataclass(frozen=True, slots=True)
class Played:
    """What somebody has done in one game, in games with others; or the rating and the number of games of practice."""

    game: str
    places: Counter[int]
    """How often they have taken each place, in the games that they have played to the end."""
    wins: int
    """Those that they have won by their own moves."""
    rating: RatingRow | None
    course: tuple[tuple[int, bool], ...]
    """The rating after each rated game as it is shown, and whether it was settled; oldest first."""
    practice: int
    """Games alone against computer players."""
    practice_rating: RatingRow | None

    @property
    def games(self) -> int:
        """Played to the end with others."""
        return self.places.total()

    @property
    def mean_place(self) -> float | None:
        """None: of too few games."""
        return mean_place(sum(place * times for place, times in self.places.items()) / (self.games or 1), self.games)


@dataclass(frozen=True, slots=True)
class Companion:
    """Somebody with whom a person has played: as partners, or at the same table at all."""

    name: str
    games: int
    wins: int


@dataclass(frozen=True, slots=True)
class Profile:
    """What a person has done on a server, in the last games that are looked at."""

    user_id: int
    name: str
    """What they are called there; empty: nobody knows."""
    played: tuple[Played, ...]
    """By game, most often first."""
    streak: int
    """How many games with others they have won in a row, up to now."""
    best_streak: int
    partners: tuple[Companion, ...]
    met: tuple[Companion, ...]
    """With whom they sat at a table most often; of them `wins` are the person's own."""
    badges: tuple[BadgeRow, ...]
    more: bool
    """Whether there are games before those that are looked at."""


class Standings:
    """Over an open store; `now` gives the time in unix seconds."""

    def __init__(self, store: Store, now: Callable[[], float]) -> None:
        self._store = store
        self._now = now

    async def usual_game(self, guild_id: int) -> type[Game]:
        """The game of which most have been finished on a server, else the first that there is."""
        played = await self._store.most_played(guild_id)
        return Game.games.get(played or "") or next(iter(Game.games.values()))

    async def board(
        self, guild_id: int, asker: int, game: str, period: Period, page: int = 0, season: Season = "quarter"
    ) -> Board:
        """A page of a leaderboard, from 0, and the asker's own line; of a page that is not there any more the last."""
        page = min(page, _FARTHEST)
        board = await self._store.board(guild_id, game, asker, self._listing(period, page, season))
        last = last_page(board.count)
        if page > last:
            board = await self._store.board(guild_id, game, asker, self._listing(period, last, season))
        return board

    def _listing(self, period: Period, page: int, season: Season) -> Listing:
        first, limit = page * limits.LEADERS, limits.LEADERS
        if period == "rating":
            settled, sure = ratings.SETTLED, ratings.SURE
            return Listing("rating", first, limit, least=ratings.LEAST, settled=settled, sure=sure)
        return Listing("wins", first, limit, since=beginning(period, self._now(), season))

    async def profile(self, guild_id: int, user_id: int) -> Profile:
        """What a person has done on a server."""
        rows = await self._store.played(guild_id, user_id, limits.PROFILED + 1)
        more, rows = len(rows) > limits.PROFILED, rows[: limits.PROFILED]
        found = await self._store.ratings(guild_id, user_id)
        badges = await self._store.badges(guild_id, user_id)
        finished = [row for row in rows if not (row.practice or row.left)]
        partners, met = _companions(finished, user_id)
        names = await self._store.names(guild_id, {user_id, *partners, *met})
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
    """The number of the last page of so many lines, from 0."""
    return max(0, (count - 1) // limits.LEADERS)


def mean_place(place: float | None, games: int) -> float | None:
    """A mean of places, where it is of enough games to say something."""
    return place if games >= ENOUGH else None


def beginning(period: Period, now: float, season: Season = "quarter") -> int:
    """When the period that it is now began, in unix seconds; how long a `season` is each server says."""
    if period in {"rating", "all"}:
        return 0
    today = datetime.fromtimestamp(now, UTC)
    months = 1 if period == "month" else MONTHS[season]
    month = today.month - (today.month - 1) % months
    return int(datetime(today.year, month, 1, tzinfo=UTC).timestamp())


def _won(row: PlayedRow) -> bool:
    """Whether somebody has won a game by their own moves."""
    return row.seats[row.seat].place == 1 and row.own >= HALF


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
        tuple((ratings.shown(mu, sigma), ratings.settled(sigma)) for mu, sigma in rated),
        sum(row.practice and not row.left for row in rows),
        found.get((game, True)),
    )


Together: TypeAlias = dict[int, list[bool]]
"""By person the games together, and whether each was won."""


def _companions(rows: Sequence[PlayedRow], user_id: int) -> tuple[Together, Together]:
    """Who has been a partner, and who has sat at a table, with a person."""
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
    """Those with whom most games were played, of whom it is known what they are called."""
    often = sorted(together.items(), key=lambda one: (-len(one[1]), one[0]))
    found = (Companion(names[user], len(won), sum(won)) for user, won in often if user in names)
    return tuple(one for one in found if one.games >= TOGETHER)[:COMPANIONS]

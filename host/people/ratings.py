"""Ratings: Bradley and Terry's model with partial pairing (Weng and Lin, 2011), per server and game.

Everybody at a table is compared with everybody else; who shares a place has half a win. Computer players sit in with
what their level is worth, which never changes, so that whoever has one as a partner or an opponent gains and loses no
more than is due. Whoever is the only person at a table practises, which is rated by itself. All follows from results:
in the order in which games ended they give the same ratings again.
"""

from collections.abc import Mapping, Sequence
from itertools import chain
from operator import itemgetter
from types import MappingProxyType

from openskill.models import BradleyTerryPart

from engine.game import Game
from engine.players import USUAL
from storage import Rated, RatingRow, ResultRow, Store, practised

MODEL = BradleyTerryPart(
    mu=25.0,
    sigma=25.0 / 3,
    beta=25.0 / 6,
    kappa=0.0001,
    tau=25.0 / 300,
    margin=0.0,
    window_size=5,  # places apart that are compared: no table has more seats than six
    limit_sigma=True,  # nobody grows less sure by playing, so no sole win lowers what is shown
    balance=False,
)
"""Options are set here and never in `rate`: what is given there would stay, and a `tau` of 0 is not heard."""
SURE = 3.0
"""Standard deviations by which the cautious value is below the mean."""
COMPUTER_SIGMA = 25.0 / 12
"""Of computer players, who play no better and no worse with time."""
COMPUTERS: Mapping[str, Mapping[str, float]] = MappingProxyType(
    {
        "saizen": {"easy": 17.1, "normal": 25.0, "hard": 26.7},
        "scharfe-schoten": {"easy": 11.3, "normal": 25.0, "hard": 28.1},
        "tennos-square": {"easy": 15.8, "normal": 25.0, "hard": 28.1},
        "tezuma-trick": {"easy": 14.8, "normal": 25.0, "hard": 29.2},
        "tezumashi": {"easy": 12.4, "normal": 25.0, "hard": 29.4},
    }
)
"""By game and level the mean of a computer player; docs/computer-players.md tells where it comes from.

Of what is missing here, such as a new game, each is worth what the usual level is: the model's mean.
"""
_SETTING = "ratings"
VERSION = 2
"""Rises whenever anything here changes what comes of the same results: all are worked out anew at the next start."""


SETTLED = 5.6
"""The sigma from which on downwards a rating ranks: after some ten games of one's own."""
LEAST = 5
"""The games from which on somebody is listed."""


def shown(mu: float, sigma: float) -> int:
    """The number that people see: 1000 for who has not played yet, and 40 for each point of the cautious value.

    That is three standard deviations below the mean: nearly certainly they are no worse.
    """
    return round(1000 + 40 * (mu - SURE * sigma))


def settled(sigma: float) -> bool:
    """Whether enough is known of somebody for a number without a question mark."""
    return sigma <= SETTLED


def rate(game: str, results: Sequence[ResultRow], before: Mapping[Rated, RatingRow]) -> list[RatingRow]:
    """The new ratings of the people at a finished game, also of those who have left it.

    Whoever was the only person there practises: that is rated by itself. Nobody gains by what a computer player did for
    them: of a gain each gets the part that they played themselves. A loss is theirs.

    Args:
        game: its id; of games that there are no more nobody is rated.
        results: by seat.
        before: the ratings so far; who has none starts at the model's default.
    """
    if game not in Game.games:
        return []
    people = [row.user_id or row.left_by for row in results]
    practice = practised(results)
    rows = [
        _of_computer(game, result.computer) if user is None else _so_far(Rated(user, practice), before)
        for user, result in zip(people, results, strict=True)
    ]
    teams = Game.games[game].teams_of(len(results))
    ratings = [[MODEL.rating(mu=rows[seat].mu, sigma=rows[seat].sigma) for seat in team] for team in teams]
    changed = MODEL.rate(ratings, ranks=[float(results[team[0]].place) for team in teams])
    by_seat = zip(chain(*teams), chain(*changed), strict=True)
    return [
        _earned(rows[seat], new.mu, new.sigma, results[seat].own)
        for seat, new in sorted(by_seat, key=itemgetter(0))
        if people[seat] is not None
    ]


async def bring_up_to_date(store: Store) -> bool:
    """Work all ratings out anew where those that are stored come from another model; whether they did.

    Raises:
        StoreError: they could not be read or written; they are as they were.
    """
    if await store.setting(0, _SETTING) == str(VERSION):
        return False
    await work_out_anew(store)
    return True


async def work_out_anew(store: Store) -> None:
    """Work all ratings out from results alone; raises as `bring_up_to_date` does."""
    await store.rate_anew(rate, (_SETTING, str(VERSION)))


def _of_computer(game: str, level: str | None) -> RatingRow:
    levels = COMPUTERS.get(game, {})
    return RatingRow(Rated(0), levels.get(level or USUAL, MODEL.mu), COMPUTER_SIGMA, 0)


def _so_far(of: Rated, before: Mapping[Rated, RatingRow]) -> RatingRow:
    return before.get(of) or RatingRow(of, MODEL.mu, MODEL.sigma, 0)


def _earned(row: RatingRow, mu: float, sigma: float, own: float) -> RatingRow:
    """A new rating, where only that part of the moves was the person's own: without them it grows no surer either."""
    gain = mu - row.mu
    return RatingRow(
        row.of, row.mu + (gain * own if gain > 0 else gain), row.sigma + (sigma - row.sigma) * own, row.games + 1
    )

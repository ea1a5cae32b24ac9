"""Ratings per server and game: the Bradley-Terry model with partial pairing (Weng and Lin, 2011).

All players of a table are compared in pairs; two players with the same place have half a win each. AI players have
fixed ratings, one for each level, so that people with AI partners or opponents gain and lose the right amounts. A game
with a single person is practice, with a rating of its own. Ratings follow from the results alone, in the order in
which the games ended: the same results give the same ratings.
"""

from collections.abc import Mapping, Sequence
from itertools import chain, count
from operator import itemgetter
from typing import Final

from openskill.models import BradleyTerryPart

from engine.game import Game
from engine.players import USUAL
from progress import Report, silent
from storage import Store
from storage.rows import Rated, RatingRow, ResultRow, practised

MODEL = BradleyTerryPart(
    mu=25.0,
    sigma=25.0 / 3,
    beta=25.0 / 6,
    kappa=0.0001,
    tau=25.0 / 300,
    margin=0.0,
    window_size=5,  # seats up to five positions apart in the ranking are compared: of at most six seats, all pairs
    limit_sigma=True,  # so sigma never grows, and a win never lowers the displayed rating
    balance=False,
)
"""The model with all its options. None of them is given to openskill's `rate`, because options given there stay set for
later calls, and `tau=0` has no effect there.
"""
SURE = 3.0
"""Number of standard deviations by which the displayed rating is below the mean."""
COMPUTER_SIGMA = 25.0 / 12
"""Sigma of AI players, which never change."""
COMPUTERS: Final[Mapping[str, Mapping[str, float]]] = {
    "saizen": {"easy": 17.1, "normal": 25.0, "hard": 26.7},
    "scharfe-schoten": {"easy": 11.3, "normal": 25.0, "hard": 28.1},
    "tennos-square": {"easy": 15.8, "normal": 25.0, "hard": 28.1},
    "tezuma-trick": {"easy": 14.8, "normal": 25.0, "hard": 29.2},
    "tezumashi": {"easy": 12.4, "normal": 25.0, "hard": 29.4},
}
"""Mean of an AI player by game and level, measured as docs/computer-players.md says.

Games and levels that are missing here get the model's mean, which is the mean of the usual level.
"""
_SETTING = "ratings"
VERSION = 2
"""Version of this calculation. Raise it with each change of the outcome, so that the next start computes all ratings
again.
"""


SETTLED = 5.6
"""Largest sigma of a settled rating. A rating is settled after about ten games."""
LEAST = 5
"""Least number of games for a place on a leaderboard."""


def displayed(mu: float, sigma: float) -> int:
    """Return the displayed rating: 1000 for a new player, plus 40 per point of the cautious value.

    The cautious value is three standard deviations below the mean: the player is almost certainly no worse.
    """
    return round(1000 + 40 * (mu - SURE * sigma))


def settled(sigma: float) -> bool:
    """Return True if a rating is certain enough not to be displayed as provisional."""
    return sigma <= SETTLED


def rate(game: str, results: Sequence[ResultRow], before: Mapping[Rated, RatingRow]) -> list[RatingRow]:
    """Return the new ratings of the people at a finished game, including those who have left it.

    A game with a single person changes that person's practice rating. A person gets only the part of a gain that
    corresponds to their own share of the moves, but the whole of a loss.

    Args:
        game: id of the game; unknown games rate nobody.
        results: results by seat.
        before: ratings so far; people without a rating start at the model's default.
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
        _earned(rows[seat], new.mu, new.sigma, results[seat].own_share)
        for seat, new in sorted(by_seat, key=itemgetter(0))
        if people[seat] is not None
    ]


async def bring_up_to_date(store: Store) -> bool:
    """Compute all ratings again if the stored ratings come from another `VERSION`; return True if so.

    Raises:
        StoreError: reading or writing failed, and the ratings are unchanged.
    """
    if await store.settings.get(0, _SETTING) == str(VERSION):
        return False
    await work_out_anew(store)
    return True


async def work_out_anew(store: Store, report: Report = silent) -> None:
    """Compute all ratings again from the results; raises `StoreError` as `bring_up_to_date` does."""
    numbers = count(1)

    def rate_and_report(game: str, results: Sequence[ResultRow], before: Mapping[Rated, RatingRow]) -> list[RatingRow]:
        report(f"game {next(numbers)}")
        return rate(game, results, before)

    await store.results.recompute_ratings(rate_and_report, (_SETTING, str(VERSION)))


def _of_computer(game: str, level: str | None) -> RatingRow:
    levels = COMPUTERS.get(game, {})
    return RatingRow(Rated(0), levels.get(level or USUAL, MODEL.mu), COMPUTER_SIGMA, 0)


def _so_far(of: Rated, before: Mapping[Rated, RatingRow]) -> RatingRow:
    return before.get(of) or RatingRow(of, MODEL.mu, MODEL.sigma, 0)


def _earned(row: RatingRow, mu: float, sigma: float, own: float) -> RatingRow:
    """Return a new rating; a gain and the change of sigma are multiplied by `own`, the person's share of the moves."""
    gain = mu - row.mu
    return RatingRow(
        row.of, row.mu + (gain * own if gain > 0 else gain), row.sigma + (sigma - row.sigma) * own, row.games + 1
    )

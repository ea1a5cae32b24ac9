"""Ratings: Bradley and Terry's model with partial pairing (Weng and Lin, 2011), per server and game.

Everybody at a table is compared with everybody else; who shares a place has half a win. Computer players sit in with
what their level is worth, which never changes, so that whoever has one as a partner or an opponent gains and loses no
more than is due. A game with fewer than two people changes nothing.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from openskill.models import BradleyTerryPart

from engine.game import Game
from host.table import Table
from storage import RatingRow

MODEL = BradleyTerryPart(
    mu=25.0,
    sigma=25.0 / 3,
    beta=25.0 / 6,
    kappa=0.0001,
    tau=25.0 / 300,
    window_size=5,  # places apart that are compared: no table has more seats than six
    limit_sigma=True,  # nobody grows less sure by playing, so no sole win lowers what is shown
    balance=False,
    margin=0.0,
)
"""Options are set here and never in `rate`: what is given there would stay, and a `tau` of 0 is not heard."""
SURE = 3.0
"""Standard deviations by which the cautious value is below the mean."""
COMPUTER_SIGMA = 25.0 / 12
"""Of computer players, who play no better and no worse with time."""
COMPUTERS: Mapping[str, Mapping[str, float]] = MappingProxyType(
    {
        "saizen": {"easy": 22.6, "normal": 25.0, "hard": 26.2},
        "scharfe-schoten": {"easy": 20.6, "normal": 25.0, "hard": 26.9},
        "tennos-square": {"easy": 19.5, "normal": 25.0, "hard": 27.0},
        "tezuma-trick": {"easy": 21.5, "normal": 25.0, "hard": 27.0},
        "tezumashi": {"easy": 21.0, "normal": 25.0, "hard": 26.5},
    }
)
"""By game and level the mean of a computer player; docs/computer-players.md tells where it comes from."""


@dataclass(frozen=True)
class Sat:
    """Who sat on a seat of a finished game.

    Attributes:
        user_id: the person, also one who has left; None: a computer player from the beginning on.
        level: what kind of computer player it was; of no matter where there is a person.
        own: which part of the seat's moves the person has made, from 0 to 1.
        place: from 1, shared by equals.
    """

    user_id: int | None
    level: str
    own: float
    place: int


def shown(mu: float, sigma: float) -> float:
    """The cautious value: nearly certainly they are no worse."""
    return mu - SURE * sigma


def rated(game: type[Game], sat: Sequence[Sat], before: Mapping[int, RatingRow]) -> list[RatingRow]:
    """The new ratings of the people at a finished game, also of those who have left it.

    Nobody gains by what a computer player did for them: of a gain each gets the part that they played themselves. A
    loss is theirs.

    Args:
        game: what was played.
        sat: by seat.
        before: the ratings so far by user id; who has none starts at the model's default.
    """
    if sum(one.user_id is not None for one in sat) < 2:
        return []
    levels = COMPUTERS[game.id]
    unrated = RatingRow(0, MODEL.mu, MODEL.sigma, 0)
    rows = [
        RatingRow(0, levels[one.level], COMPUTER_SIGMA, 0) if one.user_id is None else before.get(one.user_id, unrated)
        for one in sat
    ]
    teams = game.teams_of(len(sat))
    ratings = [[MODEL.rating(mu=rows[seat].mu, sigma=rows[seat].sigma) for seat in team] for team in teams]
    changed = MODEL.rate(ratings, ranks=[float(sat[team[0]].place) for team in teams])
    new = {seat: one for team, ones in zip(teams, changed, strict=True) for seat, one in zip(team, ones, strict=True)}
    return [
        _earned(one.user_id, rows[seat], new[seat].mu, new[seat].sigma, one.own)
        for seat, one in enumerate(sat)
        if one.user_id is not None
    ]


def rerate(table: Table, game: Game, own: Mapping[int, float], before: Mapping[int, RatingRow]) -> list[RatingRow]:
    """The same of a table whose game is over, where of each seat's moves its person has made such a part."""
    place, place_of = 1, {}
    for group in game.ranking():
        place_of.update(dict.fromkeys(group, place))
        place += len(group)
    sat = [
        Sat(who.user_id or who.left_by, who.computer or "", own[seat], place_of[seat])
        for seat, who in enumerate(table.occupants)
        if who
    ]
    return rated(type(game), sat, before)


def _earned(user_id: int, row: RatingRow, mu: float, sigma: float, own: float) -> RatingRow:
    """A new rating, where only that part of the moves was the person's own: without them it grows no surer either."""
    gain = mu - row.mu
    return RatingRow(
        user_id, row.mu + (gain * own if gain > 0 else gain), row.sigma + (sigma - row.sigma) * own, row.games + 1
    )

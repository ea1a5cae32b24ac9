"""Ratings: openskill's Plackett-Luce model over the people at a table, per server and game.

Computer players are left out; with fewer than two people (or one team of people) nothing changes.
"""

from collections.abc import Mapping

from openskill.models import PlackettLuce

from engine.game import Game
from host.table import Table
from storage import RatingRow

_MODEL = PlackettLuce()


def rerate(table: Table, game: Game, own: Mapping[int, float], before: Mapping[int, RatingRow]) -> list[RatingRow]:
    """The new ratings of the people at a finished game, also of those who have left it.

    Nobody gains by what a computer player did for them: of a gain each gets the part that they played themselves. A
    loss is theirs.

    Args:
        table: who sat where.
        game: over.
        own: by seat which part of the moves its person has made, from 0 to 1.
        before: the ratings so far by user id; who has none starts at the model's default.
    """
    place = {seat: float(rank) for rank, group in enumerate(game.ranking()) for seat in group}
    people = {seat: who.user_id or who.left_by for seat, who in enumerate(table.occupants) if who}
    users = {seat: user for seat, user in people.items() if user is not None}
    teams = [seats for team in game.teams if (seats := [seat for seat in team if seat in users])]
    if len(teams) < 2:
        return []
    unrated = RatingRow(0, _MODEL.mu, _MODEL.sigma, 0)
    rows = [[before.get(users[seat], unrated) for seat in team] for team in teams]
    ratings = [[_MODEL.rating(mu=row.mu, sigma=row.sigma) for row in team] for team in rows]
    changed = _MODEL.rate(ratings, ranks=[place[team[0]] for team in teams])
    return [
        _earned(users[seat], row, new.mu, new.sigma, own[seat])
        for team in zip(teams, rows, changed, strict=True)
        for seat, row, new in zip(*team, strict=True)
    ]


def _earned(user_id: int, row: RatingRow, mu: float, sigma: float, own: float) -> RatingRow:
    """A new rating, where only that part of the moves was the person's own: without them it grows no surer either."""
    gain = mu - row.mu
    return RatingRow(
        user_id, row.mu + (gain * own if gain > 0 else gain), row.sigma + (sigma - row.sigma) * own, row.games + 1
    )

"""Ratings: openskill's Plackett-Luce model over the people at a table, per server and game.

Computer players are left out; with fewer than two people (or one team of people) nothing changes.
"""

from collections.abc import Mapping

from openskill.models import PlackettLuce

from engine.game import Game
from host.table import Table
from storage import RatingRow

_MODEL = PlackettLuce()


def rerate(table: Table, game: Game, before: Mapping[int, RatingRow]) -> list[RatingRow]:
    """The new ratings of the people at a finished game.

    Args:
        table: who sat where.
        game: over.
        before: the ratings so far by user id; who has none starts at the model's default.
    """
    place = {seat: float(rank) for rank, group in enumerate(game.ranking()) for seat in group}
    users = {seat: who.user_id for seat, who in enumerate(table.occupants) if who and who.user_id is not None}
    teams = [seats for team in game.teams if (seats := [seat for seat in team if seat in users])]
    if len(teams) < 2:
        return []
    unrated = RatingRow(0, _MODEL.mu, _MODEL.sigma, 0)
    rows = [[before.get(users[seat], unrated) for seat in team] for team in teams]
    ratings = [[_MODEL.rating(mu=row.mu, sigma=row.sigma) for row in team] for team in rows]
    changed = _MODEL.rate(ratings, ranks=[place[team[0]] for team in teams])
    return [
        RatingRow(users[seat], new.mu, new.sigma, row.games + 1)
        for team in zip(teams, rows, changed, strict=True)
        for seat, row, new in zip(*team, strict=True)
    ]

"""Ratings: openskill's Plackett-Luce model over the people at a table, per server and game.

Computer players are left out; with fewer than two people (or one team of people) nothing changes.
"""

from __future__ import annotations

from collections.abc import Mapping

from openskill.models import PlackettLuce

from engine.game import Game
from host.table import Table
from storage.rows import RatingRow

_MODEL = PlackettLuce()


def rerate(table: Table, game: Game, before: Mapping[int, RatingRow]) -> list[RatingRow]:
    """The new ratings of the people at a finished game.

    Args:
        table: who sat where.
        game: over.
        before: the ratings so far by user id; who has none starts at the model's default.
    """
    place = {seat: rank for rank, group in enumerate(game.ranking()) for seat in group}
    teams = [[seat for seat in team if _person(table, seat)] for team in game.teams]
    teams = [team for team in teams if team]
    if len(teams) < 2:
        return []
    ratings = [[_rating(before.get(_person(table, seat) or 0)) for seat in team] for team in teams]
    changed = _MODEL.rate(ratings, ranks=[float(place[team[0]]) for team in teams])
    return [
        RatingRow(user, new.mu, new.sigma, (before[user].games if user in before else 0) + 1)
        for team, news in zip(teams, changed, strict=True)
        for seat, new in zip(team, news, strict=True)
        if (user := _person(table, seat))
    ]


def _person(table: Table, seat: int) -> int | None:
    who = table.occupants[seat]
    return who.user_id if who else None


def _rating(row: RatingRow | None):  # type: ignore[no-untyped-def]  # noqa: ANN202  openskill's own rating class is not exported
    return _MODEL.rating(mu=row.mu, sigma=row.sigma) if row else _MODEL.rating()

"""The standings of a league night, as lines of text and as a picture."""

from functools import partial

import pictures
from engine.game import Game
from host.nights.matchpoints import Standing
from host.nights.night import Night
from locales import Translation
from pictures.charts import Mean
from show.text.page import DOT, Chart, Page, Part, Picture, shortened
from show.text.seat_names import person_name

MOST = 10
"""Greatest number of people in the public message, for which a phone has room."""


def lists_everybody(night: Night) -> bool:
    """Return whether the public message has the standings of all people."""
    return len(night.standings.people) <= MOST


def standings_page(night: Night, user_id: int, tr: Translation) -> Page:
    """Build the private page with the standings of all people, the reader's line in bold."""
    lines = [tr("night-title", game=Game.games[night.row.game].title), *_lines(night, None, tr, user_id)]
    if not night.standings.people:
        lines.append(tr("night-no-standings"))
    return Page((shortened("\n".join(lines)),), accent=pictures.accent(night.row.game))


def standings_parts(night: Night, tr: Translation) -> list[Part]:
    """Return the picture and the lines of the best people; nothing before a stage is over."""
    if not night.standings.people:
        return []
    lines = _lines(night, MOST, tr)
    rows = tuple(Mean(str(one.rank), one.share, one.shares) for one in night.standings.people[:MOST])
    if night.standings.computers is not None:
        rows += (Mean("", night.standings.computers, ()),)
    chart = Chart(partial(pictures.night_picture, night.row.game, rows))
    return [Picture(chart, "\n".join(lines)[:1000]), "\n".join(lines)]


def _lines(night: Night, most: int | None, tr: Translation, reader: int = 0) -> list[str]:
    people = night.standings.people
    lines = [_line(night, one, tr, own=one.user_id == reader) for one in people[:most]]
    if most is not None and len(people) > most:
        lines.append(tr("night-more", count=len(people) - most))
    if night.standings.computers is not None:
        level = tr(f"level-{night.row.level}")
        lines.append(tr("night-computers", level=level, share=percent(night.standings.computers)))
    return [*lines, tr("night-share-means")] if people else lines


def _line(night: Night, one: Standing, tr: Translation, *, own: bool) -> str:
    who = person_name(night.name_of(one.user_id), tr.language)
    line = tr("night-line", rank=one.rank, who=who, share=percent(one.share), own="yes" if own else "no")
    stages = [tr("night-no-share") if share is None else percent(share) for share in one.shares]
    if len(stages) < 2:
        return f"{line}{_points(night, one, tr)}"
    return DOT.join([line, tr("night-shares", shares=" / ".join(stages))])


def _points(night: Night, one: Standing, tr: Translation) -> str:
    """Return a person's points in the first stage, in brackets.

    Return "" if the game has no teams, but ranks a seat by more than its own points.
    """
    kind = Game.games[night.row.game]
    teams = len(kind.teams_of(night.row.seats)) < night.row.seats
    if not teams and kind.ranking_score is not Game.ranking_score:
        return ""
    points = next((seat.points for seat in night.seats if seat.user_id == one.user_id and seat.points is not None), 0)
    return tr("night-points", points=points, how="team" if teams else "own")


def percent(share: float) -> str:
    """Return a share with one decimal."""
    return f"{share:.1f}"

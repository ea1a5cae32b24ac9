"""Pages of a server's leaderboards and of people's profiles."""

from collections.abc import Collection, Iterator, Mapping
from functools import partial
from types import MappingProxyType
from typing import Final, get_args

import limits
import pictures
from engine.game import Game
from engine.lessons import Lesson
from engine.review.summary import COUNTED_FOR_MEAN
from host.daily.streaks import Streak
from host.learning.reviews import Losses
from host.people import badges, ratings
from host.people.standings import Board, Companion, Leader, Period, Played, Profile, last_page, mean_place
from host.settings import Season
from locales import Translation
from pictures.charts import Line
from show.actions import table_actions
from show.pages.table_list import turns
from show.text.page import DOT, Chart, Page, Part, Picture, button, option, page, select, shortened
from show.text.seat_names import person_name

NO_LOSSES: Final[Mapping[str, Losses]] = MappingProxyType({})
PERIODS: Final[tuple[Period, ...]] = get_args(Period)


def leaders_page(
    game: type[Game], period: Period, number: int, board: Board, tr: Translation, season: Season = "quarter"
) -> Page:
    """Build a page of a leaderboard with the reader's own line, and lists of games and periods.

    Args:
        game: the game of the leaderboard.
        period: the period or ranking.
        number: the number of the page, from 0; numbers beyond the last page mean the last one.
        board: the lines of the page.
        tr: the reader's language.
        season: the length of a season.
    """
    last = last_page(board.count)
    number = min(number, last)
    lines = [_line(one, period, tr) for one in board.lines]
    lines = lines or [tr("leaderboard-none-rated" if period == "rating" else "leaderboard-none")]
    if board.own is None:
        lines += [tr("leaderboard-no-place")] if board.lines else []
    elif board.own not in board.lines:
        lines += ["…", _line(board.own, period, tr)]
    about = [_about(board, period, season, tr)] if board.lines or board.own else []
    title = tr("leaderboard-title", game=game.title, period=tr(f"leaderboard-{period}"))
    chart = Picture(Chart(partial(_draw, game.id, board.lines, period)), "\n".join(lines)[:1000])
    games = [option(tr.text(one.title), one.id, default=one is game) for one in Game.games.values()]
    periods = [option(tr(f"leaderboard-{one}"), one, default=one == period) for one in PERIODS]
    buttons = turns(partial(table_actions.ShowLeaders, game.id, period), number, tr, more=number < last)
    parts: list[Part] = [
        title,
        *([chart] if board.lines else []),
        shortened("\n".join([*lines, *about])),
        [select(table_actions.PickGame(period), games, tr.text(game.title))],
        [select(table_actions.PickPeriod(game.id), periods, tr(f"leaderboard-{period}"))],
        [*buttons, button(table_actions.ShowProfile(), tr("leaderboard-profile"))],
    ]
    return Page(tuple(parts), accent=pictures.accent(game.id))


def _about(board: Board, period: Period, season: Season, tr: Translation) -> str:
    """Return the small print that explains the lines."""
    if period == "season":
        return tr("leaderboard-about-season", season=season)
    if period != "rating":
        return tr("leaderboard-about-wins")
    said = [tr("leaderboard-about-rating", least=ratings.LEAST)]
    if any(one.rank is None for one in (*board.lines, *filter(None, [board.own]))):
        said.append(tr("leaderboard-about-unsettled"))
    return "\n".join(said)


def _line(one: Leader, period: Period, tr: Translation) -> str:
    """Return a person's rank, rating, games, wins and mean place; a value without enough games is left out."""
    who = person_name(one.name, tr.language)
    unranked = tr("leaderboard-line-unranked", who=who)
    parts = [unranked if one.rank is None else tr("leaderboard-line", rank=one.rank, who=who)]
    if period == "rating":
        parts.append(_rating(one.mu, one.sigma, tr))
    return DOT.join([*parts, *_wins(one.wins, one.games, mean_place(one.place, one.games), tr)])


def _wins(wins: int, games: int, place: float | None, tr: Translation) -> Iterator[str]:
    yield tr("standing-wins", wins=wins, games=games)
    if place is not None:
        yield tr("standing-place", place=f"{place:.1f}")


def _rating(mu: float | None, sigma: float | None, tr: Translation) -> str:
    """Return a rating as one number, marked as provisional until it is settled."""
    if mu is None or sigma is None:
        return tr("standing-unrated")
    key = "standing-rating" if ratings.settled(sigma) else "standing-rating-unsettled"
    return tr(key, rating=str(ratings.displayed(mu, sigma)))


def _draw(game_id: str, lines: tuple[Leader, ...], period: Period) -> bytes | None:
    drawn, rated = [], period == "rating"
    for one in lines:
        value, beyond, count = one.wins, one.games, one.games
        if rated and one.mu is not None and one.sigma is not None:
            value, beyond, count = ratings.displayed(one.mu, one.sigma), ratings.displayed(one.mu, 0.0), one.wins
        place = mean_place(one.place, one.games)
        rank = str(one.rank) if one.rank is not None else ""
        drawn.append(Line(rank, value, beyond, count, f"{place:.1f}" if place else "", one.rank is not None))
    floor = min(line.value for line in drawn) - 100 if rated else 0
    return pictures.leaders_picture(game_id, drawn, floor, rated=rated)


def profile_page(
    profile: Profile,
    chosen: str,
    tr: Translation,
    lessons: Collection[Lesson] = (),
    losses: Mapping[str, Losses] = NO_LOSSES,
    streak: Streak | None = None,
    *,
    direct: bool = False,
) -> Page:
    """Build a person's profile in a place, with details of one game.

    Args:
        profile: the person's results.
        chosen: the game's id; if the person has no results in it, the most played game is displayed.
        tr: the reader's language.
        lessons: the lessons that the person has finished, if the reader is that person.
        losses: what the person's decisions cost in reviewed games, by game, if the reader may see it.
        streak: the person's streak of the day's deal, if the reader is that person.
        direct: whether the place is direct messages, where there are no leaderboards.
    """
    title = tr("profile-title", who=person_name(profile.name, tr.language))
    learnt = [tr("profile-lessons", lessons=tr.listed(tr.text(one.title) for one in lessons))] if lessons else []
    learnt += _mean_losses(losses, tr)
    if streak is not None and streak.best:
        learnt.append(tr("profile-days", now=streak.days, best=streak.best))
    if not profile.played:
        return page("\n".join([title, tr("profile-none", place="direct" if direct else "server"), *learnt]))
    played = next((one for one in profile.played if one.game == chosen), profile.played[0])
    parts: list[Part] = ["\n".join([title, *_career(played, tr)])]
    places = tuple(played.places[place] for place in range(1, max(played.places, default=0) + 1))
    course = played.course[-limits.CHARTED :]
    if max(len(course), played.games) >= ratings.LEAST:
        numbers = tuple(value for value, _ in course)
        settled = next((number for number, (_, sure) in enumerate(course) if sure), len(course))
        alt = tr("profile-chart", places=tr.listed(map(str, places)), course=tr.listed(map(str, numbers)))
        bars = places if len(places) > 1 else ()
        chart = Chart(partial(pictures.career_picture, played.game, numbers, bars, settled))
        parts.append(Picture(chart, alt[:1000]))
    if lines := [*_all_in_all(profile, tr), *learnt]:
        parts.append(shortened("\n".join(lines)))
    games = [option(tr.text(Game.games[one.game].title), one.game, default=one is played) for one in profile.played]
    parts.append([select(table_actions.PickCareer(profile.user_id), games, tr.text(Game.games[played.game].title))])
    if not direct:
        parts.append([button(table_actions.ShowLeaders(played.game, "rating", 0), tr("profile-leaderboard"))])
    return Page(tuple(parts), accent=pictures.accent(played.game))


def _career(played: Played, tr: Translation) -> list[str]:
    """Return lines about a person's results in one game."""
    name = tr("profile-game", game=Game.games[played.game].title)
    lines = []
    if played.rating is not None:
        rating = _rating(played.rating.mu, played.rating.sigma, tr)
        lines.append(DOT.join([name, rating, *_wins(played.wins, played.games, played.mean_place, tr)]))
    if played.practice and (practice := played.practice_rating) is not None:
        rating = str(ratings.displayed(practice.mu, practice.sigma))
        settled = "yes" if ratings.settled(practice.sigma) else "no"
        lines.append(tr("profile-practice", games=played.practice, rating=rating, settled=settled))
    return lines or [name]


def _all_in_all(profile: Profile, tr: Translation) -> list[str]:
    """Return lines about a person's results in all games; a line without content is left out."""
    often = [
        tr("profile-often-game", game=Game.games[one.game].title, games=one.games)
        for one in profile.played
        if one.games
    ]
    lines = [tr("profile-often", games=tr.listed(often))] if len(often) > 1 else []
    for key, companions in (("profile-partners", profile.partners), ("profile-met", profile.met)):
        if companions:
            lines.append(tr(key, who=tr.listed(_companion(one, tr) for one in companions)))
    if profile.best_streak > 1:
        lines.append(tr("profile-streak", now=profile.streak, best=profile.best_streak))
    known = [(badges.BADGES[row.badge], row.times) for row in profile.badges if row.badge in badges.BADGES]
    lines += [tr("profile-badges")] if known else []
    for badge, times in known:
        lines.append(tr("profile-badge", sign=badge.sign, what=tr(f"badge-{badge.id}"), times=times))
    if profile.more:
        lines.append(tr("profile-more", games=limits.PROFILED))
    return lines


def _mean_losses(losses: Mapping[str, Losses], tr: Translation) -> Iterator[str]:
    """Yield a line with the mean loss in each game that has enough counted decisions; nothing without such games."""
    said = [
        tr("profile-loss", game=Game.games[game].title, loss=f"{one.loss / one.counted:.2f}")
        for game, one in losses.items()
        if one.counted >= COUNTED_FOR_MEAN
    ]
    if said:
        yield tr("profile-losses", losses=DOT.join(said))


def _companion(one: Companion, tr: Translation) -> str:
    return tr("profile-companion", who=person_name(one.name, tr.language), wins=one.wins, games=one.games)

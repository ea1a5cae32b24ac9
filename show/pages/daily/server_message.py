"""The public message of a server about a day's deal: who has played, how servers compare, and a button to play.

While the day is open, the message has only names, percentiles and streaks. It says nothing of the deals, no points and
no cards.
"""

from engine.game import Game
from host.daily.deals import opens_at
from host.daily.servers import Rank, ServerDay, ServerLine
from locales import Translation
from show.actions import daily_actions as actions
from show.pages.daily.attempts import date_of, percent_of
from show.pages.daily.closed_day import difficulty_line
from show.text.clean_names import cleaned, escaped
from show.text.page import DOT, Page, button, page
from show.text.seat_names import person_name


def server_message(told: ServerDay, tr: Translation) -> Page:
    """Build the public message about a day's deal; `tr` is the server's language."""
    kind = Game.games.get(told.game)
    game = tr.text(kind.title) if kind else told.game
    closed = told.closed
    title = tr("day-game", game=game) if closed is None else tr("day-closed", game=game, date=date_of(told.day))
    lines = [title, *(_line(one, tr) for one in told.lines)]
    if told.players > len(told.lines):
        lines.append(tr("day-here-more", count=told.players - len(told.lines)))
    if told.ranks:
        ranks = DOT.join(_rank(one, tr) for one in told.ranks)
        lines.append(tr("day-here-servers", ranks=ranks, count=told.compared))
    if closed is None:
        lines.append(tr("day-here-about", closes=str(opens_at(told.day + 1))))
        return page("\n".join(lines), [button(actions.OpenToday(), tr("day-play"), "☀️", "success")])
    lines.append(difficulty_line(closed.signal, tr))
    if closed.pars:
        lines.append(tr("day-here-pars", pars=DOT.join(f"{par:.1f}" for par in closed.pars)))
    return page("\n".join(lines), [button(actions.OpenDay(told.day), tr("day-here-cards"), "🔓")])


def _line(one: ServerLine, tr: Translation) -> str:
    who = person_name(cleaned(one.name), tr.language)
    percent, compared = percent_of(one.percentile)
    return tr("day-here-line", who=who, compared=compared, percent=percent, days=one.days)


def _rank(one: Rank, tr: Translation) -> str:
    whose = "own" if one.own else "named" if one.name else "other"
    return tr("day-here-rank", place=one.place, mean=round(one.mean), whose=whose, name=escaped(cleaned(one.name)))

"""Private pages of the day's deal: the start page, decisions, the result of a person's play, and the text to share.

An attempt is not stored as a table. So its pages, like those of lessons, are built with a table that is made for them
and stored nowhere.
"""

from dataclasses import replace
from datetime import UTC, datetime
from itertools import takewhile

from engine.daily.deal import DailyDeal
from engine.game import Game, View
from engine.text import Text
from host.daily.deals import Attempt, DayResult, opens_at
from host.daily.puzzles import PuzzleState
from host.refusals import PUZZLE_NOT_CONFIRMED
from host.tables.table import Table
from locales import Translation, goal_line
from show.actions import daily_actions as actions
from show.actions.decision_actions import InDay, InPuzzle, LookUp, ShowTab
from show.actions.settings_actions import AskZone
from show.pages.game.hand import Asked, hand_page
from show.pages.game.hand.controls import Controls
from show.pages.game.hand.lookups import START_RULES
from show.pages.game.hand.plain_words import without_pictures
from show.pages.game.reader_table import reader_table
from show.pages.game.score_sheet import sheet_picture, sheet_words
from show.pages.game.shared_lines import closing_lines, fitting
from show.pages.game.tricks import ending_lines, finished_tricks, has_tricks
from show.pages.learning.lesson_list import lesson_button
from show.pages.lobby import option_lines
from show.text.page import DOT, Json, Page, button, page
from show.text.seat_names import link

MINUTES = 6
"""The usual duration of an attempt in minutes."""
WON, LOST, EMPTY, FULL = "🟩", "⬛", "⬜", "🟦"
"""The signs of a trick won and of a trick lost. A percentile of 70 is seven signs `FULL` and three signs `EMPTY`."""
TENTHS = 10
ROUND = 1
"""The number of an attempt's only round."""


def day_table(deal: DailyDeal, user_id: int, tr: Translation) -> Table:
    """Return a table for the pages of a deal, see `reader_table`. The table is stored nowhere."""
    return reader_table(Game.games[deal.game], deal.options, deal.seats, deal.seat, user_id, tr)


def date_of(day: int) -> str:
    """Return the middle of a day in unix seconds, which Discord displays as the same date in nearly all time zones."""
    return str((opens_at(day) + opens_at(day + 1)) // 2)


def unprepared_page(reason: Text, tr: Translation, *, yesterday: bool = True) -> Page:
    """Build the page for a day whose deals are not prepared yet. `yesterday` says whether yesterday had a deal."""
    again = button(actions.OpenToday(), tr("review-again"), style="primary")
    return page("\n".join([tr("day-title"), tr.sentence(reason)]), [again, *yesterday_button(tr, yesterday=yesterday)])


def intro_page(day: int, table: Table, tr: Translation, told_in: int = 0, *, yesterday: bool = True) -> Page:
    """Build the start page before a person's play: the game, its goal and unusual options, and how plays are compared.

    `told_in` is the channel of the message that will tell the person's result with their name; 0 for none. `yesterday`
    says whether yesterday had a deal.
    """
    kind = table.kind
    lines = [
        tr("day-game", game=kind.title),
        *filter(None, [goal_line(tr.language, kind.id)]),
        tr("day-about", computers=table.seat_count - 1),
        tr("day-compared"),
        *option_lines(table, tr, unusual=True),
        tr("day-until", minutes=MINUTES, closes=str(opens_at(day + 1))),
        *([tr("day-told-in", channel=link(told_in))] if told_in else []),
    ]
    buttons = [
        button(actions.PlayDay(day), tr("day-play"), "▶️", "success"),
        *lesson_button(kind.id, tr),
        button(LookUp(InDay(day), START_RULES), tr("table-rules")),
        *yesterday_button(tr, yesterday=yesterday),
    ]
    return page("\n".join(lines), buttons)


def yesterday_button(tr: Translation, *, yesterday: bool) -> list[Json]:
    """Return the button that shows yesterday's deal; nothing if yesterday had none."""
    return [button(actions.OpenClosedDay(), tr("day-yesterday"))] if yesterday else []


def puzzle_buttons(day: int, state: PuzzleState, tr: Translation) -> list[Json]:
    """Return the button that shows the puzzle of a day, now or once it is made; nothing if the day has no puzzle."""
    names = {"ready": "puzzle-open", "being made": "puzzle-not-made"}
    return [button(ShowTab(InPuzzle(day)), tr(names[state]), "🧩")] if state in names else []


def no_puzzle_lines(state: PuzzleState, tr: Translation) -> list[str]:
    """Return a line that says that a day has no puzzle, if none of its candidates was confirmed."""
    return [tr("hand-small", line=tr.sentence(PUZZLE_NOT_CONFIRMED()))] if state == "not confirmed" else []


def attempt_page(attempt: Attempt, table: Table, tr: Translation, asked: Asked) -> Page:
    """Build the page of the open decision, or a lookup with a button back to it or to the start page."""
    key = "day-practice" if attempt.practice else "day-was-late" if attempt.late else "day-short"
    asked = replace(asked, heading=tr(key))
    scope, start = InDay(attempt.day, attempt.practice), asked.looking is not None and asked.looking.what == START_RULES
    controls = Controls(scope, actions.OpenToday() if start else ShowTab(scope), attempt.decision)
    return hand_page(table, attempt.game, attempt.deal.seat, tr, asked, controls=controls)


def result_page(
    attempt: Attempt,
    table: Table,
    result: DayResult,
    tr: Translation,
    note: Text | None = None,
    *,
    zone: str = "",
    puzzle: PuzzleState = "none",
    yesterday: bool = True,
    plain: bool = False,
) -> Page:
    """Build the page after a scored play: the points, how they compare, and the round's score sheet.

    Args:
        attempt: the play, which is over.
        table: its table.
        result: how its points compare.
        tr: the reader's language, with the names of the table.
        note: a text that answers a click.
        zone: the reader's time zone; without one, the page asks for it.
        puzzle: the state of the day's puzzle.
        yesterday: whether yesterday had a deal.
        plain: whether the page has words in place of pictures.
    """
    day = attempt.day
    percent, compared = percent_of(result.percentile)
    place, count = _place(attempt)
    facts = [tr("day-par", par=f"{result.par:.1f}")] if result.percentile is not None else []
    if result.best is not None:
        facts.append(tr("day-best-computers" if result.alone else "day-best", best=result.best))
    facts.append(tr("day-people", count=result.players))
    facts.append(tr("day-streak", days=result.streak.days))
    facts += [tr("day-next", opens=str(opens_at(day + 1)))] if result.scored else []
    head = [
        tr("day-done", game=table.kind.title, points=result.points, whose=_whose(attempt), place=place, count=count),
        tr("day-percentile" if result.scored else "day-late", compared=compared, percent=percent),
        tr("hand-small", line=DOT.join(facts)),
        *no_puzzle_lines(puzzle, tr),
        *_noted(note, tr),
    ]
    buttons = [
        button(actions.ShareDay(day), tr("day-share"), "📋", "primary"),
        button(actions.PractiseDay(day), tr("day-again")),
        *yesterday_button(tr, yesterday=yesterday),
        *puzzle_buttons(day, puzzle, tr),
        *([] if zone else [button(AskZone(actions.OpenToday().custom_id), tr("day-ask-zone"), "🕐")]),
    ]
    return _ended_page(attempt, head, tr, [buttons], plain=plain)


def practice_result_page(
    attempt: Attempt,
    table: Table,
    scored: int | None,
    tr: Translation,
    note: Text | None = None,
    *,
    plain: bool = False,
) -> Page:
    """Build the page after a play for practice; `scored` is the points of the person's scored play, if there is one."""
    points = attempt.points or 0
    place, count = _place(attempt)
    head = [
        tr("day-practised", game=table.kind.title, points=points, whose=_whose(attempt), place=place, count=count),
        tr("day-practice-about") if scored is None else tr("day-scored", points=scored),
        *_noted(note, tr),
    ]
    buttons = [
        button(actions.PractiseDay(attempt.day), tr("day-again"), style="primary"),
        button(actions.OpenToday(), tr("day-result")),
    ]
    return _ended_page(attempt, head, tr, [buttons], plain=plain)


def _ended_page(attempt: Attempt, head: list[str], tr: Translation, rows: list[list[Json]], *, plain: bool) -> Page:
    """Build the page of a round that has ended: the lines of `head`, the last trick, the score sheet, and `rows`."""
    spoken = tr.in_words() if plain else tr
    game, view = attempt.game, attempt.game.view(None)
    view["round_count"] = game.last_round
    since = game.moves_since_choice(attempt.deal.seat)

    def write(words: Translation) -> Page:
        last = ending_lines(view["tricks"], since, words) if has_tricks(type(game)) else []
        told = [*(words("hand-small", line=line) for line in last[:1]), *closing_lines(view, ROUND, words)]
        picture, total = sheet_picture(view, ROUND, words), sheet_words(view, ROUND, words)
        return Page(("\n".join([*head, *told]), picture, total, *rows), framed=False, language=tr.language)

    made = fitting(spoken, write, lambda one: len(one.text))
    return without_pictures(made, spoken) if plain else made


def _noted(note: Text | None, tr: Translation) -> list[str]:
    return [] if note is None else [tr("hand-note", note=tr.sentence(note))]


def _whose(attempt: Attempt) -> str:
    """Return whose points the page gives: "own", or "team" if a partner has made some of them."""
    return "own" if attempt.points == attempt.game.rounds[-1][attempt.deal.seat] else "team"


def _place(attempt: Attempt) -> tuple[int, int]:
    """Return the person's place in the round, and the number of teams; a player without a partner is a team."""
    game, seat = attempt.game, attempt.deal.seat
    ahead = [one for group in takewhile(lambda group: seat not in group, game.ranking()) for one in group]
    return 1 + sum(team[0] in ahead for team in game.teams), len(game.teams)


def share_page(attempt: Attempt, table: Table, result: DayResult, tr: Translation) -> Page:
    """Build the page with the text to copy."""
    back = button(actions.OpenToday(), tr("hand-back"), "↩️")
    return page(f"{tr('day-copy')}\n```\n{shared_text(attempt, table, result, tr)}\n```", [back])


def shared_text(attempt: Attempt, table: Table, result: DayResult, tr: Translation) -> str:
    """Return the text to share.

    The first line has the date, the game and the command. The second line has the squares, the percentile and the
    streak. The squares show which tricks were won; in a game without tricks, they show the percentile. Without a
    percentile, the text has neither the percentile nor its squares. It never has cards, seats or points.
    """
    title = tr.aside()("day-shared", game=table.kind.title, date=iso_date(attempt.day))
    streak = [tr("day-shared-streak", days=result.streak.days)] if result.streak.days > 1 else []
    compared = result.percentile is not None
    percent = [tr("day-shared-percent", percent=round(result.percentile or 0))] if compared else []
    said = DOT.join([*percent, *streak]).replace("\u00a0", " ")
    figures = f"{_squares(attempt, result)} {said}".strip()
    return "\n".join(filter(None, [title, figures]))


def percent_of(percentile: float | None) -> tuple[int, str]:
    """Return two arguments of a message: a rounded percentile and "yes", or 0 and "no" if there is no percentile."""
    return (0, "no") if percentile is None else (round(percentile), "yes")


def _squares(attempt: Attempt, result: DayResult) -> str:
    """Return a square for each trick of the round; without tricks, a square for each tenth of the percentile.

    Without tricks and without a percentile, there is no square.
    """
    game, seat = attempt.game, attempt.deal.seat
    if not has_tricks(type(game)):
        if result.percentile is None:
            return ""
        full = round(result.percentile / TENTHS)
        return FULL * full + EMPTY * (TENTHS - full)
    team = next(team for team in game.teams if seat in team)
    view: View = game.view(None)
    return "".join(WON if trick["winner"] in team else LOST for trick in finished_tricks(view))


def iso_date(day: int) -> str:
    """Return the date of a day, such as 2026-11-27."""
    return datetime.fromtimestamp(opens_at(day), UTC).date().isoformat()

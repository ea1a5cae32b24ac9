"""The buttons below every hand, and the lookups that they open: the tricks, the scores, the rules."""

from collections.abc import Sequence
from dataclasses import replace

from engine.game import Game
from engine.text import Text
from host.ai.complaints import choices
from host.tables.table import Table
from locales import Translation
from show.actions.decision_actions import AtTable, LookUp
from show.actions.suggestion_actions import AskHard
from show.actions.table_actions import Action, Complain, OpenMore, Scope
from show.pages.game.score_sheet import sheet_page
from show.pages.game.shared_lines import fitting, since_round
from show.pages.game.table import details_page
from show.pages.game.tricks import finished_tricks, has_tricks, numbered_lines, tricks_before
from show.pages.learning.rules import rules_page
from show.text.page import Json, Page, Section, button, shortened

TRICK, DETAILS, SCORES, RULES, SILLY = "trick", "details", "scores", "rules", "silly"
START_RULES = "start"
"""The page of the rules that leads back to the start page of the day's deal."""
NEWS = 8
"""The number of lines about the latest events.

In games without tricks there are more lines if more has happened since the seat's last move.
"""
COMPUTERS = 6
"""Greatest number of computer players' latest choices that can be reported: more choices than one trick has."""


def footer(
    scope: Scope, kind: type[Game], tr: Translation, lookups: Sequence[str] = (TRICK, SCORES, RULES)
) -> tuple[Json, ...]:
    """Return the buttons that open lookups."""
    names = {TRICK: events_name(kind, tr), SCORES: tr("hand-scores"), RULES: tr("table-rules")}
    return tuple(button(LookUp(scope, what), names[what]) for what in lookups)


def looked_up(table: Table, game: Game, seat: int | None, look: LookUp, tr: Translation, back: Action) -> Page:
    """Build the page of a lookup, with the button `back` to the page that it replaces."""
    if look.what in {RULES, START_RULES}:
        page = rules_page(table.kind, look.page, tr, lambda number: replace(look, page=number))
    elif not isinstance(look.scope, AtTable):
        page = Page((events_text(game, seat, tr),))
    elif look.what == SCORES:
        page = sheet_page(table, tr, look.page, lambda number: replace(look, page=number))
    elif look.what == DETAILS:
        page = details_page(table, tr)
    elif look.what == SILLY and seat is not None:
        page = _silly(table, game, tr)
    else:
        text = events_text(game, seat, tr)
        more = [button(LookUp(look.scope, DETAILS), tr("table-details"))]
        if seat is not None and choices(table):
            more.append(button(LookUp(look.scope, SILLY), tr("silly-title"), "🙄"))
        rows = [more]
        if seat is not None and table.suggestible == seat:
            rows.insert(0, [button(AskHard(table.id, game.moves_made(seat)), tr("ask-hard"))])
        page = Page((text, *rows))
    # A private table has no public table message, which would have the button "More".
    if look.what == SCORES and table.private and table.state == "playing":
        page = replace(page, parts=(*page.parts, (button(OpenMore(table.id), tr("lobby-more")),)))
    return _with_back(page, back, tr)


def _with_back(page: Page, action: Action, tr: Translation) -> Page:
    """Add a button back to a page that takes the place of a hand."""
    back = button(action, tr("hand-back"), "↩️", "primary")
    *others, last = page.parts
    end = [(back, *last)] if isinstance(last, tuple | list) else [last, (back,)]
    return replace(page, parts=(*others, *end), framed=False)


def events_name(kind: type[Game], tr: Translation) -> str:
    """Return the label of the button that shows `events_text`."""
    return tr("hand-tricks" if has_tricks(kind) else "hand-last-turns")


def events_text(game: Game, seat: int | None, tr: Translation) -> str:
    """Return the tricks of the round; in games without tricks, the latest events."""
    lines = _tricks if has_tricks(type(game)) else _turns
    return shortened(fitting(tr, lambda spoken: "\n".join(lines(game, seat, spoken)), len))


def _silly(table: Table, game: Game, tr: Translation) -> Page:
    """Build the list of computer players' latest choices, each with a button to report it."""
    log = game.log or []
    moves = [
        Section(
            tr("hand-small", line=log[game.log_indices[number]]),
            button(Complain(table.id, number), tr("silly-that")),
        )
        for number in choices(table)[:COMPUTERS]
    ]
    return Page((tr("silly-which"), *moves))


def _turns(game: Game, seat: int | None, tr: Translation) -> list[str]:
    """Return a title and the last `NEWS` lines of the log, or all lines since the seat's last move if they are more."""
    log = game.log or []
    last = log[-max(NEWS, len(game.log_since_last_move(seat)) if seat is not None else 0) :]
    return [tr("hand-last-title", game=game.title), *_news(last, tr)]


def _tricks(game: Game, _seat: int | None, tr: Translation) -> list[str]:
    """Return the finished tricks of the round.

    Until a trick is finished, return the tricks of the previous round and the events of this round. The situation is on
    another page, because a page with both would have no room for emojis in the longest rounds.
    """
    view = game.view(None)
    finished, before = finished_tricks(view), tricks_before(game)
    number = view["round"] if finished or not before else view["round"] - 1
    tricks = numbered_lines(finished or before, tr) or [tr("hand-no-tricks")]
    return [
        tr("hand-tricks-title", game=game.title, round=number),
        *(tr("hand-small", line=line) for line in tricks),
        *([] if finished else _news(since_round(view)[-NEWS:], tr)),
    ]


def _news(log: Sequence[Text], tr: Translation) -> list[str]:
    return [tr("table-news", line=line) for line in log]

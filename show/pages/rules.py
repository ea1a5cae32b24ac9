"""How to play: a game's rules page by page, the choice of a game, and help."""

from collections.abc import Callable, Iterable
from functools import partial

from engine.game import Game
from locales import Translation, example_view, rules_pages
from show.actions.settings_actions import MINE, OpenSettings
from show.actions.table_actions import Action, OpenRules, ShowHints
from show.pages.game.shared_lines import alt_text
from show.text.page import Drawing, Page, button, in_rows, page


def rules_page(game: type[Game], number: int, tr: Translation, turn: Callable[[int], Action] | None = None) -> Page:
    """One page of a game's rules (from 0), with buttons to turn it; the first one shows a position of the game.

    The buttons keep their places on every page, so nobody hits the other one: the last leads on to the first.
    Where something else than the rules by themselves is to be shown, `turn` says what a click on a button asks for.
    """
    turn = turn or partial(OpenRules, game.id)
    pages = rules_pages(tr.language, game.id)
    if not pages:
        return page(tr("rules-missing"))
    number = max(0, min(number, len(pages) - 1))
    credit = tr("rules-credit", designer=game.designer, page=number + 1, pages=len(pages))
    buttons = [
        button(turn((number - 1) % len(pages)), tr("page-previous"), "◀️"),
        button(turn((number + 1) % len(pages)), tr("page-next"), "▶️"),
    ]
    view = example_view(game.id) if number == 0 else None
    alt = alt_text(view, tr.aside()) if view else ""
    drawing = Drawing("table", view) if view else None
    return page(f"{tr.drawn(pages[number])}\n{credit}", buttons, drawing=drawing, alt=alt)


def rules_choice_page(games: Iterable[type[Game]], tr: Translation) -> Page:
    """The games whose rules there are to read."""
    buttons = [button(OpenRules(game.id, 0), tr.text(game.title)) for game in games]
    return page(tr("rules-choose"), *in_rows(buttons))


def help_page(games: Iterable[type[Game]], tr: Translation) -> Page:
    """What the bot does, and which games there are to play."""
    hints = button(ShowHints(), tr("help-hints"), "💡")
    own = button(OpenSettings(MINE), tr("settings-mine"))
    names = tr.listed(tr.text(game.title) for game in games)
    return page(tr("help-text", games=names), (hints, own))

"""Pages of rules, the choice of a game, and help."""

from collections.abc import Callable, Iterable
from functools import partial

import pictures
from engine.contract.game_info import easiest_first
from engine.game import Game
from locales import Translation, example_view, rules_pages
from show.actions.settings_actions import MINE, OpenSettings
from show.actions.table_actions import Action, OpenRules, ShowHints, TurnOffHints
from show.pages.game.shared_lines import alt_text
from show.pages.learning.lesson_list import lesson_button
from show.text.operator import Operator, links_line
from show.text.page import Drawing, Page, Picture, button, in_rows, link_button, page

FIRST_SIGN = "1️⃣"
"""The number that begins the list of numbered signs. The numbers look as in the picture, see `pictures.marks`."""


def rules_page(game: type[Game], number: int, tr: Translation, turn: Callable[[int], Action] | None = None) -> Page:
    """Build one page of a game's rules (from 0), with buttons that turn the page.

    Page 0 shows its text, the picture of an example position, and a list that explains the picture's numbered marks.

    Every page has the same buttons at the same places, to avoid wrong clicks; so the last page leads on to the first.
    Page 0 also offers the game's lesson. If the rules are displayed inside another page, `turn` returns the action that
    opens the rules page with a given number, and no lesson is offered.
    """
    learn = lesson_button(game.id, tr) if turn is None and number == 0 else []
    turn = turn or partial(OpenRules, game.id)
    pages = rules_pages(tr.language, game.id)
    if not pages:
        return page(tr("rules-missing"))
    number = max(0, min(number, len(pages) - 1))
    credit = tr("rules-credit", designer=game.designer, page=number + 1, pages=len(pages))
    buttons = [
        button(turn((number - 1) % len(pages)), tr("page-previous"), "◀️"),
        button(turn((number + 1) % len(pages)), tr("page-next"), "▶️"),
        *learn,
    ]
    text = f"{tr.drawn(pages[number]).rstrip()}\n{credit}"
    view = example_view(game.id) if number == 0 and pictures.has_strip(game.id) else None
    if view is None:
        return page(text, buttons)
    picture = Picture(Drawing("example", view), alt_text(view, tr.aside()))
    above, mark, below = text.partition(FIRST_SIGN)
    return Page((above.rstrip(), picture, f"{mark}{below}".strip(), buttons))


def rules_choice_page(games: Iterable[type[Game]], tr: Translation) -> Page:
    """Build the page that offers the rules of each game, the easiest first."""
    offered = easiest_first(games)
    lines = [
        tr("game-choice", game=game.title, pitch=game.short_pitch, weight=game.weight, minutes=game.minutes)
        for game in offered
    ]
    buttons = [button(OpenRules(game.id, 0), tr.text(game.title)) for game in offered]
    return page("\n- ".join([tr("rules-choose"), *lines]), *in_rows(buttons))


def help_page(
    games: Iterable[type[Game]],
    tr: Translation,
    operator: Operator,
    invitation: str = "",
    account: str = "",
    *,
    alone: bool = False,
    hints: bool = True,
) -> Page:
    """Build the page that explains the bot, lists the games, and ends with the operator's links.

    The page has buttons with the links `invitation`, which adds the bot to a server, and `account`, which adds it to an
    account; an empty link has no button. With `alone`, the page explains how to play alone in direct messages, instead
    of at tables on a server. `hints` says whether the reader's hints are on; a button turns them off or on.
    """
    switch = (
        button(TurnOffHints(), tr("help-hints-off"), "💡") if hints else button(ShowHints(), tr("help-hints-on"), "💡")
    )
    own = button(OpenSettings(MINE), tr("settings-mine"))
    names = tr.listed(tr.text(game.title) for game in games)
    links = {"help-account": account, "help-invite": invitation}
    invite = [link_button(url, tr(label)) for label, url in links.items() if url]
    lines = [tr("help-direct-text" if alone else "help-text", games=names), links_line(operator, tr)]
    return page("\n".join(filter(None, lines)), (switch, own, *invite))

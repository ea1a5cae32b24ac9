"""Games as people read them: every text of a panel fits, and is in the reader's language."""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from random import Random
from typing import Any

import pytest

import engine.games  # noqa: F401  fills Game.games
from engine.contract.options import describe
from engine.game import Game
from engine.text import CARD
from host.tables.table import Table
from locales import LANGUAGES, Translation
from show.actions.table_actions import OpenOptions
from show.pages.game.hand import Asked
from show.pages.game.score_sheet import round_page, sheet_page
from show.pages.game.table import end_page, table_page
from show.pages.lobby import lobby_page, more_page, options_form
from show.text.page import ALT_LIMIT, Page
from show.text.seat_names import table_translation
from tests.locales.messages import ALLOWED, foreign_words
from tests.show.basics import AKI, HOME, NAMES
from tests.show.page_content import components_of
from tests.show.tables import a_lobby, a_table, game_at, hand_of, play_out, play_random

LIMITS = {"label": 80, "placeholder": 150, "description": 100, "alt": ALT_LIMIT, "reason": 200}
KEPT = re.compile(f"{ALLOWED.pattern}|{'|'.join(NAMES)}")
EVERY = 17
"""The number of moves between two checks of all panels."""
PEOPLE = 2


def pages(table: Table, tr: Translation) -> Iterator[Page]:
    """Yield every page that can be read at a table now."""
    yield lobby_page(table, tr, HOME)
    if table.game is None:
        yield more_page(table, tr, HOME, AKI, in_charge=True)
        return
    view = table.game.view(None)
    yield from ((end_page if table.game.over else table_page)(table, view, tr), sheet_page(table, tr))
    for done in range(1, len(table.game.rounds) + 1):
        yield round_page(table, view, done, tr)
    for seat in range(PEOPLE):
        yield hand_of(table, Asked(hints=True), locale=tr.language, seat=seat)
        for choice in table.game.choices(seat):
            if choice.reason is None and choice.label.key != CARD.key:
                yield hand_of(table, Asked((choice.token,)), locale=tr.language, seat=seat)


def reasons(table: Table, tr: Translation) -> Iterator[str]:
    """Yield the texts that say why a choice is forbidden, for all choices of the seats that must act."""
    for seat in table.game.to_act if table.game else ():
        assert table.game is not None
        for choice in table.game.choices(seat):
            if choice.reason is not None:
                yield tr.text(choice.reason)


def texts(parts: Any) -> Iterator[tuple[str, str]]:
    """Yield the kind and the text of everything readable in a layout; `alt` is the text of a picture."""
    if isinstance(parts, list):
        for part in parts:
            yield from texts(part)
    elif isinstance(parts, dict):
        for name, value in parts.items():
            if name in {"content", *LIMITS} and isinstance(value, str):
                yield "alt" if "media" in parts else name, value
            else:
                yield from texts(value)


def check(table: Table, language: str) -> None:
    """Check the length and the language of every text of a table's pages, its form and its refusals."""
    tr = table_translation(table, language)
    said = [one for page in pages(table, tr) for one in texts(components_of(page))]
    asked = OpenOptions(table.id, table.kind.id, table.seat_count, ("0",) * len(describe(table.kind.Options)))
    said += texts(options_form(table.kind, asked, tr))
    for name, text in [*said, *(("reason", text) for text in reasons(table, tr))]:
        assert len(text) <= LIMITS.get(name, 4000), text
        assert not set(text) & set("{}"), text
        if language == "ja":
            assert not re.search("[A-Za-z]{2}", KEPT.sub("", text)), text
            assert not re.search(foreign_words(table.kind.id), text), text


@pytest.mark.drawn(2)
@pytest.mark.parametrize(
    "last_options", [False, pytest.param(True, marks=pytest.mark.soak)], ids=["defaults", "other-options"]
)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", sorted(Game.games))
def test_game_reads_well_from_lobby_to_end(game: str, language: str, *, last_options: bool) -> None:
    kind, random = Game.games[game], Random(last_options)
    seats = kind.seat_counts[0 if last_options else -1]
    options = {info.name: info.allowed[-1] for info in describe(kind.Options, seats)} if last_options else {}
    check(replace(a_lobby(kind, seats), options=options), language)
    table = a_table(kind, seats, PEOPLE, options)
    for step in count():
        if game_at(table).over:
            break
        if step % EVERY == 0:
            check(table, language)
        play_random(game_at(table), random)
    check(play_out(table, random), language)

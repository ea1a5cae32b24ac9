"""No hidden card in what others see: pages, ids, alt texts, pictures and fingerprints are the same, byte for byte."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from engine.game import Game
from engine.text import card_text
from host.table import Occupant, Table
from show.actions import LookUp
from show.desired import LOBBY, THREAD, Look, posts, turns
from show.page import Page
from show.pages.hand import Asked, hand_page, round_page
from show.pages.hand.lookups import SCORES, TRICK
from show.pages.lists import Listed, tables_page
from show.pages.sheet import sheet_page
from show.pages.table import details_page
from show.signs import Signs
from show.speech import table_speech
from tests.engine.kit.cases import KINDS, cases_of
from tests.engine.kit.swaps import states
from tests.show.tables import HOME, sent

LINK = "https://discord.com/channels/1/2/3"
STATES = 300 if os.environ.get("ICHIZA_SOAK") == "1" else 8
DRAWN = 2
"""Of all public pages the newest are drawn too: the table, and the last round's sheet."""


def table_of(game: Game) -> Table:
    """A table at which this game is played: people on even seats, computer players on odd ones."""
    occupants = tuple(
        Occupant(user_id=1000 + seat) if seat % 2 == 0 else Occupant(computer="normal") for seat in range(game.seats)
    )
    return Table(7, 1, 2, 1000, type(game), {}, occupants, "over" if game.over else "playing", game)


def everything_public(game: Game, locale: str = "ja") -> list[object]:
    """All that the bot posts for everybody of this state, or tells whoever asks."""
    table, look = table_of(game), Look(locale, Signs(), HOME)
    wanted = [*posts(table, (), look), *turns(table, look, LINK)]
    pages = [one.page() for one in wanted if one.page is not None]
    speech = look.speech(table)
    listed = tables_page([Listed(table, "")], 0, 0, 1, speech)
    asked = [sheet_page(table, speech), details_page(table, speech), listed]
    drawings = [drawing for page in pages for drawing in page.drawings][-DRAWN:]
    return [
        *((one.slot, one.fingerprint, one.make) for one in wanted),
        *((page.notify, sent(page)) for page in [*pages, *asked]),
        *(drawing.draw() for drawing in drawings),
    ]


def everything_private(game: Game, seat: int, locale: str = "ja") -> Iterator[object]:
    """All that the bot shows to the person on a seat: the hand, its tabs, first steps, what is looked up."""
    table = table_of(game)
    speech = table_speech(table, locale)

    def shown(asked: Asked) -> Page:
        return hand_page(table, game, seat, speech, asked)

    hand = shown(Asked(hints=True))
    yield sent(hand)
    yield [drawing.draw() for drawing in hand.drawings]
    tabs = [game.tab(one.token) for one in game.choices(seat)]
    for key in dict.fromkeys(tab.key for tab in tabs if tab is not None):
        yield sent(shown(Asked(tab=key)))
    for choice in game.choices(seat)[:2]:
        yield sent(shown(Asked((choice.token,), hints=True))) if choice.reason is None else choice
    for what in (TRICK, SCORES):
        yield sent(shown(Asked(looking=LookUp(table.id, what))))
    if game.rounds and not game.over:
        yield sent(round_page(table, game, seat, speech))


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.id)
def test_what_is_public_does_not_depend_on_hidden_cards(kind: type[Game], capsys: pytest.CaptureFixture[str]) -> None:
    compared = cards = 0
    for state in states(cases_of(kind), 10 * STATES):
        if None in state.blind:
            locale = ("en-US", "ja")[compared % 2]
            assert everything_public(state.game, locale) == everything_public(state.other, locale)
            compared, cards = compared + 1, cards + state.cards
        if compared == STATES:
            break
    with capsys.disabled():
        print(f"\n{kind.id}: {compared} states, {cards} hidden cards changed, all that is public the same")
    assert compared == STATES


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.id)
def test_a_hand_does_not_depend_on_cards_that_are_hidden_from_it(kind: type[Game]) -> None:
    compared = 0
    for state in states(cases_of(kind), 10 * STATES):
        seats = [seat for seat in state.blind if seat is not None]
        if seats:
            seat = seats[compared % len(seats)]
            assert list(everything_private(state.game, seat)) == list(everything_private(state.other, seat))
            compared += 1
        if compared == STATES:
            break
    assert compared == STATES


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.id)
def test_the_comparison_would_see_a_card_that_leaks(kind: type[Game], monkeypatch: pytest.MonkeyPatch) -> None:
    lines = kind.table_lines

    def leaky(game: Game) -> object:
        return [*lines(game), *(card_text(game.hand(seat)[0]) for seat in range(game.seats) if game.hand(seat))]

    monkeypatch.setattr(kind, "table_lines", leaky)
    differ = (everything_public(state.game) != everything_public(state.other) for state in states(cases_of(kind), 60))
    assert any(differ)


def test_all_that_is_posted_is_compared() -> None:
    for kind in KINDS:
        slots = [one[0] for one in everything_public(cases_of(kind)[0].start(1)) if isinstance(one, tuple)]
        assert LOBBY in slots
        assert "round:1" in slots
        assert THREAD not in slots, "a thread's name is its table's number"

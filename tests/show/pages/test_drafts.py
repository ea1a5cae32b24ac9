"""The hand panel in a draft: it has tabs, and a button beside each ability."""

from typing import Any

import pytest

from engine.game import Game
from engine.games.tezuma.abilities import ABILITIES, EGG, SAND
from engine.games.tezuma.messages import ABILITY_RULE, EFFECTS, USES_LEFT
from show.actions.decision_actions import ShowTab
from show.pages.game.hand import Asked
from show.text.page import Picture, Section
from show.text.seat_names import table_translation
from tests.show.basics import TEZUMA, every_locale
from tests.show.page_content import actions, check_limits, clickable, rows_of
from tests.show.pages.test_hand import chosen
from tests.show.tables import game_at, hand_of, human_to_act, in_phase


@every_locale
@pytest.mark.parametrize("game", ["tezuma-trick", "tezumashi"])
def test_each_kind_of_choice_has_a_tab_and_the_first_tab_is_open(game: str, locale: str) -> None:
    table = human_to_act(Game.games[game])
    page = hand_of(table, locale=locale)
    tabs = [one for one in actions(page) if isinstance(one, ShowTab)]
    assert len(tabs) == 3
    kinds = [
        {one["custom_id"].split(":")[3].split("-")[0] for one in chosen(hand_of(table, Asked(tab=tab.tab)))}
        for tab in tabs
    ]
    assert kinds == [{"pain"}, {"bid"}, {"ability"}]
    assert chosen(page) == chosen(hand_of(table, Asked(tab=tabs[0].tab), locale=locale))
    assert [one["style"] for one in clickable(page) if one["custom_id"].startswith("tab:")] == [1, 2, 2]


def test_tab_that_no_longer_exists_opens_the_first_tab() -> None:
    table = human_to_act(TEZUMA)
    assert hand_of(table, Asked(tab="of another time")) == hand_of(table)


@every_locale
@pytest.mark.parametrize("game", ["tezuma-trick", "tezumashi"])
def test_buttons_of_bids_are_letters_in_one_row_and_the_alt_text_says_what_they_are(game: str, locale: str) -> None:
    table = human_to_act(Game.games[game])
    _, bids, _ = [one.tab for one in actions(hand_of(table)) if isinstance(one, ShowTab)]
    page = hand_of(table, Asked(tab=bids), locale=locale)
    letters = [str(one["label"]) for one in chosen(page)]
    assert letters == list("ABCDE")[: len(letters)]
    assert len(letters) > 2
    [row] = [row for row in rows_of(page) if row[0] in chosen(page)]
    assert len(row) == len(letters)
    [alt] = [part.alt for part in page.parts if isinstance(part, Picture)]
    game_now: Any = game_at(table)
    tables = [game_now.edition.bids[number - 1].table for number in game_now.deals[-1].displays.bids]
    assert all(one in alt.replace("\u00a0", " ") for one in tables)


@every_locale
@pytest.mark.parametrize("game", ["tezuma-trick", "tezumashi"])
def test_each_ability_is_beside_its_own_button(game: str, locale: str) -> None:
    table = human_to_act(Game.games[game])
    tr = table_translation(table, locale)
    tab = next(
        tab
        for one in game_at(table).choices(0)
        if one.token.startswith("ability") and (tab := game_at(table).tab(one.token))
    )
    page = hand_of(table, Asked(tab=tab.key), locale=locale)
    sections = [part for part in page.parts if isinstance(part, Section)]
    named = [one for one in game_at(table).choices(0) if one.token.startswith("ability-")]
    assert len(named) >= 5
    for choice, section in zip(named, sections, strict=True):
        about = game_at(table).about(choice.token)
        assert about is not None
        assert section.text == tr("hand-about", about=about)
        assert isinstance(section.beside, dict)
        assert section.beside["custom_id"].split(":")[3] == choice.token
        assert section.beside["label"] == tr("hand-take")
    check_limits(page)


@pytest.mark.parametrize("game", ["tezuma-trick", "tezumashi"])
def test_tab_with_many_sentences_leaves_the_picture_to_the_other_tabs(game: str) -> None:
    table = human_to_act(Game.games[game])
    tabs = [one.tab for one in actions(hand_of(table)) if isinstance(one, ShowTab)]
    pages = [hand_of(table, Asked(tab=tab)) for tab in tabs]
    assert [len(page.drawings) for page in pages] == [1, 1, 0]
    assert sum(isinstance(part, Section) for part in pages[2].parts) > 3


@every_locale
def test_ability_is_picked_in_the_draft_and_used_in_play(locale: str) -> None:
    table = human_to_act(TEZUMA)
    game: Any = game_at(table)
    game.pains[0], game.bids[0] = 0, 1
    tr = table_translation(table, locale)
    buttons = [part.beside for part in hand_of(table, locale=locale).parts if isinstance(part, Section)]
    assert {str(one["label"]) for one in buttons if isinstance(one, dict)} == {tr("hand-take")}
    assert tr("hand-choose") == {"en-US": "Use", "ja": "使う"}[locale]


@pytest.mark.parametrize(("number", "usable"), [(EGG, False), (SAND, True)])
def test_ability_that_cannot_be_used_now_has_a_grey_button_and_no_sentence(number: int, usable: bool) -> None:
    table = in_phase(TEZUMA, "lead")
    game: Any = game_at(table)
    game.abilities[0] = game.armed[0] = number
    game.uses[0] = 1
    page = hand_of(table)
    [choice] = [one for one in game.choices(0) if one.token == ABILITIES[number].id]
    assert (choice.reason is None) == usable
    name, effect = ABILITIES[number].name, EFFECTS[ABILITIES[number].id]()
    about = ABILITY_RULE(ability=USES_LEFT(ability=name, uses=1), effect=effect)
    assert (table_translation(table, "en-US")("hand-about", about=about) in page.text.splitlines()) == usable
    [style] = [one["style"] for one in chosen(page) if one["custom_id"].split(":")[3] == choice.token]
    assert style == (3 if usable else 2)

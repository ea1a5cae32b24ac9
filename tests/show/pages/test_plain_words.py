"""Hands in plain words: nothing is told by a picture, an emoji or a grey button alone, and Discord's limits hold."""

import re
from collections.abc import Iterator
from random import Random

import pytest

from engine.game import Game
from engine.text import CARD
from locales import Translation
from show.actions.decision_actions import AtTable, Choose, LookUp
from show.pages.game.hand import Asked, hand_page, round_page
from show.pages.game.hand.choice_buttons import MOST_COMPONENTS
from show.pages.game.hand.lookups import DETAILS, RULES, SCORES, SILLY, TRICK
from show.text.page import Page, Picture
from show.text.seat_names import table_translation
from tests.engine.kit.cases import Case, few_cases, walk
from tests.samples import SOAK
from tests.show.basics import SCHOTEN, every_game, every_locale
from tests.show.page_content import actions, check_limits, clickable
from tests.show.pages.test_worst_hands import EMOJIS, LIMITS, NUMBER, SIGNS, looked_at, measured, seated, ways
from tests.show.tables import a_table, game_at, hand_of, in_phase

EVERY = 3 if SOAK else 31
"""The number of moves between two checks."""
PLAIN = Asked(plain=True, hints=True)
LOOKS = (TRICK, DETAILS, SCORES, RULES, SILLY)
SIGN = re.compile(r"<:\w+:\d+>|■")
"""An emoji of the application, or a sign that stands for a card."""


def hands(game: Game, locale: str) -> Iterator[tuple[int, Asked, Page]]:
    """Yield (seat, request, page) for the hand of each seat in plain words, in each tab and at each step of a move."""
    table = seated(game)
    tr = table_translation(table, locale, SIGNS)
    for seat in range(game.seats):
        tabs = {kind.key for one in game.choices(seat) if (kind := game.tab(one.token)) is not None}
        refused = next((one.reason for one in game.choices(seat) if one.reason is not None), None)
        rules = type(game).coaching(game.view(seat))
        asked = [Asked(plain=True, hints=True, note=refused), *(Asked(plain=True, hints=True, tab=tab) for tab in tabs)]
        asked += [Asked(path, plain=True, coaching=rules[0] if rules else None) for path in ways(game, seat)]
        for one in asked:
            yield seat, one, hand_page(table, game, seat, tr, one)


def others(game: Game, locale: str) -> Iterator[Page]:
    """Yield the pages that can replace a hand."""
    table = seated(game)
    tr = table_translation(table, locale, SIGNS)
    for look in [
        *(LookUp(AtTable(NUMBER), what) for what in LOOKS),
        *(LookUp(AtTable(NUMBER), RULES, page) for page in range(10)),
    ]:
        yield hand_page(table, game, 0, tr, Asked(looking=look, plain=True))
    if game.rounds and not game.over:
        yield from (round_page(table, game, seat, tr, plain=True) for seat in range(game.seats))


def pictures(page: Page) -> list[Picture]:
    return [part for part in page.parts if isinstance(part, Picture)]


@few_cases
@pytest.mark.slow
def test_plain_words_of_random_games_are_within_every_limit(case: Case) -> None:
    locales = ("en-US", "ja") if SOAK else (Random(str(case)).choice(("en-US", "ja")),)
    for locale in locales:
        for game in looked_at(case, 0, EVERY):
            pages = [page for _, _, page in hands(game, locale)]
            replacing = [*others(game, locale)] if game.over or not game.history or game.rounds else []
            for page in (*pages, *replacing):
                check_limits(page, EMOJIS)
                assert pictures(page) == []
                limits = {what: most for what, most in LIMITS.items() if what in measured(page)}
                assert {what: much for what, much in measured(page).items() if much > limits[what]} == {}
            for page in pages:
                assert SIGN.search(page.text) is None, page.text
                assert not [one for one in clickable(page) if one.get("emoji", {}).get("id")]


@few_cases
@pytest.mark.slow
def test_buttons_are_the_allowed_choices_and_the_text_names_all(case: Case) -> None:
    for locale in ("en-US", "ja"):
        for game in looked_at(case, 1, EVERY):
            for seat, asked, page in hands(game, locale):
                tr = table_translation(seated(game), locale, SIGNS).in_words()
                offered = [one.path for one in actions(page) if isinstance(one, Choose) and not one.sure]
                choices = game.choices(seat, asked.path)
                free = {(*asked.path, one.token) for one in choices if one.reason is None}
                chosen = {path for path in offered if len(path) > len(asked.path)}
                kinds = {one.token: game.tab(one.token) for one in choices}
                if len({*kinds.values()}) < 2:
                    assert chosen == free or len(free) > MOST_COMPONENTS - 10, "a long list has no buttons"
                    assert [one for one in choices if tr.text(one.label) not in page.text] == []
                else:
                    assert chosen <= free
                named = {one["label"] for one in clickable(page) if one.get("custom_id", "").startswith("choose")}
                cards = [one for one in choices if one.reason is None and one.label.key == CARD.key]
                assert [one for one in cards if not any(tr.text(one.label) in label for label in named)] == []


@pytest.mark.drawn(1)
@every_locale
@every_game
def test_state_of_the_picture_stands_in_the_text(game: str, locale: str) -> None:
    table = a_table(Game.games[game], 4)
    for step, position in enumerate(walk_of(table.kind)):
        if step % 9 == 0 and not position.over:
            view = position.view(0)
            tr = table_translation(table, locale).in_words()
            text = hand_page(table, position, 0, table_translation(table, locale), PLAIN).text
            said = [*view["table"], *view["by_seat"][0]]
            words = [tr.text(line).replace("■", tr("plain-face-down")) for line in said]
            assert [one for one in words if one not in text] == []
            assert [code for code in view["hand"] if tr.card(code) not in text] == []
            assert [seat for seat in range(4) if tr.seat(seat) not in text] == []


def walk_of(kind: type[Game]) -> Iterator[Game]:
    return walk(Case(kind, 4, {}), 3)


def test_playable_cards_are_listed_and_the_others_with_the_reason() -> None:
    table = in_phase(SCHOTEN, "trick")
    game = game_at(table)
    while len({one.reason is None for one in game.choices(0)}) < 2:
        seat = game.to_act[0]
        game.play(seat, game.legal_moves(seat)[0])
    tr = Translation("en", game=SCHOTEN).in_words()
    free, grey = (
        [tr.text(one.label) for one in game.choices(0) if (one.reason is None) == allowed] for allowed in (True, False)
    )
    text = hand_of(table, PLAIN).text
    assert f"You can play: {', '.join(free)}" in text.splitlines()
    assert f"Not now: {', '.join(grey)}. You must follow" in text


@every_game
def test_hand_of_others_is_the_same_as_before(game: str) -> None:
    """Check that the pages of people who do not use plain words still have pictures and grey buttons."""
    page = hand_of(a_table(Game.games[game], 4))
    assert pictures(page)


@every_game
def test_kind_that_is_shown_is_said_in_its_tab(game: str) -> None:
    table = a_table(Game.games[game], 4)
    seat = game_at(table).to_act[0]
    kinds = {kind.key: kind for one in game_at(table).choices(seat) if (kind := game_at(table).tab(one.token))}
    for key, kind in kinds.items():
        page = hand_of(table, Asked(plain=True, tab=key), seat=seat)
        tr = Translation("en", game=table.kind)
        label = tr.in_words().label(kind)[0]
        assert [one["label"] for one in clickable(page) if "(shown)" in one.get("label", "")] == [f"{label} (shown)"]

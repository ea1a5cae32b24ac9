"""The emojis that pages use."""

import json
import re
from collections.abc import Set as AbstractSet

import pytest

import pictures
from engine.game import Game
from engine.games.tezuma import TezumaTrick
from pictures.faces import FACES
from show.desired import PageInputs
from show.pages.game.hand import Asked, hand_page
from show.pages.game.table import table_page
from show.text.emojis import EmojiSet, plainly
from show.text.page import Page
from show.text.seat_names import table_translation
from tests.show.basics import HOME, SAIZEN, TEZUMA
from tests.show.page_content import clickable, components_of, parts
from tests.show.tables import a_table, game_at

NAMES = frozenset(pictures.emojis())
"""The names of all application emojis."""


def uploaded(names: AbstractSet[str] | None = None) -> EmojiSet:
    """Return an emoji set with the application emojis of these names; without `names`, with all of them."""
    emojis = EmojiSet()
    for number, name in enumerate(sorted(NAMES if names is None else names)):
        emojis[name] = f"<:{name}:{number + 10**17}>"
    return emojis


def test_emoji_names_are_words_that_can_be_spoken() -> None:
    assert {"black", "spades", "butterfly", "joker", "seat_3", "paper_egg", "must_win"} <= NAMES
    assert not [name for name in NAMES if re.search(r"[0-9A-Z]", name) and not name.startswith("seat_")]


def test_suits_with_one_name_in_two_games_have_one_drawing() -> None:
    drawings: dict[str, set[str]] = {}
    for game, face in FACES.items():
        for letter, name in Game.games[game].suit_emojis().items():
            if letter in face.paints.theme.suits:
                drawings.setdefault(name, set()).add(face.paints.theme.suits[letter])
    assert {name: found for name, found in drawings.items() if len(found) > 1} == {}


def test_game_without_drawings_has_no_emojis(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check that another game's emojis are not used for suits of the same name, because they look different."""
    assert uploaded().of(SAIZEN)
    monkeypatch.delitem(FACES, SAIZEN.id)
    assert uploaded({"spades", "hearts", "diamonds", "clubs", *SAIZEN.emoji_names.values()}).of(SAIZEN) == {}


def test_every_uploaded_emoji_is_used() -> None:
    used = {text.split(":")[1] for kind in Game.games.values() for text in uploaded().of(kind).values()}
    assert used == NAMES


@pytest.mark.parametrize("game", sorted(Game.games))
def test_game_without_one_of_its_emojis_uses_plain_symbols(game: str) -> None:
    kind = Game.games[game]
    for name in [kind.suit_emojis()[suit.letter] for suit in kind.suits] + list(kind.emoji_names.values()):
        assert uploaded(NAMES - {name}).of(kind) == {}


@pytest.mark.parametrize("game", ["tezuma-trick", "tezumashi"])
def test_ability_has_its_emoji_in_texts(game: str) -> None:
    table = a_table(Game.games[game], 4)
    game_at(table).to_act = (0,)
    tab = next(
        tab for one in game_at(table).choices(0) if "ability" in one.token and (tab := game_at(table).tab(one.token))
    )
    page = hand_page(table, game_at(table), 0, table_translation(table, "en-US", uploaded()), Asked(tab=tab.key))
    taken = [button for button in clickable(page) if button["custom_id"].startswith("choose:")]
    assert taken
    for button in taken:
        name = button["custom_id"].split(":")[3].removeprefix("ability-").replace("-", "_")
        assert f"<:{name}:" in page.text
        assert "<" not in button["label"]


@pytest.mark.parametrize("game", sorted(Game.games))
def test_seat_has_the_number_of_its_picture(game: str) -> None:
    table = a_table(Game.games[game], 4)
    view = game_at(table).view(None)
    drawn = table_page(table, view, table_translation(table, "ja", uploaded())).text
    plain = table_page(table, view, table_translation(table, "ja")).text
    for seat in range(1, 5):
        assert f"<:seat_{seat}:" in drawn
        assert f"`{seat}`" in plain


@pytest.mark.parametrize("game", sorted(Game.games))
def test_new_art_and_nothing_else_changes_the_fingerprint(game: str) -> None:
    kind, every = Game.games[game], uploaded()
    table = a_table(kind)

    def fingerprint(emojis: EmojiSet) -> str:
        return PageInputs("en-US", emojis, HOME).fingerprint(table)

    before = fingerprint(every)
    assert fingerprint(uploaded()) == before
    assert fingerprint(uploaded(set())) != before
    every[kind.suit_emojis()[kind.suits[0].letter]] = "<:drawn_anew:1>"
    assert fingerprint(every) != before


@pytest.mark.parametrize("game", sorted(Game.games))
def test_page_without_emojis_still_names_every_card(game: str) -> None:
    table = a_table(Game.games[game], 4)
    game_at(table).to_act = (0,)
    drawn = hand_page(table, game_at(table), 0, table_translation(table, "en-US", uploaded()), Asked())
    plain = hand_page(table, game_at(table), 0, table_translation(table, "en-US"), Asked())
    without = plainly(components_of(drawn), "en")
    assert "<:" not in json.dumps(without)
    assert list(parts(without, "emoji")) == list(parts(components_of(plain), "emoji"))


def test_seat_without_an_emoji_is_a_number() -> None:
    assert plainly({"content": "<:seat_2:5> **Ben**"}, "en") == {"content": "`2` **Ben**"}


@pytest.mark.parametrize(("locale", "name"), [("en-US", "Paper Egg"), ("ja", "紙卵")])
def test_ability_without_an_emoji_is_named_once(locale: str, name: str) -> None:
    egg = uploaded()["paper_egg"]
    table = a_table(TEZUMA, 4)
    tr = table_translation(table, locale, uploaded())
    paper_egg = TezumaTrick.played_cards(TezumaTrick.parse("defer with paper-egg")).text
    page = Page((f"{tr.briefly().text(paper_egg)} | {tr.text(paper_egg)}",), language=tr.language)
    assert page.text.count(egg) == 2
    assert list(parts(plainly(components_of(page), page.language), "content")) == [f"{name} | {name}"]


@pytest.mark.parametrize("locale", ["en-US", "ja"])
def test_pages_with_a_short_trick_know_their_language(locale: str) -> None:
    table = a_table(TEZUMA, 4)
    tr = table_translation(table, locale, uploaded())
    pages = table_page(table, game_at(table).view(None), tr), hand_page(table, game_at(table), 0, tr, Asked())
    assert [page.language for page in pages] == [tr.language] * 2

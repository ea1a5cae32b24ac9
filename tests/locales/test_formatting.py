"""Every message can be formatted with any number, and the text has no unfilled placeholder."""

import re
from itertools import product

import pytest

from engine.cards import Suit
from engine.game import Game
from engine.text import SEAT, Arg, Phrase, Text, card_text, seat_text
from locales import LANGUAGES, Translation, formats, language_of
from tests.locales.messages import ALLOWED, fields, messages, phrases

TOY = Phrase("test-toy", "{seat} turns {cards}, then {count} of {suit}")
TOY_LINE = Phrase("test-toy-line", "{cards} for {bid}")
TOY_COUNTS = "🌰\u20601 🌰\u20602"
TOY_SUIT = Phrase("test-toy-suit", "acorns")


class ToyGame:
    id = "toy"
    suits = (Suit("A", TOY_SUIT(), "🌰"),)


def samples(language: str, key: str) -> list[str]:
    """Return the texts of a message, with several numbers for each argument that selects a variant."""
    message = messages(language)[key]
    shown: dict[str, Arg] = dict.fromkeys(message.shown - message.choosing, "※")
    choosing = sorted(message.choosing)
    numbers = product((0, 1, 2, 3, 4, 5, 6, 21), repeat=len(choosing))
    return [Translation(language)(key, **shown, **dict(zip(choosing, values, strict=True))) for values in numbers]


OF_THE_READER = {"my-day-title", "leaderboard-about-season", "zone-place-about", "notices-no-zone"}
"""Messages with a time of day by the reader's own clock or expressly by UTC, and those that look so."""
MOMENTS = {"at", "opens", "closes", "starts", "until"}
"""Arguments that are times in unix seconds."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_times_in_messages_are_timestamps_which_discord_shows_by_each_readers_clock(language: str) -> None:
    bare = re.compile(r"\b\d{1,2}:\d\d\b|UTC|\d時(?!間)")
    texts = {key: " ".join(samples(language, key)) for key in messages(language)}
    assert {key for key, said in texts.items() if bare.search(said)} <= OF_THE_READER
    for key, message in messages(language).items():
        given = {name: "1234567890" if name in MOMENTS else 1 for name in (*message.shown, *message.choosing)}
        said = Translation(language)(key, **given)
        assert said.count("<t:1234567890:") == said.count("1234567890"), key


@pytest.mark.drawn(1)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_can_be_formatted(language: str) -> None:
    every = [(key, said) for key in messages(language) for said in samples(language, key)]
    assert not [key for key, said in every if not said.strip() or set(said) & set("{}")]


def test_japanese_message_is_japanese() -> None:
    every = [said for key in messages("ja") for said in samples("ja", key)]
    latin = [said for said in every if re.search("[A-Za-z]{2,}", ALLOWED.sub("", said))]
    assert not latin, "translate it, or let ALLOWED in tests/locales/messages.py name it"


@pytest.mark.drawn(1)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_message_names_a_file_of_the_repository_or_a_program(language: str) -> None:
    every = [said for key in messages(language) for said in samples(language, key)]
    every += [phrase.english for phrase in Phrase.all.values()]
    assert not [said for said in every if re.search(r"\.(?:html|md|py|json)\b|python", said)]


def test_names_and_typed_texts_of_any_length_are_formatted_and_not_cached() -> None:
    def say(name: str) -> str:
        return Translation("en")("trick-play", who=name, card=f"<{name}>")

    say("first")
    before = formats._format.cache_info().currsize
    for number in range(50):
        name = f"{number}\ue100\ue101{{ $card }}" * 400
        assert say(name) == f"{name}\u00a0\u2060<{name}>"
    assert formats._format.cache_info().currsize == before


@pytest.mark.drawn(1)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_phrase_can_be_formatted(language: str) -> None:
    for said in phrases():
        args: dict[str, Arg] = dict.fromkeys(fields(said.key), 3)
        assert Translation(language).text(Text(said.key, args))


@pytest.mark.parametrize("language", LANGUAGES)
def test_reason_of_a_won_trick_has_no_brackets_because_pages_put_it_in_brackets(language: str) -> None:
    reasons = {said.key for said in phrases() if "-why-" in said.key}
    assert len(reasons) > 20
    said = {key: Translation(language)(key, **dict.fromkeys(fields(key), 5)) for key in reasons}
    assert {key: text for key, text in said.items() if re.search("[()（）]", text)} == {}


@pytest.mark.parametrize(
    ("key", "noun", "number"),
    [("tricks-won", "trick", "count"), ("cards-in-hand", "card", "count"), ("lobby-start", "computer", "free")],
)
def test_english_distinguishes_singular_and_plural(key: str, noun: str, number: str) -> None:
    one, two = (f"{Translation('en')(key, **{number: count})} " for count in (1, 2))
    assert f" {noun} " in one
    assert f" {noun}s " in two


@pytest.mark.parametrize(("game", "word"), [("tezumashi", "ディール"), ("tezuma-trick", "ラウンド")])
def test_things_have_the_words_of_the_current_game(game: str, word: str) -> None:
    assert word in Translation("ja", game=Game.games[game])("sheet-round", round=1)


@pytest.mark.parametrize(("name", "said"), [("Aki", "次は Aki（"), ("松", "次は松（"), ("席4", "次は席4（")])
def test_space_separates_a_latin_name_from_japanese_but_not_a_japanese_name(name: str, said: str) -> None:
    translation = Translation("ja", seat_name=lambda _seat: name)
    text = translation.text(Phrase.all["square-to-left"](seat=SEAT(seat=0), last=SEAT(seat=0), slot=1))
    assert text.startswith(said)
    assert text.endswith(f"{name.replace('Aki', 'Aki ')}の左隣）")
    assert translation("hand-thinking", who="山田 太郎") == "**山田 太郎が考えています**"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["iroha", "iPhone", "ßetty"])
def test_name_at_the_start_of_a_sentence_keeps_its_spelling(language: str, name: str) -> None:
    translation, won = Translation(language, seat_name=lambda _seat: name), Phrase.all["trick-won"](seat=SEAT(seat=2))
    for text in (won, Phrase.all["line"](parts=(won, won)), SEAT(seat=2)):
        assert translation.sentence(text).startswith(name)
        assert translation.briefly().sentence(text).startswith(name)


def test_sentence_that_does_not_start_with_a_name_starts_with_a_capital() -> None:
    translation, won = Translation("en", seat_name=lambda _seat: "iroha"), Phrase.all["trick-won"](seat=SEAT(seat=2))
    red = Game.games["scharfe-schoten"].suits[0].name
    assert translation.sentence(Phrase.all["saizen-led-suit"](suit=red)) == "Red led"
    assert translation.sentence(Phrase.all["line"](parts=(red, won))).startswith("Red")
    assert translation.sentence(Phrase.all["tezuma-returned"](card=red, seat=SEAT(seat=2))).startswith("Red goes back")
    for numbered in (translation.aside(), translation.aside().briefly(), Translation("en")):
        assert numbered.sentence(won) == "Seat 3 wins the trick"


def test_lists_are_joined_as_in_the_language() -> None:
    assert Translation("en").listed(["a", "b"]) == "a, b"
    assert Translation("ja").listed(["梅", "松"]) == "梅、松"


def test_computer_players_have_names_of_the_language() -> None:
    names = [[Translation(language)("computer-name", name=seat) for seat in range(1, 7)] for language in ("en", "ja")]
    assert all(len(set(some)) == 6 for some in names)
    assert names[0][0].endswith("Ume")
    assert names[1][0].endswith("梅")


@pytest.mark.parametrize(("locale", "language"), [("ja", "ja"), ("en-US", "en"), ("en-GB", "en"), ("de", "en")])
def test_locale_without_messages_falls_back_to_english(locale: str, language: str) -> None:
    assert language_of(locale) == language


@pytest.mark.parametrize("language", LANGUAGES)
def test_untranslated_game_falls_back_to_english(language: str) -> None:
    translation = Translation(language, game=ToyGame, seat_name=lambda seat: f"S{seat}")  # type: ignore[arg-type]  # a toy
    text = TOY(seat=seat_text(2), cards=(card_text("A1"), card_text("A2")), count=2, suit=TOY_SUIT())
    assert translation.text(text) == "S2 turns 🌰\u20601 🌰\u20602, then 2 of 🌰\u2060\u00a0acorns"


def test_line_may_break_between_cards_but_not_between_a_symbol_and_its_word() -> None:
    translation = Translation("en", game=Game.games["scharfe-schoten"])
    suit = Game.games["scharfe-schoten"].suits[0]
    assert translation.card("R12") == f"{suit.symbol}\u206012"
    assert translation.text(suit.name) == f"{suit.symbol}\u2060\u00a0red"
    toy = Translation("en", game=ToyGame)  # type: ignore[arg-type]  # a toy
    assert TOY_COUNTS in toy("test-toy-line", cards=(card_text("A1"), card_text("A2")), bid="4:8")
    assert Translation("en").text(TOY_LINE(cards=(), bid="4:8 5:5")).endswith("4:8\u00a05:5")
    assert Translation("en")("test-toy-line", cards=(), bid="a whole sentence").endswith("a whole sentence")


def test_button_starts_with_a_capital_and_has_its_emoji_separate() -> None:
    kind = Game.games["scharfe-schoten"]
    assert Translation("en", game=kind).label(kind.suits[0].name) == ("Red", kind.suits[0].symbol)


def test_language_without_its_own_messages_is_english() -> None:
    assert Translation("de")("lobby-join") == "Join"


def test_joker_is_drawn_as_one_but_a_suit_with_its_letter_is_not() -> None:
    saizen, square = (Translation("ja", game=Game.games[name]) for name in ("saizen", "tennos-square"))
    assert saizen.card("X2") == "🃏\u20602"
    assert square.card("X2") == "✖️\u20602"


def test_emoji_on_a_page_is_not_separated_from_its_number() -> None:
    translation = Translation("en", game=Game.games["scharfe-schoten"], emojis={"R": "<:red:1>"})
    assert translation.drawn("🌶️9 and 🌶️ 6, 🌶️ red") == "<:red:1>\u20609 and <:red:1>\u2060\u00a06, <:red:1> red"


def test_text_without_word_joiners_has_none_in_its_short_form_either() -> None:
    aside = Translation("en", game=Game.games["scharfe-schoten"]).aside()
    spoken = {one.card("R12") for one in (aside, aside.briefly(), aside.plainly(), aside.sparingly())}
    assert spoken == {"🌶️12"}


def test_cache_of_texts_is_separate_for_each_language_game_and_emoji_set() -> None:
    games = [None, Game.games["scharfe-schoten"], Game.games["tezumashi"]]
    texts = [suit.name for game in games if game for suit in game.suits]
    texts += [SEAT(seat=1), Phrase.all["tricks-won"](count=1), Phrase.all["tricks-won"](count=2), card_text("R1")]
    for text, language, game, signed in product(texts, LANGUAGES, games, (True, False)):
        numbers = {1: Translation(language)("seat-number", seat=2)}
        anew = Translation(language, game=game, seat_name=numbers.__getitem__, signed=signed, bound=False)
        aside = Translation(language, game=game, seat_name=lambda _: "Aki").aside(signed=signed)
        assert aside.text(text) == aside.text(text) == anew.text(text)

"""Every language has the same messages with the same arguments."""

import re
from functools import cache

import pytest
from fluent.syntax import ast as ftl

from engine.text import Phrase
from locales import FALLBACK, LANGUAGES
from tests.locales.messages import Message, Said, entries, fields, files, messages, phrases

OTHERS = [language for language in LANGUAGES if language != FALLBACK]


@cache
def english() -> dict[str, Message]:
    """Return the English messages."""
    return messages(FALLBACK)


@cache
def phrase_keys() -> set[str]:
    """Return the keys of all phrases."""
    return {said.key for said in phrases()}


def test_japanese_exists() -> None:
    assert "ja" in OTHERS


@pytest.mark.drawn(1)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_file_is_parsed_completely(language: str) -> None:
    junk = {
        path.name: entry.content for path in files(language) for entry in entries(path) if isinstance(entry, ftl.Junk)
    }
    assert not junk


@pytest.mark.drawn(1)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_key_exists_twice(language: str) -> None:
    keys = [entry.id.name for path in files(language) for entry in entries(path) if isinstance(entry, ftl.Message)]
    assert sorted(set(keys)) == sorted(keys)


def test_key_is_either_an_english_message_or_a_phrase() -> None:
    assert not english().keys() & phrase_keys()


@pytest.mark.parametrize("language", OTHERS)
def test_every_language_has_exactly_the_messages_of_english(language: str) -> None:
    expected, found = phrase_keys() | english().keys(), messages(language).keys()
    assert (expected - found, found - expected) == (set(), set())


@pytest.mark.parametrize("language", LANGUAGES)
def test_translated_phrase_uses_all_of_its_arguments_and_no_others(language: str) -> None:
    wrong = {
        key: sorted(message.shown | message.choosing)
        for key, message in messages(language).items()
        if key in phrase_keys() and message.shown | message.choosing != fields(key)
    }
    assert not wrong


@pytest.mark.parametrize("language", OTHERS)
def test_translated_message_uses_the_variables_of_the_english_one(language: str) -> None:
    """Compare the variables. A variable that only selects the English plural may be missing: Japanese has no plural."""
    found = messages(language)
    wrong = [
        key
        for key in english().keys() & found.keys()
        if not english()[key].shown <= (mine := found[key].shown | found[key].choosing)
        or not mine <= english()[key].shown | english()[key].choosing
    ]
    assert not wrong


def test_english_calls_no_round_a_deal() -> None:
    texts = [Phrase.all[key].english for key in phrase_keys()]
    assert [text for text in texts if re.search(r"\b(the|finished) deals?\b", text)] == []


@pytest.mark.parametrize("language", OTHERS)
def test_phrase_is_translated_in_the_file_of_its_game_or_package(language: str) -> None:
    found = messages(language)
    astray = [said.key for said in phrases() if found[said.key].file.stem != room(said)]
    assert not astray


def room(said: Said) -> str:
    """Return the name of the translation file to which a phrase belongs: that of its game, or else of its package."""
    first, *rest = said.module.parts
    return rest[1].replace("_", "-") if rest[0] == "games" else first

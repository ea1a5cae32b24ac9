"""The slash commands as Discord lists them, in every language."""

import json
from typing import Any, get_args

import discord
import pytest
from discord import app_commands

import cogs.client  # noqa: F401  loads every cog's module
from cogs.interactions.command_translator import CommandTranslator, localized
from cogs.interactions.router import Handlers
from engine.contract.game_info import Weight
from engine.game import Game
from locales import FALLBACK, Translation

LONGEST = 100
"""The greatest number of characters of a description that Discord accepts."""


def listed() -> list[app_commands.Command[Any, ..., Any]]:
    """Return every slash command of the bot."""
    return [
        command
        for cog in Handlers.__subclasses__()
        for command in cog.__cog_app_commands__
        if isinstance(command, app_commands.Command)
    ]


@pytest.fixture(name="payload")
async def _payload() -> list[dict[str, Any]]:
    tree = app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))
    return [await command.get_translated_payload(tree, CommandTranslator()) for command in listed()]


def described_things(payload: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the commands and their options."""
    return [*payload, *(option for command in payload for option in command.get("options", ()))]


async def test_every_command_and_option_has_a_japanese_description(payload: list[dict[str, Any]]) -> None:
    missing = [thing["name"] for thing in described_things(payload) if "ja" not in thing["description_localizations"]]
    assert len(payload) >= 6
    assert not missing


async def test_descriptions_fit(payload: list[dict[str, Any]]) -> None:
    texts = [
        text
        for thing in described_things(payload)
        for text in (thing["description"], *thing["description_localizations"].values())
    ]
    assert [text for text in texts if not 1 <= len(text) <= LONGEST] == []


async def test_choices_of_a_game_carry_a_pitch_and_a_weight_easiest_first(payload: list[dict[str, Any]]) -> None:
    weights: dict[str, str] = {}
    command = next(one for one in payload if one["name"] == "rules")
    choices = next(option["choices"] for option in command["options"] if option["name"] == "game")
    kinds = [Game.games[choice["value"]] for choice in choices]
    assert sorted(Game.games) == sorted(kind.id for kind in kinds)
    order = [get_args(Weight).index(kind.weight) for kind in kinds]
    assert order == sorted(order)
    for choice, kind in zip(choices, kinds, strict=True):
        for language, name in (("en", choice["name"]), ("ja", choice["name_localizations"]["ja"])):
            tr = Translation(language)
            assert name.startswith(f"{tr.text(kind.title)} · {tr.text(kind.short_pitch)} · ")
            assert str(kind.minutes) in name
            assert len(name) <= LONGEST
            last = name.rpartition(" · ")[2].replace(str(kind.minutes), "")
            assert weights.setdefault(f"{kind.weight} {language}", last) == last
    assert len(set(weights.values())) == len(weights), "each weight has a word of its own"


async def test_leaderboard_lists_the_games_by_their_titles(payload: list[dict[str, Any]]) -> None:
    board = next(one for one in payload if one["name"] == "leaderboard")
    (games,) = [option["choices"] for option in board["options"] if option["name"] == "game"]
    assert {one["name"] for one in games} == {Translation("en").text(game.title) for game in Game.games.values()}


async def test_names_are_the_same_in_every_language(payload: list[dict[str, Any]]) -> None:
    assert not any(thing.get("name_localizations") for thing in described_things(payload))


async def test_registered_payload_can_be_compared(payload: list[dict[str, Any]]) -> None:
    assert Translation("ja")("command-play") in json.dumps(payload, sort_keys=True, ensure_ascii=False)


def test_english_description_is_the_message() -> None:
    assert localized("command-play").message == Translation(FALLBACK)("command-play")

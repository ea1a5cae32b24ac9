"""Answers that arrive out of order leave no outdated message."""

from __future__ import annotations

import asyncio
from random import Random

import pytest

from host.tables.table import Person
from show.discord_port import Outcome
from show.text.page import Page
from tests.show.bot_run import NetworkError
from tests.show.fake_discord import Click, FakeAsker, FakePort, Message, Private
from tests.show.world import CHANNELS, PEOPLE, REST, World
from tests.virtual_time import in_virtual_time

pytestmark = pytest.mark.usefixtures("stub_pages")


def slowed(patch: pytest.MonkeyPatch, what: type, method: str, *delays: float) -> None:
    """Delay the first calls of a method by these seconds each."""
    waiting, plain = list(delays), getattr(what, method)

    async def slow(self: object, *args: object) -> object:
        await asyncio.sleep(waiting.pop(0) if waiting else 0.0)
        return await plain(self, *args)

    patch.setattr(what, method, slow)


async def opened(seats: int) -> World:
    """Return a world with a lobby and one person in it."""
    world = World(Random(0))
    await world.start_bot()
    await world.open(CHANNELS[0], PEOPLE[0], seats)
    return world


async def soon_after_a_join(
    world: World, monkeypatch: pytest.MonkeyPatch, user: int, what: str, seconds: float
) -> Message:
    """Let somebody click while a join is answered, which takes some seconds, and return the lobby after both."""
    (lobby,) = world.discord.messages.values()
    slowed(monkeypatch, Click, "repaint", seconds)
    world.spawn(world.click_lobby(lobby, PEOPLE[1], "join"))
    await asyncio.sleep(0.02)
    world.spawn(world.click_lobby(lobby, user, what))
    await asyncio.sleep(REST + seconds)
    return lobby


@pytest.mark.parametrize("seconds", [0.1, 0.3, 0.5, 0.8, 5.0])
def test_two_joins_are_both_shown_if_the_first_is_answered_last(
    monkeypatch: pytest.MonkeyPatch, seconds: float
) -> None:
    @in_virtual_time
    async def joined() -> None:
        world = await opened(3)
        await soon_after_a_join(world, monkeypatch, PEOPLE[2], "join", seconds)
        assert world.message_texts() == [f"lobby 1 lobby {PEOPLE[0]}-{PEOPLE[1]}-{PEOPLE[2]} "]

    joined()


@pytest.mark.parametrize("seconds", [0.5, 2.0, 9.0])
def test_lobby_that_answers_a_click_is_not_edited_as_well(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    edits: list[str] = []
    plain = FakePort.edit

    async def noted(self: FakePort, channel_id: int, message_id: int, page: Page) -> Outcome:
        edits.append(page.text)
        return await plain(self, channel_id, message_id, page)

    @in_virtual_time
    async def joined() -> None:
        world = await opened(3)
        (lobby,) = world.discord.messages.values()
        await asyncio.sleep(REST)
        slowed(monkeypatch, Click, "repaint", seconds)
        monkeypatch.setattr(FakePort, "edit", noted)
        world.spawn(world.click_lobby(lobby, PEOPLE[1], "join"))
        await asyncio.sleep(REST + seconds)
        assert world.message_texts() == [f"lobby 1 lobby {PEOPLE[0]}-{PEOPLE[1]}-free "]
        assert edits == []

    joined()


@pytest.mark.parametrize("seconds", [0.1, 0.5, 2.0, 9.0])
def test_game_that_starts_while_a_join_is_answered_leaves_no_joinable_lobby(
    monkeypatch: pytest.MonkeyPatch, seconds: float
) -> None:
    @in_virtual_time
    async def started() -> None:
        world = await opened(2)
        lobby = await soon_after_a_join(world, monkeypatch, PEOPLE[0], "start", seconds)
        assert lobby.text.startswith("lobby 1 begun")

    started()


def test_answer_with_unknown_outcome_leaves_no_outdated_lobby(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plain = Click._repainted

    async def failing(self: Click, page: Page) -> None:
        await asyncio.sleep(3.0)
        plain(self, page)
        raise NetworkError

    @in_virtual_time
    async def left() -> None:
        world = await opened(3)
        (lobby,) = world.discord.messages.values()
        with monkeypatch.context() as patch:
            patch.setattr(Click, "repaint", failing)
            world.spawn(world.click_lobby(lobby, PEOPLE[1], "join"))
            await asyncio.sleep(0.02)
        world.spawn(world.click_lobby(lobby, PEOPLE[2], "join"))
        await asyncio.sleep(2 * REST)
        assert world.message_texts() == [f"lobby 1 lobby {PEOPLE[0]}-{PEOPLE[1]}-{PEOPLE[2]} "]

    left()


def test_answer_with_unknown_outcome_is_not_taken_for_the_previous_content(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plain = Click._repainted

    async def failing(self: Click, page: Page) -> None:
        plain(self, page)
        raise NetworkError

    @in_virtual_time
    async def left() -> None:
        world = await opened(3)
        (lobby,) = world.discord.messages.values()
        await world.click_lobby(lobby, PEOPLE[1], "join")
        await asyncio.sleep(1.0)
        monkeypatch.setattr(Click, "repaint", failing)
        world.spawn(world.click_lobby(lobby, PEOPLE[2], "join"))
        await asyncio.sleep(0.1)
        assert str(PEOPLE[2]) in lobby.text
        await world.services.lobby.leave(1, Person(PEOPLE[2]))
        await asyncio.sleep(REST)
        assert world.message_texts() == [f"lobby 1 lobby {PEOPLE[0]}-{PEOPLE[1]}-free "]

    left()


@pytest.mark.parametrize("seconds", [0.1, 0.5, 2.0])
def test_panel_shows_the_second_choice_if_the_first_is_answered_later(
    monkeypatch: pytest.MonkeyPatch, seconds: float
) -> None:
    @in_virtual_time
    async def chosen() -> None:
        world = World(Random(0))
        await world.begin_game()
        slowed(monkeypatch, FakeAsker, "answer", seconds)
        panel = world.panels[1, PEOPLE[0]] = Private()
        world.spawn(world.use_hand(1, PEOPLE[0], "all", fresh=False))
        await asyncio.sleep(0.02)
        world.spawn(world.use_hand(1, PEOPLE[0], "next", fresh=False))
        await asyncio.sleep(REST + seconds)
        assert panel.text == "hand 1 0 2 False False"

    chosen()


def test_failed_click_does_not_suppress_a_push(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def failing(*_: object) -> None:
        await asyncio.sleep(5.0)
        raise NetworkError

    @in_virtual_time
    async def pushed() -> None:
        world = World(Random(0))
        table = await world.begin_game()
        with monkeypatch.context() as patch:
            patch.setattr(FakeAsker, "answer", failing)
            world.spawn(world.use_hand(1, PEOPLE[1], None, fresh=True))
            await asyncio.sleep(0.02)
        await world.use_hand(1, PEOPLE[1], None, fresh=True)
        await world.play(table, PEOPLE[0], "next")
        await asyncio.sleep(REST)
        assert world.panels[1, PEOPLE[1]].text == "hand 1 1 0 True False"

    pushed()


def test_turn_is_pushed_and_mentioned_while_the_table_message_hangs(monkeypatch: pytest.MonkeyPatch) -> None:
    @in_virtual_time
    async def moved() -> None:
        world = World(Random(0))
        table = await world.begin_game(seats=3)
        await world.use_hand(1, PEOPLE[1], None, fresh=True)
        slowed(monkeypatch, FakePort, "edit", 300.0)
        await world.play(table, PEOPLE[0], "next")
        await asyncio.sleep(1.0)
        assert world.panels[1, PEOPLE[1]].text == "hand 1 1 0 True False"
        await world.play(await world.services.tables.get(1), PEOPLE[1], "next")
        await asyncio.sleep(1.0)
        assert any(text.startswith(f"turn {PEOPLE[2]} ") for text in world.message_texts())
        assert "table 1 1 0" in world.message_texts()
        await world.presenter.close()

    moved()

"""Pages behind *More* are updated, but not while the bot answers a click of the person who sees the page."""

import asyncio
from contextlib import ExitStack
from dataclasses import replace
from types import SimpleNamespace
from typing import cast

import pytest

from host.services import Services
from host.tables.message_records import Owner, Post
from host.tables.table import Occupant, Table
from show.desired import THREAD
from show.discord_port import Gone, Later, Outcome
from show.messages.write_overlap import WriteOverlap
from show.panels import more_pages
from show.panels.more_pages import MorePages
from show.schedule import Schedule
from tests.show.basics import AKI, BEN, HOME, SAIZEN
from tests.show.tables import a_lobby, with_occupant
from tests.show.test_open_panels import Asker

CHIE = AKI + 7


class OneLobby:
    """Services with one lobby, and the open pages behind its *More*."""

    def __init__(self) -> None:
        self.table = a_lobby(SAIZEN, 3)
        self.home_is_decided = False
        self.scheduled = list[int]()

        async def get(_table_id: int) -> Table:
            return self.table

        async def of(_owner: Owner) -> list[Post]:
            return [Post("", THREAD, HOME, 0)] if self.home_is_decided else []

        records = SimpleNamespace(of=of)
        services = SimpleNamespace(tables=SimpleNamespace(get=get), message_records=records)
        schedule = Schedule(self.scheduled.append, self.scheduled.append, self.scheduled.append)
        self.pages = MorePages(cast("Services", services), WriteOverlap(), schedule)

    async def open(self, user: int = AKI, *, moderates: bool = False) -> Asker:
        """Answer a person's click on *More*."""
        asker = Asker(user)
        with self.pages.writing(1, user):
            await self.pages.answer(asker, self.table, moderates=moderates)
        return asker

    def joins(self) -> None:
        """Let Ben take the free seat."""
        self.table = with_occupant(self.table, -1, Occupant(user_id=BEN, name="Ben"))


async def test_nothing_is_pushed_while_a_click_is_being_answered_and_then_the_page_is_checked() -> None:
    lobby = OneLobby()
    aki = await lobby.open()
    lobby.scheduled.clear()
    lobby.joins()
    with lobby.pages.writing(1, AKI):
        assert await lobby.pages.refresh(1) is None
        assert len(aki.pages) == 1
    assert lobby.scheduled == [1]
    await lobby.pages.refresh(1)
    assert "Ben" in aki.pages[-1].text


async def test_page_that_a_push_and_an_answer_wrote_at_once_is_pushed_once_more() -> None:
    lobby = OneLobby()
    aki = await lobby.open()
    lobby.joins()
    lobby.scheduled.clear()
    with ExitStack() as click:
        aki.meanwhile = lambda: click.enter_context(lobby.pages.writing(1, AKI))
        await lobby.pages.refresh(1)
        aki.meanwhile = lambda: None
    assert lobby.scheduled == [1]
    await lobby.pages.refresh(1)
    assert aki.pages[1] == aki.pages[2]
    await lobby.pages.refresh(1)
    assert len(aki.pages) == 3


@pytest.mark.parametrize(("outcome", "wait", "stays"), [(Later(7.0), 7.0, True), (Gone(), None, False)])
async def test_push_is_tried_again_after_a_passing_failure_only(
    outcome: Outcome, wait: float | None, stays: bool
) -> None:
    lobby = OneLobby()
    aki = await lobby.open()
    lobby.joins()
    aki.outcome = outcome
    assert await lobby.pages.refresh(1) == wait
    assert lobby.pages.has_open(1) == stays


async def test_pages_of_people_at_the_table_and_of_moderators_follow() -> None:
    lobby = OneLobby()
    await lobby.open(CHIE)
    assert not lobby.pages.has_open(1)
    moderator = await lobby.open(CHIE, moderates=True)
    lobby.joins()
    await lobby.pages.refresh(1)
    assert "Ben" in moderator.pages[-1].text


async def test_page_waits_until_it_is_decided_where_the_game_is_played() -> None:
    lobby = OneLobby()
    aki = await lobby.open()
    lobby.table = replace(lobby.table, state="playing")
    await lobby.pages.refresh(1)
    assert len(aki.pages) == 1
    lobby.home_is_decided = True
    await lobby.pages.refresh(1)
    assert len(aki.pages) == 2
    assert not lobby.pages.has_open(1)


async def test_page_is_forgotten_when_its_click_expires_and_when_the_lobby_closes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lobby = OneLobby()
    aki = await lobby.open()
    lobby.table = replace(lobby.table, state="closed")
    await lobby.pages.refresh(1)
    assert len(aki.pages) == 2
    assert not lobby.pages.has_open(1)
    lobby = OneLobby()
    monkeypatch.setattr(more_pages, "TOKEN_SECONDS", 0.0)
    await lobby.open()
    monkeypatch.undo()
    for _ in range(3):
        await asyncio.sleep(0)
    assert not lobby.pages.has_open(1)

"""Mentions: none stays after its move, and none is lost or made twice, whatever goes wrong."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest
from cogs.turns import Turns

from engine.game import Game
from host.table import Occupant, Table
from storage import NewTable, Store, StoreError

AKI, BEN = 101, 102


class Channel:
    """A channel that keeps what is sent, once for each nonce, until it is deleted; or refuses everything."""

    def __init__(self) -> None:
        self.standing: dict[int, str] = {}
        self.sent: dict[str, int] = {}
        self.refuses = False

    async def send(self, content: str, *, nonce: str, **_options: object) -> object:
        self._check()
        if nonce not in self.sent:
            self.sent[nonce] = len(self.sent) + 1
            self.standing[self.sent[nonce]] = content
        return SimpleNamespace(id=self.sent[nonce])

    def get_partial_message(self, number: int) -> object:
        async def delete() -> None:
            self._check()
            if self.standing.pop(number, None) is None:
                raise discord.NotFound(cast("Any", SimpleNamespace(status=404, reason="")), "Unknown Message")

        return SimpleNamespace(delete=delete)

    def _check(self) -> None:
        if self.refuses:
            raise discord.RateLimited(60)


class Owed:
    """As much of a game as says who is to act, and which decision they owe."""

    def __init__(self, **decisions: int) -> None:
        seats = {"aki": 0, "ben": 1}
        self._made = {seats[name]: number for name, number in decisions.items()}
        self.to_act = tuple(self._made)

    def moves_made(self, seat: int) -> int:
        return self._made[seat]


@pytest.fixture
def channel() -> Channel:
    return Channel()


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    """A store with one table."""
    async with await Store.open(tmp_path / "turns.sqlite3") as store:
        await store.create_table(NewTable(2, 3, "saizen", 1, 2, {}, AKI))
        yield store


@pytest.fixture
def turns(channel: Channel, store: Store) -> Turns:
    return begun(channel, store)


def begun(channel: Channel, store: Store) -> Turns:
    """As a bot that has just been started."""
    bot = SimpleNamespace(
        get_partial_messageable=lambda _id: channel,
        presenter=SimpleNamespace(locale_of=lambda _table: discord.Locale.american_english),
        house=SimpleNamespace(store=store),
    )
    return Turns(cast("Any", bot), cast("Any", SimpleNamespace(is_watched=lambda _table, _user: False)))


def table() -> Table:
    seats: list[Occupant | None] = [Occupant(user_id=AKI), Occupant(user_id=BEN)]
    return Table(1, 2, 3, AKI, Game.games["saizen"], {}, seats, state="playing")


async def show(turns: Turns, at: Table, **decisions: int) -> None:
    at.game = cast("Any", Owed(**decisions))
    await turns.show(at)


async def test_every_mention_goes_away_once_its_people_have_acted(turns: Turns, channel: Channel) -> None:
    at = table()
    await show(turns, at, aki=0, ben=0)
    await show(turns, at, aki=1, ben=0)
    assert len(channel.standing) == 2, "Ben still owes, and Aki owes anew"
    await show(turns, at)
    assert channel.standing == {}


async def test_nobody_is_mentioned_before_the_table_has_its_own_place(turns: Turns, channel: Channel) -> None:
    at = table()
    at.fresh = True
    await show(turns, at, aki=0)
    assert channel.standing == {}
    at.fresh = False
    await show(turns, at, aki=0)
    assert len(channel.standing) == 1


async def test_a_mention_that_was_refused_comes_with_the_next_change(turns: Turns, channel: Channel) -> None:
    at = table()
    channel.refuses = True
    with pytest.raises(discord.RateLimited):
        await show(turns, at, aki=0)
    channel.refuses = False
    await show(turns, at, aki=0)
    await show(turns, at, aki=0)
    assert len(channel.standing) == 1


async def test_a_mention_that_could_not_be_taken_away_goes_with_the_next_change(turns: Turns, channel: Channel) -> None:
    at = table()
    await show(turns, at, aki=0)
    channel.refuses = True
    await show(turns, at)
    channel.refuses = False
    assert len(channel.standing) == 1
    await show(turns, at)
    assert channel.standing == {}


async def test_after_a_restart_mentions_are_not_repeated_and_still_go_away(channel: Channel, store: Store) -> None:
    await show(begun(channel, store), table(), aki=0, ben=0)
    again = begun(channel, store)
    await show(again, table(), aki=0, ben=0)
    assert len(channel.sent) == 1
    await show(again, table())
    assert channel.standing == {}


async def test_a_mention_that_somebody_has_deleted_is_neither_repeated_nor_missed(
    turns: Turns, channel: Channel, store: Store
) -> None:
    await show(turns, table(), aki=0)
    channel.standing.clear()
    await show(turns, table(), aki=0)
    assert channel.standing == {}
    await show(turns, table())
    assert await store.mentions(1) == []


async def test_a_mention_that_was_sent_but_not_noted_is_not_sent_again(
    channel: Channel, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_args: object) -> None:
        raise StoreError("The disk is full.")

    with monkeypatch.context() as patch:
        patch.setattr(store, "add_mention", fail)
        with pytest.raises(StoreError):
            await show(begun(channel, store), table(), aki=0)
    again = begun(channel, store)
    await show(again, table(), aki=0)
    assert len(channel.sent) == 1
    await show(again, table())
    assert channel.standing == {}

"""Mentions: none stays after its move, and none is lost."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from cogs.turns import Turns
from engine.game import Game
from host.table import Occupant, Table

AKI, BEN = 101, 102


class Channel:
    """A channel that keeps what is sent, until it is deleted; or refuses it."""

    def __init__(self) -> None:
        self.standing: list[str] = []
        self.refuses = False

    async def send(self, content: str, **_options: object) -> object:
        if self.refuses:
            raise discord.RateLimited(60)
        self.standing.append(content)

        async def delete() -> None:
            self.standing.remove(content)

        return SimpleNamespace(delete=delete)


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
def turns(channel: Channel) -> Turns:
    bot = SimpleNamespace(
        get_partial_messageable=lambda _id: channel,
        presenter=SimpleNamespace(locale_of=lambda _table: discord.Locale.american_english),
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
    assert channel.standing == []


async def test_a_mention_that_was_refused_comes_with_the_next_change(turns: Turns, channel: Channel) -> None:
    at = table()
    channel.refuses = True
    with pytest.raises(discord.RateLimited):
        await show(turns, at, aki=0)
    channel.refuses = False
    await show(turns, at, aki=0)
    await show(turns, at, aki=0)
    assert len(channel.standing) == 1

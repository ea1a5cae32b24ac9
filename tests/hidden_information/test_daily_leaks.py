"""The day's deal for a person who has not played it: in two worlds with different cards, all answers are equal.

The page of an open decision is left out, because it shows the person's hand. `tests/show/pages/test_daily.py` compares
this page.
"""

import json
import logging
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
from discord import AppCommandType

from engine.game import Game
from host.place import Place
from host.tables.table import Person
from show.actions.daily_actions import (
    OpenClosedDay,
    OpenDay,
    OpenToday,
    PickDealtCards,
    PlayDay,
    PractiseDay,
    ShareDay,
    ShowBestLine,
    ShowDealtCards,
)
from show.actions.decision_actions import VERBS, Choose, InDay, LookUp, ShowTab
from show.actions.lesson_actions import PlayEasy
from show.actions.table_actions import Action
from show.actions.welcome_actions import PlayHere
from tests.clock import Clock, set_clocks
from tests.days import DEALS, prepare_day
from tests.fuzz.actions import PICKS, SAMPLES, field_types
from tests.fuzz.conftest import AKI, BEN, HERE, ROOM
from tests.fuzz.offline import Offline, SentInteraction, offline
from tests.fuzz.payloads import components_with
from tests.samples import sampled

DAY = 20_000
OWN = {PlayDay.verb, *(verb for verb, form in VERBS.items() if form.scope is InDay)}
"""Actions that show the hand to a person who has begun an attempt."""
OPENING = {OpenToday.verb}
"""Actions that begin a person's own attempt."""
DEALING = {PlayEasy.verb, PlayHere.verb}
"""Actions that begin a game at a table; each such game has other cards."""
DRAWN = re.compile(r"<t:\d+|\d{16,19}|[0-9a-f]{32,}|\d\d:\d\d (?:·|\\u00b7)")
"""Times, Discord's ids, and nonces, which differ from run to run."""


def requests(*without: str) -> list[tuple[str, Any]]:
    """Return requests for all actions except `without`: a custom id, and the values picked in a select or None.

    Some actions have several requests, for example one for each deal of the day.
    """
    sent = []
    for verb in sorted(Action.verbs):
        if verb in without:
            continue
        types = field_types(verb)
        picked = PICKS[types["value"]] if "value" in types else None
        custom_id = ":".join([verb, *(SAMPLES[one] for name, one in types.items() if name != "value")])
        if not isinstance(picked, dict):
            sent.append((custom_id, picked))
    closed = [OpenClosedDay(), OpenDay(DAY), ShareDay(DAY), PractiseDay(DAY)]
    closed += [kind(DAY, number) for kind in (ShowDealtCards, ShowBestLine) for number in range(DEALS)]
    sent += [(one.custom_id, None) for one in closed]
    sent += [(PickDealtCards(DAY).custom_id, [str(number)]) for number in range(DEALS)]
    own: list[Action] = [PlayDay(DAY)]
    for practice in (False, True):
        own += [
            ShowTab(InDay(DAY, practice)),
            LookUp(InDay(DAY, practice), "trick"),
            LookUp(InDay(DAY, practice), "rules"),
        ]
        own += [Choose(InDay(DAY, practice), 0, (token,), sure=True) for token in ("R9", "H", "pass")]
    return sent + [(one.custom_id, None) for one in own if one.custom_id.partition(":")[0] not in without]


async def play(world: Offline) -> None:
    """Let Aki play today's deal to its end."""
    page, random = await world.complete(world.click(AKI, ROOM, PlayDay(DAY).custom_id)), Random(1)
    while True:
        offered: list[tuple[str, Any]] = []
        for one in components_with(page.answers[-1]):
            custom_id = one["custom_id"]
            if custom_id.startswith("day-choose:"):
                offered.append((custom_id, None))
            elif custom_id.startswith("day-pick:"):
                offered += [(custom_id, [line["value"]]) for line in one["options"]]
        if not offered:
            break
        custom_id, values = random.choice(offered)
        page = await world.complete(world.click(AKI, ROOM, custom_id, values=values))
    assert "Better than" in page.text


async def answers(world: Offline, *without: str, every: int = 1) -> list[str]:
    """Let Ben use the commands and actions, on the server and in direct messages, and return the answers.

    Actions in `without` and the command /play are left out. Of the other actions, only every `every`-th one is used.
    """
    got: list[SentInteraction] = []
    for where in (ROOM, None):
        for command in world.bot.tree.get_commands(type=AppCommandType.chat_input):
            if command.name == "play" or (command.name == "today" and OpenToday.verb in without):
                continue
            options = {"game": "saizen"} if command.name in {"rules", "leaderboard", "night"} else {}
            got.append(await world.complete(world.command(BEN, where, command.name, **options)))
        for name in ("hand", "replay"):
            got += [await world.complete(world.autocomplete(BEN, where, name, ""))]
        for custom_id, values in requests(*without)[::every]:
            got.append(await world.complete(world.click(BEN, where, custom_id, values=values)))
    return [_written(one) for one in got]


def _written(sent: SentInteraction) -> str:
    """Return an answer without times, ids and nonces, which differ from run to run."""
    return DRAWN.sub("", json.dumps([sent.data, sent.replies], sort_keys=True, default=str))


async def told(path: Path, kind: type[Game], first: int, patch: pytest.MonkeyPatch, every: int) -> list[str]:
    """Return all answers that Ben gets after Aki has played, on a day with the test deals from number `first` on."""
    async with offline(path) as world:
        world.add_guild(HERE, ROOM)
        await world.services.daily_preparation.close()
        clock = Clock()
        clock.now = DAY * 86_400 + 3600.0
        set_clocks(patch, world.services, clock)
        await prepare_day(world.store, DAY, kind, first=first)
        await world.complete(world.command(AKI, ROOM, "today"))
        await play(world)
        before = await answers(world, *DEALING, *OPENING, every=every)
        begun = await answers(world, *DEALING, *OWN, every=every)
        return [*before, *begun]


def log_lines(caplog: pytest.LogCaptureFixture) -> list[str]:
    """Clear the log, and return its sorted lines without times, ids and nonces."""
    lines = [DRAWN.sub("", f"{one.name} {one.getMessage()}") for one in caplog.records]
    caplog.clear()
    # The one is logged once in each process, and the other when the clocks are looked at next.
    return sorted(line for line in lines if "is not installed" not in line and "the bot was away" not in line)


def differences(one: list[str], other: list[str]) -> list[tuple[str, str]]:
    assert len(one) == len(other)
    return [both for both in zip(one, other, strict=True) if both[0] != both[1]]


@pytest.mark.parametrize("kind", sampled(Game.games.values(), 9))
@pytest.mark.parametrize("every", [6, pytest.param(1, marks=pytest.mark.slow)])
async def test_whoever_has_not_played_gets_nothing_of_the_deal(
    tmp_path: Path, kind: type[Game], every: int, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Compare the answers and the logs of two worlds, in which another person has played the deal before."""
    caplog.set_level(logging.INFO)
    monkeypatch.setattr("engine.daily.deal.PLAYOUTS", 2)
    one = await told(tmp_path / "one.sqlite3", kind, 0, monkeypatch, every)
    log = log_lines(caplog)
    other = await told(tmp_path / "other.sqlite3", kind, DEALS, monkeypatch, every)
    assert differences(one, other) == []
    assert len(one) > 200 / every
    assert log
    assert log == log_lines(caplog)


@pytest.mark.slow
async def test_difference_between_the_days_would_be_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the service treat the open day as closed, so that it tells the cards: the comparison must notice this."""
    monkeypatch.setattr("engine.daily.deal.PLAYOUTS", 2)
    saizen = Game.games["saizen"]
    with monkeypatch.context() as patch:
        patch.setattr("host.daily.deals.DailyDeals.today", DAY + 1)
        worlds = []
        for name, first in (("one", 0), ("other", DEALS)):
            async with offline(tmp_path / f"{name}.sqlite3") as world:
                world.add_guild(HERE, ROOM)
                await world.services.daily_preparation.close()
                await prepare_day(world.store, DAY, saizen, first=first)
                worlds.append(await answers(world, *DEALING, *OPENING))
    assert differences(*worlds)


async def message_of(path: Path, kind: type[Game], first: int, patch: pytest.MonkeyPatch) -> str:
    """Return the server's message of a day with fixed results, and with the test deals from number `first` on."""
    async with offline(path) as world:
        world.add_guild(HERE, ROOM)
        await world.services.daily_preparation.close()
        await world.bot._daily_messages.close()
        clock = Clock()
        clock.now = DAY * 86_400 + 3600.0
        set_clocks(patch, world.services, clock)
        await prepare_day(world.store, DAY, kind, first=first)
        manager = Person(1, manages_server=lambda: True)
        await world.services.settings.set_server(Place.server(HERE), manager, "daily", [str(ROOM.id)])
        await world.complete(world.command(BEN, ROOM, "today"))
        for number, points in enumerate((3, 5, 5, 7, 1, 2)):
            server, name = (HERE, f"Somebody {number}") if number < 5 else (None, "")
            row = await world.store.daily.begin(DAY, 900 + number, number % DEALS, server, name)
            ended = row._replace(moves='[[0,"1"]]', points=points, ended_at=row.begun_at)
            await world.store.daily.move(ended, row.moves)
        await world.bot._daily_messages.poll()
        [message] = [one for one in world.messages.values() if int(one["channel_id"]) == ROOM.id]
        sent = {name: message.get(name) for name in ("content", "components", "attachments", "embeds")}
        assert re.fullmatch("[0-9a-f]{8}-[0-9a-f]{16}", message["nonce"]), "a time, and random"
        return DRAWN.sub("", json.dumps(sent, sort_keys=True))


@pytest.mark.parametrize("kind", sampled(Game.games.values(), 9))
async def test_message_of_an_open_day_is_the_same_for_all_cards(
    tmp_path: Path, kind: type[Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.daily.deal.PLAYOUTS", 2)
    one = await message_of(tmp_path / "one.sqlite3", kind, 0, monkeypatch)
    other = await message_of(tmp_path / "other.sqlite3", kind, DEALS, monkeypatch)
    assert one == other
    assert all(f"Somebody {number}" in one for number in range(5))
    assert not re.search(r"\bpoints?\b|\bpar\b", one)

"""A table in a person's direct messages cannot be seen, named, joined, replayed, counted or changed from elsewhere.

The tests compare two worlds: in one, Emi has games in her direct messages; in the other she has none. In both, a person
uses every command, option, autocomplete and action, and the answers must be the same. The tests read the lists of
commands, options and actions from the bot itself, so they also cover new commands. They fail if there is no sample for
a type of option or field.
"""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from cogs.interactions import interaction_context
from host.ai.players import AiPlayers
from host.lobby import deal_commitments
from host.place import Place
from host.tables.table import Person
from local_discord.world.interactions import AUTOCOMPLETE, COMMAND, COMPONENT, MODAL
from local_discord.world.model import GROUP_DM, Channel, Guild
from show.actions.table_actions import PICKED, Action
from show.messages.edit_rate_limit import EditRateLimit
from tests.cogs.direct import Alone
from tests.fuzz.actions import PICKS, SAMPLES, field_types
from tests.fuzz.conftest import BEN, HERE, ROOM
from tests.fuzz.offline import Offline, SentInteraction, offline
from tests.fuzz.payloads import Json, User
from tests.storage.store_support import rewrite

EMI = User(15, "Emi Unheard", locale="ja")
GAMES = ("saizen", "tezumashi")
STRING, INTEGER, BOOLEAN, USER = 3, 4, 5, 6
UNKNOWN = 4711
OWN_DATA = {"export-me", "forget-me"}
"""Actions on all data of the person who clicks; for Emi herself they concern her direct messages too."""
PLACES = ("server", "dm", "group", "elsewhere")
_LONG = re.compile(r"[0-9a-f]{12,}|[0-9]{9,}")
"""Ids, times and random numbers, which differ between two runs."""


@dataclass
class Act:
    """One thing that a person can do."""

    kind: int
    data: Json
    name: str


@asynccontextmanager
async def filled_world(database: Path) -> AsyncIterator[tuple[Offline, list[int]]]:
    """Yield a world in which Emi has games of all states in her direct messages, and the numbers of their tables."""
    async with offline(database) as world:
        world.add_guild(HERE, ROOM)
        state = world.discord.world
        for user in (BEN, EMI):
            world.person(user).installed = True
        state.guilds["700"] = Guild("700", "Elsewhere", has_app=False)
        state.channels["7000"] = Channel("7000", "elsewhere", guild_id="700")
        members = {str(BEN.id), str(EMI.id)}
        state.channels["8000"] = Channel("8000", "friends", GROUP_DM, None, owner_id=str(BEN.id), members=members)
        await world.open_table(BEN, EMI, where=ROOM, start=False, seats=3)
        hers = Alone(world, EMI)
        over = await hers.play(GAMES[0])
        async with world.services.tables.locked(over) as now:
            await world.services.moves.finish(now)
        left = await hers.play(GAMES[0], 3)
        await world.services.participation.leave(left, world_person(EMI), sure=True)
        running = await hers.play(GAMES[1])
        await hers.click(f"play-on:{over}:0:0", world.private(EMI, None))
        numbers = [row[0] for row in (await world.rows())[0] if row[1] == Place.direct(EMI.id).id]
        assert {over, left, running} < set(numbers)
        yield world, numbers


def world_person(user: User) -> Person:
    """Return the `Person` that stands for a user in the package `host`."""
    return Person(user.id)


def acts(world: Offline, numbers: list[int], who: User) -> Iterator[Act]:
    """Yield all acts of a person that name Emi or one of her tables."""
    tree = world.bot.tree
    for command in [*tree.get_commands(), *tree._context_menus.values()]:
        data: Any = command.to_dict(tree)
        if data["type"] == 1:
            yield from _of_command(data, numbers)
        else:
            for message in (one for one in world.messages.values() if one["channel_id"] == str(ROOM.id)):
                use = {"id": "1", "name": data["name"], "type": data["type"], "target_id": message["id"]}
                yield Act(COMMAND, use | {"resolved": {"messages": {message["id"]: dict(message)}}}, data["name"])
    for verb in sorted(Action.verbs):
        if not (who is EMI and verb in OWN_DATA):
            yield from _of_action(verb, numbers)


def _of_command(data: Json, numbers: list[int]) -> Iterator[Act]:
    options = data.get("options", [])
    needed = [_option(one, numbers[0]) for one in options if one.get("required")]
    base = {"id": "1", "name": data["name"], "type": 1, "resolved": {}}
    yield Act(COMMAND, base | {"options": needed}, data["name"])
    for one in options:
        for number in numbers if one["type"] == INTEGER else numbers[:1]:
            others = [other for other in needed if other["name"] != one["name"]]
            use = {**base, "options": [*others, _option(one, number)]}
            if one["type"] == USER:
                user = {"id": str(EMI.id), "username": EMI.name, "discriminator": "0", "avatar": None}
                use["resolved"] = {"users": {str(EMI.id): user}}
            yield Act(COMMAND, use, f"{data['name']} {one['name']}")
        if one.get("autocomplete"):
            for typed in ("", str(numbers[0]), "Emi"):
                asked = {"name": one["name"], "type": one["type"], "value": typed, "focused": True}
                yield Act(AUTOCOMPLETE, {**base, "options": [*needed, asked]}, f"{data['name']} {one['name']}?")


def _option(option: Json, number: int) -> Json:
    """Return an option with a sample value, which names Emi or her table `number` if the option can."""
    if option.get("choices"):
        value: object = option["choices"][0]["value"]
    elif option["name"] == "game":
        value = "saizen"
    else:
        least = option.get("min_value", 0)
        value = {
            STRING: "Emi",
            INTEGER: number if least <= 1 and option["name"] == "table" else least,
            BOOLEAN: True,
            USER: str(EMI.id),
        }[option["type"]]
    return {"name": option["name"], "type": option["type"], "value": value}


def _of_action(verb: str, numbers: list[int]) -> Iterator[Act]:
    """Yield an action once for each of Emi's table numbers, and once for her user id.

    This number fills all number fields of the action. An action without number fields is yielded once.
    """
    types = field_types(verb)
    named = [name for name, kind in types.items() if kind is int and name != PICKED]
    for number in (*numbers, EMI.id) if named else (0,):
        written = [str(number) if name in named else SAMPLES[kind] for name, kind in types.items() if name != PICKED]
        custom_id = ":".join([verb, *written])
        picked = PICKS[types[PICKED]] if PICKED in types else None
        if isinstance(picked, dict):
            fields = [
                {"type": 18, "id": 1, "component": {"type": 4, "id": 2, "custom_id": name, "value": value}}
                for name, value in picked.items()
            ]
            yield Act(MODAL, {"custom_id": custom_id, "components": fields}, custom_id)
        else:
            values = {} if picked is None else {"values": picked}
            kind = 2 if picked is None else 3
            yield Act(COMPONENT, {"custom_id": custom_id, "component_type": kind, **values}, custom_id)


async def perform(world: Offline, act: Act, who: User, where: str) -> SentInteraction:
    """Do one thing, and wait for its answer and effects."""
    state, message = world.discord.world, None
    place = (
        state.private_channel(world.person(who))
        if where == "dm"
        else state.channels[{"server": str(ROOM.id), "group": "8000", "elsewhere": "7000"}[where]]
    )
    if act.kind in {COMPONENT, MODAL}:
        message = world.private(who, None if where != "server" else ROOM)
    sent = world.send_from(place, act.kind, who, act.data, message)
    if act.kind == AUTOCOMPLETE:
        sent.asked.option_type = next(one["type"] for one in act.data["options"] if one.get("focused"))
    async with asyncio.timeout(20):
        while not sent.replies:
            await asyncio.sleep(0.001)
    await world.wait_until_idle()
    return sent


def shown(sent: SentInteraction) -> str:
    """Return the answers without ids, times and random numbers."""
    return _LONG.sub("#", json.dumps(sent.replies, sort_keys=True, ensure_ascii=False))


async def forget_her_tables(world: Offline, numbers: list[int]) -> None:
    """Delete everything in Emi's direct messages from the database.

    The next table gets the same number as if nothing had been deleted.
    """
    place = Place.direct(EMI.id)
    for table in ("results", "ratings", "badges", "people", "deals", "tables"):
        await rewrite(world.store, f"DELETE FROM {table} WHERE place_id = ?", (place.id,))  # noqa: S608
    world.services.tables.invalidate(numbers)


async def of_hers(world: Offline) -> list[Any]:
    """Return all rows of Emi's direct messages, and the messages there.

    Columns about the displayed version are left out, because the bot writes them some time after a change.
    """
    place = (Place.direct(EMI.id).id,)
    queries = (
        "SELECT id, state, version, next_id, turns, close_reason, acting FROM tables WHERE place_id = ? ORDER BY id",
        "SELECT seats.* FROM seats JOIN tables ON id = table_id WHERE place_id = ? ORDER BY table_id, seat",
        "SELECT moves.* FROM moves JOIN tables ON id = table_id WHERE place_id = ? ORDER BY table_id, number",
        "SELECT nonce, slot, message_id FROM posts JOIN tables ON id = owner_id WHERE place_id = ? ORDER BY nonce",
        "SELECT * FROM results WHERE place_id = ? ORDER BY table_id, seat",
    )
    rows = [await world.store._database.read(sql, place) for sql in queries]
    return [*rows, Alone(world, EMI).messages]


@pytest.fixture(autouse=True)
def nobody_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep computer players from moving, and deal the same cards in both worlds."""
    monkeypatch.setattr(AiPlayers, "wake", lambda *_: None)
    monkeypatch.setattr(interaction_context, "DEFER_AFTER_SECONDS", 60.0)
    monkeypatch.setattr(EditRateLimit, "wait", lambda *_: 0.0)
    monkeypatch.setattr(deal_commitments, "new_secret", lambda: b"s" * 32)


CASES = [(BEN, where) for where in PLACES] + [(EMI, where) for where in PLACES if where != "dm"]
IN_SHORT = {(BEN, "dm")}
"""The only case that is tested outside the soak: another person in their own direct messages."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("who", "where"),
    [pytest.param(*case, marks=[] if case in IN_SHORT else pytest.mark.soak) for case in CASES],
    ids=[f"{who.name.split()[0]} in {where}" for who, where in CASES],
)
async def test_nothing_elsewhere_depends_on_somebodys_direct_messages(tmp_path: Path, who: User, where: str) -> None:
    answers: list[list[tuple[str, str]]] = []
    for has_hers in (True, False):
        async with filled_world(tmp_path / f"{has_hers}.sqlite3") as (world, numbers):
            if not has_hers:
                await forget_her_tables(world, numbers)
            before = await of_hers(world)
            every = list(acts(world, numbers, who))
            answers.append([(act.name, shown(await perform(world, act, who, where))) for act in every])
            if has_hers:
                assert any(before[0])
                assert await of_hers(world) == before
    assert len(answers[0]) > 100
    for one, other in zip(*answers, strict=True):
        assert one == other

"""Permissions count in the table's channel and on the server, in whatever channel a person clicks."""

from __future__ import annotations

import ast
from dataclasses import fields
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import cogs
from host.refusals import NOT_MANAGER
from host.tables.table import Person
from locales import Translation
from show.actions.table_actions import PICKED, Action
from show.text.text_form import WORDS
from tests.fuzz.conftest import HERE, THERE
from tests.fuzz.judge import Snapshot, judge
from tests.fuzz.offline import Offline, SentInteraction
from tests.fuzz.payloads import ADMINISTRATOR, MANAGE, MANAGE_GUILD, USUAL, Channel, Overwrite, User
from tests.fuzz.test_other_servers import custom_ids

NO_MENTIONS = User(50, "Nobody")
AT_TABLE, ELSEWHERE_ONLY, NOT_AT_TABLE = User(51, "At"), User(52, "Off"), User(53, "Not", permissions=USUAL | MANAGE)
BY_ROLE = User(54, "Mod", permissions=USUAL | MANAGE)
ADMIN = User(55, "Admin", permissions=USUAL | ADMINISTRATOR)
MANAGER = User(56, "Manager", permissions=USUAL | MANAGE_GUILD)
MANAGER_OF_CHANNELS = User(57, "Overwrite")
ROOM = Channel(
    1000,
    HERE,
    overwrites=(
        Overwrite(AT_TABLE.id, allow=MANAGE),
        Overwrite(NOT_AT_TABLE.id, deny=MANAGE),
        Overwrite(MANAGER_OF_CHANNELS.id, allow=MANAGE_GUILD),
        Overwrite(MANAGER.id, deny=MANAGE_GUILD),
    ),
)
OTHER_ROOM = Channel(
    1001,
    HERE,
    overwrites=(
        Overwrite(ELSEWHERE_ONLY.id, allow=MANAGE),
        Overwrite(BY_ROLE.id, deny=MANAGE),
        Overwrite(MANAGER_OF_CHANNELS.id, allow=MANAGE_GUILD),
        Overwrite(MANAGER.id, deny=MANAGE_GUILD),
    ),
)
THREAD, OTHER_THREAD = Channel(1010, HERE, parent=ROOM.id), Channel(1011, HERE, parent=OTHER_ROOM.id)
CLICKED_IN = {
    "the table's channel": ROOM,
    "a thread of it": THREAD,
    "another channel": OTHER_ROOM,
    "a thread of that": OTHER_THREAD,
}


class Rights(NamedTuple):
    """A person, and their permissions at tables of `ROOM` and on the server."""

    user: User
    moderates: bool = False
    manages: bool = False


RIGHTS = {
    "none": Rights(NO_MENTIONS),
    "Manage Messages in the table's channel": Rights(AT_TABLE, moderates=True),
    "Manage Messages in another channel": Rights(ELSEWHERE_ONLY),
    "Manage Messages by role": Rights(BY_ROLE, moderates=True),
    "Manage Messages by role but not in the table's channel": Rights(NOT_AT_TABLE),
    "Administrator": Rights(ADMIN, moderates=True, manages=True),
    "Manage Server": Rights(MANAGER, manages=True),
    "Manage Server by the overwrites of channels": Rights(MANAGER_OF_CHANNELS),
}
LOBBY: dict[str, tuple[Any, ...]] = {
    "close": (),
    "unseat": (1,),
    "start": (),
    "set-up": ({"seats": "4"},),
    "pace": (["live"],),
    "bar": (4711,),
    "computer": (["2.hard"],),
}
"""Actions of the person in charge of a lobby and of moderators: the custom id's fields, or the values chosen."""
PLAYING: dict[str, tuple[Any, ...]] = {"end": (1,), "remove": (1, 1), "level": (["2.easy"],)}
"""Actions of moderators on a running game; the person in charge may also change levels."""
SERVER: dict[str, tuple[Any, ...]] = {
    "put": ("server", "pings", "off"),
    "set": ("server", "level", ["easy"]),
    "set-some": ("server", "games", ["saizen"]),
}
"""Actions of managers of the server."""
USUAL_VALUES: dict[str, list[str]] = {"pings": ["on"], "level": ["normal"], "games": []}
FREE = [
    "career",
    "choose",
    "cut",
    "cut-with",
    "deal",
    "details",
    "export-me",
    "finish",
    "forget-me",
    "games",
    "give",
    "hand",
    "hints",
    "join",
    "leaders",
    "leaders-of",
    "leaders-since",
    "leave",
    "leave-game",
    "look",
    "more",
    "move-seat",
    "no-hints",
    "nudge",
    "options",
    "pick",
    "play-on",
    "profile",
    "record",
    "rematch",
    "replay",
    "replay-eyes",
    "replay-round",
    "rules",
    "settings",
    "sheet",
    "show-again",
    "silly",
    "sit",
    "stop-notices",
    "tab",
    "tables",
]
"""Actions without a permission, open to everybody or to the people at the table."""
people = count(10_000)


def test_every_action_is_listed_by_its_permission() -> None:
    """A new action must be added to one of the four lists, so that the tests below try it."""
    assert sorted([*LOBBY, *PLAYING, *SERVER, *FREE]) == sorted(Action.verbs)


def test_cogs_do_not_read_permissions_from_the_channel_of_a_click() -> None:
    """`Interaction.permissions` and `Member.resolved_permissions` belong to the channel of the click."""
    for module in Path(cogs.__file__).parent.rglob("*.py"):
        read = [one.attr for one in ast.walk(ast.parse(module.read_text())) if isinstance(one, ast.Attribute)]
        assert not {"permissions", "resolved_permissions"} & set(read), module.name


@pytest.fixture
def world(world: Offline) -> Offline:
    """Return the bot of the other tests, on a server whose channels have permission overwrites."""
    world.add_guild(HERE, ROOM, OTHER_ROOM, THREAD, OTHER_THREAD)
    return world


async def complete(world: Offline, asked: SentInteraction) -> SentInteraction:
    """Wait until an interaction is answered and its effects are displayed."""
    await world.wait_for(asked)
    await world.wait_until_idle()
    return asked


async def open_table(world: Offline, where: Channel, *, playing: bool) -> int:
    """Open a table of two new people, so that no quota applies, and return its number."""
    opener, guest = (User(number, f"P{number}") for number in (next(people), next(people)))
    asked = await complete(world, world.command(opener, where, "play", game="saizen", seats=3))
    number = int(next(one for one in custom_ids(asked) if one.startswith("join:")).split(":")[1])
    await complete(world, world.click(guest, where, f"join:{number}"))
    if playing:
        await complete(world, world.click(opener, where, f"start:{number}"))
    return number


def send_action(world: Offline, who: User, where: Channel, verb: str, *said: Any) -> SentInteraction:
    """Click a button, choose in a select, or submit a form."""
    *written, picked = said if said and isinstance(said[-1], list | dict) else (*said, None)
    custom_id = ":".join([verb, *map(str, written)])
    if isinstance(picked, dict):
        return world.submit(who, where, custom_id, picked)
    return world.click(who, where, custom_id, values=picked)


def table_rows(world: Offline, number: int) -> Any:
    """Return the rows of a table and its seats."""
    snapshot = Snapshot.of(world.database)
    return snapshot.tables[number], [row for (of, _), row in snapshot.seats.items() if of == number]


@pytest.mark.parametrize("rights", RIGHTS)
async def test_moderator_actions_depend_only_on_the_tables_channel(world: Offline, rights: str) -> None:
    user, moderates, _ = RIGHTS[rights]
    for playing, verbs, seen in ((False, LOBBY, "close:"), (True, PLAYING, "end:")):
        number = await open_table(world, ROOM, playing=playing)
        for place, where in CLICKED_IN.items():
            more = await complete(world, world.click(user, where, f"more:{number}"))
            assert any(one.startswith(seen) for one in custom_ids(more)) == moderates, f"buttons in {place}"
            for verb, said in verbs.items():
                before = table_rows(world, number)
                asked = await complete(world, send_action(world, user, where, verb, number, *said))
                assert (table_rows(world, number) != before) == moderates, f"{verb} in {place}: {asked.text}"
                if moderates:
                    number = await open_table(world, ROOM, playing=playing)
                else:
                    assert asked.text.startswith("Only "), f"{verb} in {place}"


@pytest.mark.parametrize("rights", RIGHTS)
async def test_permissions_give_no_advantage_in_actions_without_permission(
    world: Offline, rights: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("show.presenter.PATIENCE", 0.05)  # shortens the wait for messages that are posted again
    user = RIGHTS[rights].user
    for playing in (False, True):
        number = await open_table(world, ROOM, playing=playing)
        for place, where in CLICKED_IN.items():
            before = Snapshot.of(world.database)
            asked = []
            for verb in FREE:
                asked.append(send_sample(world, user, where, verb, number))
                await world.wait_for(asked[-1])  # one after the other, because of the limit of concurrent interactions
            await world.wait_until_idle()
            assert judge(before, Snapshot.of(world.database), asked) == [], place


def send_sample(world: Offline, who: User, where: Channel, verb: str, number: int) -> SentInteraction:
    """Send an action as its own page would, as far as its fields tell."""
    kind: Any = Action.verbs[verb]
    types = {one.name: str(one.type) for one in fields(kind)}
    values = {"table": str(number), "server": str(THERE), "whose": "mine"}
    by_type = {"int": "0", "bool": "0", "Path": "", "str": "saizen"}
    written = [values.get(name, by_type.get(of, "")) for name, of in types.items() if name != PICKED]
    if types.get(PICKED) in {"Filled", "Said"}:
        return send_action(
            world, who, where, verb, *written, {"seats": "3"} if types[PICKED] == "Filled" else {WORDS: "words"}
        )
    picked = {"Placed": "0.hard", "int": "0"}.get(types.get(PICKED, ""), "saizen")
    return send_action(world, who, where, verb, *written, *([[picked]] if PICKED in types else []))


@pytest.mark.parametrize("rights", RIGHTS)
async def test_only_managers_change_server_settings_in_any_channel(world: Offline, rights: str) -> None:
    user, _, manages = RIGHTS[rights]
    for place, where in CLICKED_IN.items():
        for verb, said in SERVER.items():
            await world.services.settings.set_server(
                HERE, Person(999, manages_server=lambda: True), said[1], USUAL_VALUES[said[1]]
            )
            before = Snapshot.of(world.database).settings
            asked = await complete(world, send_action(world, user, where, verb, *said))
            assert (Snapshot.of(world.database).settings != before) == manages, f"{verb} in {place}"
            assert (asked.text == Translation("en").text(NOT_MANAGER())) == (not manages), f"{verb} in {place}"


@pytest.mark.parametrize("known", [True, False], ids=["cached", "archived or deleted"])
@pytest.mark.parametrize("where", [THREAD, ROOM], ids=["a thread", "a channel"])
async def test_permission_in_a_thread_is_its_parents_or_the_servers_if_unknown(
    world: Offline, where: Channel, known: bool
) -> None:
    number, forget = await open_table(world, where, playing=True), world.bot.get_guild(HERE)
    if not known and forget is not None:
        forget._threads.pop(where.id, None)
        forget._channels.pop(where.id, None)
    allowed = []
    for name, (user, *_) in RIGHTS.items():
        more = await complete(world, world.click(user, where, f"more:{number}"))
        allowed += [name] if any(one.startswith("end:") for one in custom_ids(more)) else []
    by_role = {"Manage Messages by role", "Administrator"}
    special = "in the table's channel" if known else "by role but not in the table's channel"
    assert {*allowed} == by_role | {f"Manage Messages {special}"}

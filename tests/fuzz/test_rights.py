"""Rights hold in the table's channel and on the server, wherever somebody clicks: every action, channel and role."""

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
from tests.fuzz.offline import Asked, Offline
from tests.fuzz.payloads import ADMINISTRATOR, MANAGE, MANAGE_GUILD, USUAL, Channel, Overwrite, User
from tests.fuzz.test_other_servers import custom_ids

NOBODY = User(50, "Nobody")
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
    """Somebody, and what they may do at tables of `ROOM` and on the server, wherever they click."""

    user: User
    moderates: bool = False
    manages: bool = False


RIGHTS = {
    "none": Rights(NOBODY),
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
"""What is for whoever is in charge of a lobby, and for moderators: what the custom id says, or what is picked."""
PLAYING: dict[str, tuple[Any, ...]] = {"end": (1,), "remove": (1, 1), "level": (["2.easy"],)}
"""What is for moderators at a running game; the level is for whoever is in charge, too."""
SERVER: dict[str, tuple[Any, ...]] = {
    "put": ("server", "pings", "off"),
    "set": ("server", "level", ["easy"]),
    "set-some": ("server", "games", ["saizen"]),
}
"""What is for those who manage the server."""
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
"""What takes no right on the server or in a channel: anybody may ask for it, or who sits at the table."""
people = count(10_000)


def test_every_action_is_known_by_the_right_that_it_takes() -> None:
    """An action that is new belongs in one of the four, so that the tests below try it."""
    assert sorted([*LOBBY, *PLAYING, *SERVER, *FREE]) == sorted(Action.verbs)


def test_no_right_is_read_from_the_channel_of_a_click() -> None:
    """`Interaction.permissions` and `Member.resolved_permissions` are those of the channel of the click."""
    for module in Path(cogs.__file__).parent.rglob("*.py"):
        read = [one.attr for one in ast.walk(ast.parse(module.read_text())) if isinstance(one, ast.Attribute)]
        assert not {"permissions", "resolved_permissions"} & set(read), module.name


@pytest.fixture
def world(world: Offline) -> Offline:
    """The servers of the other tests, one with channels that make exceptions."""
    world.add_guild(HERE, ROOM, OTHER_ROOM, THREAD, OTHER_THREAD)
    return world


async def done(world: Offline, asked: Asked) -> Asked:
    """Wait until an interaction is answered, and what has come of it is shown."""
    await world.settled(asked)
    await world.rested()
    return asked


async def a_table(world: Offline, where: Channel, *, playing: bool) -> int:
    """Open a table of two people, each at their first, so that no quota has a say; its number."""
    opener, guest = (User(number, f"P{number}") for number in (next(people), next(people)))
    asked = await done(world, world.command(opener, where, "play", game="saizen", seats=3))
    number = int(next(one for one in custom_ids(asked) if one.startswith("join:")).split(":")[1])
    await done(world, world.click(guest, where, f"join:{number}"))
    if playing:
        await done(world, world.click(opener, where, f"start:{number}"))
    return number


def ask(world: Offline, who: User, where: Channel, verb: str, *said: Any) -> Asked:
    """Click on a button, pick from a list, or send a form."""
    *written, picked = said if said and isinstance(said[-1], list | dict) else (*said, None)
    custom_id = ":".join([verb, *map(str, written)])
    if isinstance(picked, dict):
        return world.submit(who, where, custom_id, picked)
    return world.click(who, where, custom_id, values=picked)


def stored(world: Offline, number: int) -> Any:
    """What the database holds of a table."""
    snapshot = Snapshot.of(world.database)
    return snapshot.tables[number], [row for (of, _), row in snapshot.seats.items() if of == number]


@pytest.mark.parametrize("rights", RIGHTS)
async def test_what_a_moderator_may_do_depends_on_the_tables_channel_alone(world: Offline, rights: str) -> None:
    user, moderates, _ = RIGHTS[rights]
    for playing, verbs, seen in ((False, LOBBY, "close:"), (True, PLAYING, "end:")):
        number = await a_table(world, ROOM, playing=playing)
        for place, where in CLICKED_IN.items():
            more = await done(world, world.click(user, where, f"more:{number}"))
            assert any(one.startswith(seen) for one in custom_ids(more)) == moderates, f"buttons in {place}"
            for verb, said in verbs.items():
                before = stored(world, number)
                asked = await done(world, ask(world, user, where, verb, number, *said))
                assert (stored(world, number) != before) == moderates, f"{verb} in {place}: {asked.text}"
                if moderates:
                    number = await a_table(world, ROOM, playing=playing)
                else:
                    assert asked.text.startswith("Only "), f"{verb} in {place}"


@pytest.mark.parametrize("rights", RIGHTS)
async def test_what_takes_no_right_does_nothing_more_for_those_who_have_one(
    world: Offline, rights: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("show.presenter.PATIENCE", 0.05)  # for messages that are posted anew
    user = RIGHTS[rights].user
    for playing in (False, True):
        number = await a_table(world, ROOM, playing=playing)
        for place, where in CLICKED_IN.items():
            before = Snapshot.of(world.database)
            asked = []
            for verb in FREE:
                asked.append(sample(world, user, where, verb, number))
                await world.settled(asked[-1])  # one after the other, as nobody may have many under way
            await world.rested()
            assert judge(before, Snapshot.of(world.database), asked) == [], place


def sample(world: Offline, who: User, where: Channel, verb: str, number: int) -> Asked:
    """Ask for an action as its own page would, as far as that can be known from its fields."""
    kind: Any = Action.verbs[verb]
    types = {one.name: str(one.type) for one in fields(kind)}
    values = {"table": str(number), "server": str(THERE), "whose": "mine"}
    by_type = {"int": "0", "bool": "0", "Path": "", "str": "saizen"}
    written = [values.get(name, by_type.get(of, "")) for name, of in types.items() if name != PICKED]
    if types.get(PICKED) in {"Filled", "Said"}:
        return ask(world, who, where, verb, *written, {"seats": "3"} if types[PICKED] == "Filled" else {WORDS: "words"})
    picked = {"Placed": "0.hard", "int": "0"}.get(types.get(PICKED, ""), "saizen")
    return ask(world, who, where, verb, *written, *([[picked]] if PICKED in types else []))


@pytest.mark.parametrize("rights", RIGHTS)
async def test_who_manages_the_server_does_so_in_every_channel_and_nobody_else_in_any(
    world: Offline, rights: str
) -> None:
    user, _, manages = RIGHTS[rights]
    for place, where in CLICKED_IN.items():
        for verb, said in SERVER.items():
            await world.services.settings.set_server(HERE, Person(999, manager=True), said[1], USUAL_VALUES[said[1]])
            before = Snapshot.of(world.database).settings
            asked = await done(world, ask(world, user, where, verb, *said))
            assert (Snapshot.of(world.database).settings != before) == manages, f"{verb} in {place}"
            assert (asked.text == Translation("en").text(NOT_MANAGER())) == (not manages), f"{verb} in {place}"


@pytest.mark.parametrize("known", [True, False], ids=["cached", "archived or deleted"])
@pytest.mark.parametrize("where", [THREAD, ROOM], ids=["a thread", "a channel"])
async def test_a_right_in_a_thread_is_that_in_its_channel_and_where_nothing_is_known_that_on_the_server(
    world: Offline, where: Channel, known: bool
) -> None:
    number, forget = await a_table(world, where, playing=True), world.bot.get_guild(HERE)
    if not known and forget is not None:
        forget._threads.pop(where.id, None)
        forget._channels.pop(where.id, None)
    allowed = []
    for name, (user, *_) in RIGHTS.items():
        more = await done(world, world.click(user, where, f"more:{number}"))
        allowed += [name] if any(one.startswith("end:") for one in custom_ids(more)) else []
    by_role = {"Manage Messages by role", "Administrator"}
    special = "in the table's channel" if known else "by role but not in the table's channel"
    assert {*allowed} == by_role | {f"Manage Messages {special}"}

"""Permissions count in the table's channel and on the server; the channel of a person's click does not matter."""

import ast
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import cogs
from host.nights.nights import Setup
from host.place import Place
from host.refusals import NOT_MANAGER, NOT_NIGHT_MANAGER
from host.tables.table import Person
from locales import Translation
from show.actions.settings_actions import PickZone, Put
from show.actions.table_actions import Action
from tests.fuzz.actions import send_action, send_sample
from tests.fuzz.conftest import HERE, THERE
from tests.fuzz.judge import Snapshot, judge
from tests.fuzz.offline import BY_ITSELF, Offline
from tests.fuzz.payloads import MANAGE, MANAGE_GUILD, Channel, Overwrite, User
from tests.samples import sampled

NO_MENTIONS = User(50, "Nobody")
AT_TABLE, ELSEWHERE_ONLY, NOT_AT_TABLE = User(51, "At"), User(52, "Off"), User(53, "Not", roles=("manage_messages",))
BY_ROLE = User(54, "Mod", roles=("manage_messages",))
ADMIN = User(55, "Admin", roles=("administrator",))
MANAGER = User(56, "Manager", roles=("manage_guild",))
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


def in_places(*quick: str) -> pytest.MarkDecorator:
    """Return a parametrization by the channel of a click; channels not in `quick` are tested only in the soak."""
    places = [pytest.param(one, marks=() if one in quick else pytest.mark.soak) for one in CLICKED_IN]
    return pytest.mark.parametrize("place", places)


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
OPENER = object()
"""Placeholder for the user id of the table's opener in an action's fields."""
LOBBY: dict[str, tuple[Any, ...]] = {
    "set-up": ({"seats": "4"},),
    "pace": (["live"],),
    "bar": (4711,),
    "computer": (["2.hard"],),
    "unseat": (OPENER,),
    "close": (),
    "start-anyway": (),
}
"""Actions of the person in charge of a lobby and of moderators, with the custom id's fields or the chosen values."""
INVITING: dict[str, tuple[Any, ...]] = {"invite": (["12"],), "one-more": ()}
"""Actions of the people of `LOBBY` that change no table."""
PLAYING: dict[str, tuple[Any, ...]] = {"level": (["2.easy"],), "remove": (1, 1), "end": (1,)}
"""Actions of moderators on a running game; the person in charge may also change levels."""
LOST = ("move", "move-to")
"""Actions at a lost table, which `tests/cogs/test_lost_tables.py` tries."""
SERVER: dict[str, tuple[Any, ...]] = {
    "put": ("server", "pings", "off"),
    "set": ("server", "level", ["easy"]),
    "set-some": ("server", "games", ["saizen"]),
}
"""Actions of managers of the server."""
SERVER_PAGES = ["check"]
"""Pages for managers of the server, which change nothing."""
ANNOUNCING: dict[str, tuple[Any, ...]] = {"night": ("saizen", 2, 0, "", "", 0, "")}
"""The request that follows a question for a time zone, with the custom id's fields."""
NIGHT: dict[str, tuple[Any, ...]] = {"night-end-event": (0,), "night-end-sure": (0,), "night-start": ()}
"""Actions of managers of the server on a league night, with the custom id's further fields."""
USUAL_VALUES: dict[str, list[str]] = {"pings": ["on"], "level": ["normal"], "games": []}
FREE = [
    "ask-hard",
    "call-off",
    "career",
    "choose",
    "cut",
    "cut-with",
    "day",
    "day-again",
    "day-cards",
    "day-choose",
    "day-closed",
    "day-coming",
    "day-deal",
    "day-hints",
    "day-line",
    "day-look",
    "day-of",
    "day-pick",
    "day-play",
    "day-share",
    "day-tab",
    "deal",
    "details",
    "export-me",
    "finish",
    "forget-me",
    "games",
    "give",
    "hand",
    "hints",
    "hints-here",
    "hints-off",
    "join",
    "leaders",
    "leaders-of",
    "leaders-since",
    "leave",
    "leave-game",
    "lesson",
    "lesson-leave",
    "lesson-tap",
    "lessons",
    "look",
    "more",
    "move-seat",
    "night-deals",
    "night-end",
    "night-join",
    "night-leave",
    "night-standings",
    "no-hints",
    "nudge",
    "offer-games",
    "options",
    "own-deal",
    "own-seat",
    "pick",
    "play-here",
    "play-easy",
    "play-on",
    "profile",
    "puzzle",
    "puzzle-answer",
    "puzzle-leave",
    "puzzle-look",
    "puzzle-pick",
    "record",
    "rematch",
    "replay",
    "replay-eyes",
    "replay-round",
    "review",
    "review-cost",
    "review-find",
    "review-how",
    "rules",
    "rules-of-all",
    "schedule",
    "settings",
    "sheet",
    "show-again",
    "silly",
    "sit",
    "start",
    "stop-notices",
    "stop-reminders",
    "tab",
    "tables",
    "tables-of",
    "zone",
    "zone-ask",
    "zone-find",
    "zone-type",
]
"""Actions that need no permission, open to everybody or to the people at the table.

`call-off` is listed because it names no table, and `start` because it only asks other people to confirm.
"""
people = count(10_000)


def test_every_action_is_listed_by_its_permission() -> None:
    """Require every new action in one of the nine lists, so that the tests below try it."""
    assert sorted([*LOBBY, *INVITING, *PLAYING, *LOST, *SERVER, *SERVER_PAGES, *NIGHT, *ANNOUNCING, *FREE]) == sorted(
        Action.verbs
    )


def test_only_one_module_reads_permissions_from_the_channel_of_a_click() -> None:
    """Forbid `Interaction.permissions` and `Member.resolved_permissions`, which apply only to the click's channel."""
    for module in Path(cogs.__file__).parent.rglob("*.py"):
        read = [one.attr for one in ast.walk(ast.parse(module.read_text())) if isinstance(one, ast.Attribute)]
        found = {"permissions", "resolved_permissions"} & set(read)
        assert found == ({"permissions"} if module.name == "member_permissions.py" else set()), module.name


@pytest.fixture
def world(world: Offline) -> Offline:
    """Return the bot of the other tests, on a server whose channels have permission overwrites."""
    world.add_guild(HERE, ROOM, OTHER_ROOM, THREAD, OTHER_THREAD)
    return world


async def open_table(world: Offline, where: Channel, *, playing: bool) -> int:
    """Open a table of two new people, so that no quota applies, and return its number."""
    opener, guest = (User(number, f"P{number}") for number in (next(people), next(people)))
    return await world.open_table(opener, guest, where=where, seats=3, start=playing)


async def table_rows(world: Offline, number: int) -> Any:
    """Return the rows of a table and its seats, without what changes while nobody acts."""
    snapshot = await Snapshot.of(world)
    table = {name: value for name, value in snapshot.tables[number].items() if name not in BY_ITSELF}
    return table, [row for (of, _), row in snapshot.seats.items() if of == number]


@pytest.mark.drawn(1)
@in_places("another channel")
@pytest.mark.parametrize("rights", RIGHTS)
async def test_moderator_actions_depend_only_on_the_tables_channel(world: Offline, rights: str, place: str) -> None:
    user, moderates, _ = RIGHTS[rights]
    where = CLICKED_IN[place]
    for playing, verbs, seen in ((False, LOBBY, "close:"), (True, PLAYING, "end:")):
        number = await open_table(world, ROOM, playing=playing)
        more = await world.complete(world.click(user, where, f"more:{number}"))
        assert any(one.startswith(seen) for one in more.custom_ids) == moderates
        for verb, said in () if playing else INVITING.items():
            asked = await world.complete(send_action(world, user, where, verb, number, *said))
            assert asked.text.startswith("Only ") != moderates, verb
        for verb, said in verbs.items():
            before = await table_rows(world, number)
            fields = [before[0]["opener_id"] if one is OPENER else one for one in said]
            asked = await world.complete(send_action(world, user, where, verb, number, *fields))
            assert (await table_rows(world, number) != before) == moderates, f"{verb}: {asked.text}"
            if not moderates:
                assert asked.text.startswith("Only "), verb
            elif verb == "close":
                number = await open_table(world, ROOM, playing=playing)


@pytest.mark.drawn(1)
@in_places("another channel")
@pytest.mark.parametrize("rights", sampled(RIGHTS, 3))
@pytest.mark.parametrize("playing", [False, True])
async def test_permissions_give_no_advantage_in_actions_without_permission(
    world: Offline, rights: str, place: str, monkeypatch: pytest.MonkeyPatch, *, playing: bool
) -> None:
    monkeypatch.setattr("show.presenter.PATIENCE", 0.05)  # a shorter wait for reposted messages
    user = RIGHTS[rights].user
    number = await open_table(world, ROOM, playing=playing)
    before, asked = await Snapshot.of(world), []
    for verb in FREE:  # one at a time, because of the limit of concurrent interactions
        sample = send_sample(world, user, CLICKED_IN[place], verb, table=number, server=THERE, whose="mine")
        asked.append(await world.wait_for(sample))
    assert judge(before, await Snapshot.of(world), asked) == []


@pytest.mark.drawn(1)
@pytest.mark.parametrize("rights", RIGHTS)
async def test_only_managers_change_server_settings_in_any_channel(world: Offline, rights: str) -> None:
    user, _, manages = RIGHTS[rights]
    for place, where in CLICKED_IN.items():
        for verb, said in SERVER.items():
            await world.services.settings.set_server(
                Place.server(HERE), Person(999, manages_server=lambda: True), said[1], USUAL_VALUES[said[1]]
            )
            before = await world.store.settings.all(HERE)
            asked = await world.complete(send_action(world, user, where, verb, *said))
            assert (await world.store.settings.all(HERE) != before) == manages, f"{verb} in {place}"
            assert (asked.text == Translation("en").text(NOT_MANAGER())) == (not manages), f"{verb} in {place}"


@pytest.mark.drawn(2)
@pytest.mark.parametrize("rights", RIGHTS)
async def test_request_that_follows_a_choice_of_a_time_zone_needs_its_own_permission(
    world: Offline, rights: str
) -> None:
    user, _, manages = RIGHTS[rights]
    following = PickZone(Put("server", "pings", "off").custom_id).custom_id
    await world.complete(world.click(user, ROOM, following, values=["UTC"]))
    assert ((await world.services.settings.of(Place.server(HERE))).pings == "off") == manages


@pytest.mark.drawn(1)
@pytest.mark.parametrize("rights", RIGHTS)
async def test_only_managers_read_pages_about_the_server_in_any_channel(world: Offline, rights: str) -> None:
    user, _, manages = RIGHTS[rights]
    for place, where in CLICKED_IN.items():
        for verb in SERVER_PAGES:
            before = await Snapshot.of(world)
            asked = await world.complete(send_action(world, user, where, verb))
            assert (asked.text == Translation("en").text(NOT_MANAGER())) == (not manages), f"{verb} in {place}"
            assert judge(before, await Snapshot.of(world), [asked]) == []


@pytest.mark.drawn(1)
@pytest.mark.parametrize("rights", RIGHTS)
async def test_only_managers_start_and_call_off_league_nights_in_any_channel(world: Offline, rights: str) -> None:
    user, _, manages = RIGHTS[rights]
    nights = world.services.nights
    for place, where in CLICKED_IN.items():
        for verb, said in NIGHT.items():
            boss = Person(next(people), manages_server=lambda: True)
            night = await nights.announce(Place.server(HERE), ROOM.id, boss, Setup("saizen"))
            for number in (next(people), next(people)):
                await nights.join(Place.server(HERE), Person(number), night.id)
            await nights.set_promise(night.id, 1)
            asked = await world.complete(send_action(world, user, where, verb, night.id, *said))
            state = (await nights.get(night.id)).row.state
            assert (state != "gathering") == manages, f"{verb} in {place}"
            assert (asked.text == Translation("en").text(NOT_NIGHT_MANAGER())) == (not manages), f"{verb} in {place}"
            await world.store.nights.end((await nights.get(night.id)).row, "off")


@pytest.mark.drawn(3)
@pytest.mark.parametrize("rights", RIGHTS)
async def test_only_managers_announce_a_league_night(world: Offline, rights: str) -> None:
    user, _, manages = RIGHTS[rights]
    [(verb, said)] = ANNOUNCING.items()
    for clicks in (False, True):
        if clicks:
            await world.complete(send_action(world, user, ROOM, verb, *said))
        else:
            await world.complete(world.command(user, ROOM, "night", game="saizen"))
        found = await world.services.nights.open_nights()
        assert bool(found) == manages
        for row in found:
            await world.store.nights.end(row, "off")


@pytest.mark.drawn(1)
@pytest.mark.parametrize("known", [True, False], ids=["cached", "archived or deleted"])
@pytest.mark.parametrize("where", [THREAD, ROOM], ids=["a thread", "a channel"])
async def test_permission_in_a_thread_is_its_parents(world: Offline, where: Channel, known: bool) -> None:
    number = await open_table(world, where, playing=True)
    if not known:
        forget(world, where)
    allowed = []
    for name, (user, *_) in RIGHTS.items():
        more = await world.complete(world.click(user, where, f"more:{number}"))
        allowed += [name] if any(one.startswith("end:") for one in more.custom_ids) else []
    assert {*allowed} == {name for name, (_, moderates, _) in RIGHTS.items() if moderates}


@pytest.mark.drawn(1)
@pytest.mark.parametrize("where", [THREAD, ROOM], ids=["a thread", "a channel"])
async def test_only_administrators_moderate_an_uncached_channel_from_elsewhere(world: Offline, where: Channel) -> None:
    number = await open_table(world, where, playing=True)
    forget(world, where)
    for name, (user, *_) in RIGHTS.items():
        asked = await world.complete(world.click(user, Channel(1002, HERE), f"end:{number}:0"))
        assert any(one.startswith("end:") for one in asked.custom_ids) == (name == "Administrator"), name
        assert f"I cannot see <#{where.id}>" in asked.text or name == "Administrator"


def forget(world: Offline, place: Channel) -> None:
    """Remove a channel or thread from discord.py's cache."""
    guild = world.bot.get_guild(HERE)
    assert guild is not None
    guild._threads.pop(place.id, None)
    guild._channels.pop(place.id, None)

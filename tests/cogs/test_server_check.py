"""The check of a server: it names the missing permission, its place and the remedy, in both languages.

Each situation is set up on the local Discord as a server's manager would do it; the whole bot answers.
"""

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from cogs.requests.bot_permissions import bot_permissions_in
from cogs.requests.missing_permissions import _source, missing, use_of
from host.place import Place
from host.refusals import NOT_MANAGER
from host.tables.table import Person
from local_discord.checks import permissions
from local_discord.checks.permissions import BITS
from local_discord.control import routes
from local_discord.rest import requests
from local_discord.world import ids
from local_discord.world.model import VOICE
from locales import LANGUAGES, Translation
from show.discord_port import Later
from tests.fuzz.conftest import AKI, BEN, HERE, HIDDEN, OTHER_ROOM, ROOM
from tests.fuzz.offline import Offline, SentInteraction, offline
from tests.fuzz.payloads import Channel, User
from tests.samples import sampled

MANAGER = User(30, "Mei", roles=("manage_guild",))
THREAD = Channel(1100, HERE, parent=OTHER_ROOM.id)
LOUNGE = Channel(1200, HERE)
RIGHTS = (
    *("view_channel", "connect", "send_messages", "send_messages_in_threads", "create_public_threads"),
    *("create_private_threads", "attach_files", "read_message_history", "create_events"),
)
OWN_ROLE = ids.BOT_ROLE_ID


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[Offline]:
    """Yield a bot on a server with a text channel for the click, another one with a thread, and a hidden one."""
    async with offline(tmp_path / "ichiza.sqlite3") as world:
        world.discord.world.bot.nick = "Dealer"  # otherwise the bot and its role have the same name
        world.add_guild(HERE, ROOM, OTHER_ROOM, HIDDEN, THREAD)
        await world.wait_until_idle()
        yield world
        world.discord.world.bot.nick = None


async def change(world: Offline, channel: Channel, who: str = "everyone", **bits: list[str]) -> None:
    """Change the permission overwrites of a channel for `who`."""
    routes._permissions(world.discord, {"channel_id": str(channel.id), "who": who, **bits})
    await world.wait_until_idle()


async def give_role(world: Offline, *, without: str = "", also: str = "") -> None:
    """Give the bot's role the invitation's permissions, except for `without`, and in addition `also`."""
    names = {name for name, bit in BITS.items() if permissions.BOT & bit}
    routes._role(world.discord, {"role": "Ichiza", "permissions": [*(names - {without} | {also} - {""})]})
    await world.wait_until_idle()


async def set_server(world: Offline, name: str, *values: str) -> None:
    await world.complete(world.click(MANAGER, ROOM, f"set-some:server:{name}", values=[*values]))


def check(world: Offline, where: Channel = ROOM, who: User = MANAGER, language: str = "en") -> SentInteraction:
    """Click *Check*."""
    return world.click(replace(who, locale={"en": "en-US", "ja": "ja"}[language]), where, "check")


# --- The situations


async def fine(world: Offline) -> None:
    await world.open_table(AKI, BEN, where=OTHER_ROOM)


async def hidden_by_overwrite(world: Offline) -> None:
    await change(world, ROOM, OWN_ROLE, deny=["view_channel"])


async def hidden_by_overwrite_and_silent_by_role(world: Offline) -> None:
    """Hide a channel, whose overwrites may allow what the bot's role lacks."""
    await change(world, ROOM, OWN_ROLE, deny=["view_channel"])
    await give_role(world, without="send_messages")


async def private_to_the_bot(world: Offline) -> None:
    """Choose in the settings a channel that the bot cannot see, although the members can."""
    await set_server(world, "channels", str(OTHER_ROOM.id))
    await change(world, OTHER_ROOM, deny=["view_channel"])
    await change(world, OTHER_ROOM, ids.MEMBER_ROLE_ID, allow=["view_channel"])


async def silent_where_a_table_is(world: Offline) -> None:
    await world.open_table(AKI, BEN, where=OTHER_ROOM)
    await change(world, OTHER_ROOM, deny=["send_messages"])


async def silent_by_role(world: Offline) -> None:
    await give_role(world, without="send_messages")


async def silent_by_its_own_overwrite(world: Offline) -> None:
    await change(world, ROOM, "bot", deny=["send_messages"])
    await change(world, ROOM, OWN_ROLE, allow=["send_messages"])


async def silent_in_threads_by_their_parent(world: Offline) -> None:
    await set_server(world, "channels", str(ROOM.id))
    await change(world, OTHER_ROOM, deny=["send_messages_in_threads"])


async def no_files_where_a_lobby_will_open(world: Offline) -> None:
    opens_at = int(world.services.now()) // 900 * 900 + 7200
    lobbies = world.services.scheduled_lobbies
    await lobbies.schedule(
        Place.server(HERE), OTHER_ROOM.id, Person(AKI.id, name="Aki"), "saizen", None, None, opens_at
    )
    await change(world, OTHER_ROOM, deny=["attach_files"])


async def no_files(world: Offline) -> None:
    await change(world, ROOM, deny=["attach_files"])


async def no_files_and_no_messages_by_role(world: Offline) -> None:
    await change(world, ROOM, deny=["attach_files"])
    await give_role(world, without="send_messages")


async def no_threads(world: Offline) -> None:
    await change(world, ROOM, deny=["create_public_threads"])


async def no_private_threads(world: Offline) -> None:
    await world.complete(world.click(MANAGER, ROOM, "set:server:threads", values=["off"]))
    await world.services.settings._set_server(Place.server(HERE), "threads", ["private"])


async def no_history(world: Offline) -> None:
    await change(world, ROOM, OWN_ROLE, deny=["read_message_history"])


async def no_external_emojis(world: Offline) -> None:
    await change(world, ROOM, deny=["external_emojis"])


async def no_threads_wanted(world: Offline) -> None:
    await world.complete(world.click(MANAGER, ROOM, "set:server:threads", values=["off"]))
    await change(world, ROOM, deny=["create_public_threads", "send_messages_in_threads"])


async def no_events(world: Offline) -> None:
    await give_role(world, without="create_events")


async def no_connection(world: Offline) -> None:
    place = world._place(LOUNGE)
    place.type = VOICE
    world.add_guild(HERE, ROOM, OTHER_ROOM, HIDDEN)
    world.bot.get_guild(HERE)
    data: Any = place.payload()
    world.bot._connection.parse_channel_create(data)
    await set_server(world, "channels", str(LOUNGE.id))
    await change(world, LOUNGE, OWN_ROLE, deny=["connect"])


async def locked_thread(world: Offline) -> None:
    await world.open_table(AKI, BEN, where=THREAD)
    routes._channel(world.discord, {"channel_id": str(THREAD.id), "locked": True})
    await world.wait_until_idle()


async def locked_thread_of_a_table(world: Offline) -> None:
    number = await world.open_table(AKI, BEN, where=OTHER_ROOM)
    channel_id = await world.bot.presenter.messages.game_channel_id(number)
    assert channel_id != OTHER_ROOM.id
    routes._channel(world.discord, {"channel_id": str(channel_id), "locked": True})
    await world.wait_until_idle()


async def archived_thread(world: Offline) -> None:
    await world.open_table(AKI, BEN, where=THREAD)
    routes._channel(world.discord, {"channel_id": str(THREAD.id), "archived": True})
    await world.wait_until_idle()


async def banned(world: Offline) -> None:
    world.bot.breaker.record_response(429, {"Retry-After": "600"}, urgent=False)


async def global_limit_reached(world: Offline) -> None:
    headers = {"Via": "1.1 google", "Retry-After": "300", "X-RateLimit-Global": "true", "X-RateLimit-Scope": "global"}
    world.bot.breaker.record_response(429, headers, urgent=False)


async def refused_too_often(world: Offline) -> None:
    for _ in range(world.bot.breaker._max_refusals()):
        world.bot.breaker.record_response(403, {"Via": "1.1 google"}, urgent=False)


async def refused_by_discord(world: Offline) -> None:
    """Let Discord refuse edits although the bot has all permissions. AutoMod may do this."""
    number = await world.open_table(AKI, BEN, where=OTHER_ROOM, start=False)
    handled = requests._handled

    def refusing(route: Any, call: Any, headers: Any) -> Any:
        if route.kind == "message edit":
            return requests._Answer(403, {"code": 200000, "message": "Message blocked by AutoMod"})
        return handled(route, call, headers)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(requests, "_handled", refusing)
        await world.complete(world.click(AKI, OTHER_ROOM, f"pace:{number}", values=["letter"]))


async def lost_channel(world: Offline) -> None:
    await world.open_table(AKI, BEN, where=OTHER_ROOM)
    world.delete_channel(THREAD)
    world.delete_channel(OTHER_ROOM)
    await world.wait_until_idle()


async def late_messages(world: Offline) -> None:
    """Let Discord fail for so long that a table's messages count as late."""
    await open_late_table(world, OTHER_ROOM)


async def open_late_table(world: Offline, where: Channel) -> int:
    """Open a table whose messages count as late, and return its number."""
    number = await world.open_table(AKI, BEN, where=where)
    queue = world.bot.presenter.queues.messages
    queue._work = lambda _table_id: failing()
    queue.schedule(number)
    await world.wait_until_idle()
    queue._behind_since[number] -= 60
    return number


async def failing() -> Later:
    return Later(60.0)


async def timed_out(world: Offline) -> None:
    guild = world.bot.get_guild(HERE)
    assert guild is not None
    guild.me.timed_out_until = datetime.now(UTC) + timedelta(hours=1)


async def hidden_from_the_reader(world: Offline) -> None:
    await set_server(world, "channels", str(HIDDEN.id), str(ROOM.id))
    await change(world, HIDDEN, deny=["attach_files"])
    await world.open_table(AKI, BEN, where=HIDDEN)


@dataclass(frozen=True)
class Situation:
    """A situation, and what the page must say: the missing permissions, the channel, and other messages."""

    set_up: Callable[[Offline], Awaitable[None]]
    rights: tuple[str, ...] = ()
    ways: tuple[tuple[str, str], ...] = ()
    """Keys of the messages that say how to give a permission, each with the role or member to give it to."""
    about: Channel | None = None
    """The channel that the page must name as faulty."""
    says: tuple[str, ...] = ()
    """Other messages of the page, by key."""
    where: Channel = ROOM
    """The channel of the click."""


BEHIND = ("check-tables",)
CHANNEL = (("check-way-channel", "Ichiza"),)
ROLE = (("check-way-role", "Ichiza"),)
MEMBER = (("check-way-channel", "Dealer"),)
SITUATIONS = {
    "everything is fine": Situation(fine, says=("check-fine", "check-none-behind")),
    "View Channel by overwrite": Situation(
        hidden_by_overwrite, ("view_channel",), CHANNEL, ROOM, says=("check-hidden",)
    ),
    "View Channel by overwrite, something else by role": Situation(
        hidden_by_overwrite_and_silent_by_role, ("view_channel",), CHANNEL, ROOM, says=("check-hidden",)
    ),
    "a private channel of the settings": Situation(
        private_to_the_bot, ("view_channel",), CHANNEL, OTHER_ROOM, says=("check-hidden",)
    ),
    "Send Messages where a table is": Situation(silent_where_a_table_is, ("send_messages",), CHANNEL, OTHER_ROOM),
    "Send Messages by role": Situation(silent_by_role, ("send_messages",), ROLE, says=("check-everywhere",)),
    "Send Messages by the bot's overwrite": Situation(silent_by_its_own_overwrite, ("send_messages",), MEMBER, ROOM),
    "Send Messages in Threads in a thread's parent": Situation(
        silent_in_threads_by_their_parent, ("send_messages_in_threads",), CHANNEL, OTHER_ROOM, where=THREAD
    ),
    "Attach Files where a lobby will open": Situation(
        no_files_where_a_lobby_will_open, ("attach_files",), CHANNEL, OTHER_ROOM
    ),
    "Attach Files": Situation(no_files, ("attach_files",), CHANNEL, ROOM),
    "Attach Files here, Send Messages by role": Situation(
        no_files_and_no_messages_by_role,
        ("attach_files", "send_messages"),
        ROLE + CHANNEL,
        ROOM,
        says=("check-everywhere",),
    ),
    "Create Public Threads": Situation(no_threads, ("create_public_threads",), CHANNEL, ROOM),
    "Create Private Threads": Situation(no_private_threads, ("create_private_threads",), ROLE),
    "Read Message History": Situation(no_history, ("read_message_history",), CHANNEL, ROOM),
    "External Emojis, which no bot needs for its own": Situation(no_external_emojis, says=("check-fine",)),
    "no threads, and none wanted": Situation(no_threads_wanted, says=("check-fine",)),
    "Create Events": Situation(no_events, ("create_events",), ROLE),
    "Connect": Situation(no_connection, ("connect",), CHANNEL, LOUNGE),
    "a locked thread": Situation(locked_thread, about=OTHER_ROOM, says=("check-locked",)),
    "the locked thread of a table": Situation(locked_thread_of_a_table, about=OTHER_ROOM, says=("check-locked",)),
    "an archived thread, which the bot reopens": Situation(archived_thread, says=("check-none-behind",)),
    "a ban": Situation(banned, says=("check-banned", "check-fine")),
    "the global limit": Situation(global_limit_reached, says=("check-limit",)),
    "too many refusals": Situation(refused_too_often, says=("check-refusals",)),
    "a blocked post": Situation(
        refused_by_discord, about=OTHER_ROOM, says=("check-refused", "check-table-refused", *BEHIND)
    ),
    "a lost channel": Situation(lost_channel, says=("check-table-lost", *BEHIND)),
    "late messages": Situation(late_messages, says=("check-table-behind", *BEHIND)),
    "a time-out": Situation(timed_out, says=("check-timed-out",)),
    "a channel that the reader does not see": Situation(hidden_from_the_reader, says=("check-unseen",)),
}
PROBLEMS = (
    *("check-everywhere", "check-locked", "check-refused", "check-timed-out", "check-banned", "check-refusals"),
    *("check-limit", "check-unreachable", "check-not-stored", "check-unseen", "check-table-lost"),
    *("check-table-refused", "check-table-behind", "check-unseen-tables", "check-tables", "check-hidden"),
)


def says(text: str, key: str, tr: Translation) -> bool:
    """Return whether a text contains the message `key`, with any arguments."""
    names = ("time", "until", "place", "places", "table", "who", "way", "purpose", "permissions")
    patterns = []
    for count in (1, 3):
        said = tr(key, count=count, **dict.fromkeys(names, "※"))
        patterns.append(re.sub("※|[13]", ".+?", re.escape(said)))
    return any(re.search(one, text) for one in patterns)


@pytest.mark.drawn(1)
@pytest.mark.parametrize("name", sampled(SITUATIONS, 3))
async def test_check_names_exactly_what_is_missing(world: Offline, name: str) -> None:
    situation = SITUATIONS[name]
    await situation.set_up(world)
    for language in LANGUAGES:
        asked = await world.complete(check(world, situation.where, language=language))
        judge(situation, asked.text, Translation(language))


def judge(situation: Situation, text: str, tr: Translation) -> None:
    """Check that a page says everything that it must say in a situation, and nothing else."""
    labels = {right: f"**{tr('right-' + right.replace('_', '-'))}**" for right in RIGHTS}
    assert {right for right in RIGHTS if labels[right] in text} == {*situation.rights}, text
    assert {way for way in (*CHANNEL, *ROLE, *MEMBER) if tr(way[0], who=way[1]) in text} == {*situation.ways}, text
    headings = re.findall(r"^\*\*<#(\d+)>\*\*$", text, re.MULTILINE)
    assert headings == ([str(situation.about.id)] if situation.about else []), text
    expected = {key for key in situation.says if key in PROBLEMS}
    if {*ROLE} & {*situation.ways} or expected & {"check-banned", "check-refusals", "check-limit", "check-timed-out"}:
        expected.add("check-everywhere")
    assert {key for key in PROBLEMS if says(text, key, tr)} == expected, text
    assert all(says(text, key, tr) for key in situation.says), text
    assert f"<#{HIDDEN.id}>" not in text


async def test_what_the_page_tells_to_do_helps(world: Offline) -> None:
    for set_up in (hidden_by_overwrite, no_files, no_threads, no_history, silent_where_a_table_is):
        await set_up(world)
    text = (await world.complete(check(world))).text
    assert says(text, "check-give", Translation("en"))
    for place in (ROOM, OTHER_ROOM):
        await change(world, place, OWN_ROLE, allow=[*RIGHTS])
    text = (await world.complete(check(world))).text
    assert not says(text, "check-give", Translation("en")), text
    assert says(text, "check-none-behind", Translation("en")), "blocked messages were tried again"


# --- The page's readers, and the names on it


async def test_only_managers_read_the_page(world: Offline) -> None:
    for who, where in ((AKI, ROOM), (AKI, None), (MANAGER, None)):
        asked = await world.complete(world.click(who, where, "check"))
        assert asked.text == Translation("en").text(NOT_MANAGER())


async def test_settings_lead_to_the_page_and_back(world: Offline) -> None:
    settings = await world.complete(world.command(MANAGER, ROOM, "settings"))
    assert "check" in settings.custom_ids
    page = await world.complete(check(world))
    assert page.custom_ids == ["check", "settings:server"]
    assert [kind for kind, _ in page.replies] == [7], "in place"
    assert all(one.get("allowed_mentions", {"parse": []})["parse"] == [] for one in page.answers)


async def test_check_needs_no_more_queries_for_more_tables(world: Offline, monkeypatch: pytest.MonkeyPatch) -> None:
    queries = []
    database = world.store._database
    snapshot = database.snapshot

    async def counted(work: Any) -> Any:
        task = asyncio.current_task()
        if task is not None and task.get_name() == "discord.py: on_interaction":  # not a background task
            queries.append(work)
        return await snapshot(work)

    async def asked() -> int:
        """Click *Check*, and return the number of queries."""
        queries.clear()
        await world.complete(check(world))
        return len(queries)

    await world.open_table(AKI, BEN, where=OTHER_ROOM)
    await asked()  # what the first click loads is cached afterwards
    monkeypatch.setattr(database, "snapshot", counted)
    one = await asked()
    for _ in range(3):
        await world.open_table(AKI, BEN, where=OTHER_ROOM)
    assert 0 < await asked() <= one


async def test_table_in_an_unseen_channel_is_only_counted(world: Offline) -> None:
    number = await open_late_table(world, HIDDEN)
    text = (await world.complete(check(world))).text
    assert says(text, "check-unseen-tables", Translation("en"))
    assert f"table {number}" not in text


async def test_missing_rights_agree_with_the_permissions_of_the_library(world: Offline) -> None:
    """Compare the two ways in which the bot finds out which permissions it lacks.

    The page checks each permission alone; before a call, the bot computes all its permissions together.
    """
    guild = world.bot.get_guild(HERE)
    assert guild is not None
    channel = guild.get_channel(ROOM.id)
    assert channel is not None
    for who in ("everyone", OWN_ROLE, "bot"):
        for right in ("view_channel", "send_messages", "attach_files", "read_message_history"):
            for way in ("deny", "allow"):
                await change(world, ROOM, who, **{way: [right]})
                lacks = [one.permission for one in missing(channel, guild.me, use_of(channel), "on")]
                allowed = bot_permissions_in(channel)
                assert allowed is not None
                assert (right not in lacks) == getattr(allowed, right), (who, right, way)


@pytest.mark.parametrize(
    ("overwrites", "source"),
    [
        ({"own": False, "other": True}, None),  # one role that allows is enough
        ({"own": False}, "channel"),
        ({"everyone": False, "other": True}, None),
        ({"everyone": True, "own": False}, "channel"),
        ({"bot": False, "own": True, "other": True}, "member"),
        ({"bot": True, "own": False, "everyone": False}, None),
        ({}, None),
    ],
    ids=str,
)
def test_overwrites_of_several_roles_count_as_on_discord(overwrites: dict[str, bool], source: str | None) -> None:
    me: Any = SimpleNamespace(
        roles=["everyone", "own", "other"],
        guild_permissions=discord.Permissions(attach_files=True),
        is_timed_out=lambda: False,
    )

    def overwrites_for(who: object) -> discord.PermissionOverwrite:
        return discord.PermissionOverwrite(attach_files=overwrites.get("bot" if who is me else str(who)))

    channel: Any = SimpleNamespace(guild=SimpleNamespace(default_role="everyone"), overwrites_for=overwrites_for)
    assert _source(channel, me, "attach_files") == source


async def test_everything_is_allowed_to_administrators(world: Offline) -> None:
    await give_role(world, also="administrator")
    await change(world, ROOM, deny=["view_channel", "send_messages"])
    text = (await world.complete(check(world))).text
    assert says(text, "check-fine", Translation("en"))

"""Faults of Discord, of the connection and of the machine, from lost answers to a full disk."""

import asyncio
import resource
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager, closing, suppress
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

from tests.driver import Driver, Json, RefusedError, buttons
from tests.e2e.audit import Audit
from tests.e2e.playing import until
from tests.e2e.processes import BotProcess

UNNOTICED: Json = {"apply": True, "drop": True}
"""Fields of a fault in which a request takes effect, but its answer is lost."""
BUSY_SECONDS = 8.0
"""Seconds for which a fault locks the database: more than the bot ever waits for it."""
LENGTHS = (1 / 40, 1 / 8, 0.3, 0.625, 1.0)
"""Lengths of global limits as fractions of the longest one."""
OF_SESSIONS = {"READY", "RESUMED", "HELLO"}
"""Events that would begin a new session if their payload were altered.

They are left out, because other faults end connections often enough.
"""
STORM = 150
"""Number of channels whose permissions a storm changes twice."""
ODD = 10
"""Number of payloads that one fault alters, so that they deviate from Discord's documentation."""
REFUSALS = ((160007, 400), (200001, 400), (50024, 400), (50035, 400), (30046, 429))
"""Codes and statuses of refusals. The code of missing permissions is left out: other faults take permissions away."""


@dataclass(frozen=True)
class Scene:
    """The game that a fault affects; the fault may act on its channel or on its messages."""

    world: Driver
    bot: BotProcess
    number: int
    table: Json
    """The table message."""

    @property
    def guild_id(self) -> int:
        """The table's guild."""
        return int(self.bot.rows("SELECT place_id FROM tables WHERE id = ?", self.number)[0][0])

    @property
    def somebody(self) -> str:
        """The id of one of the people at the table."""
        query = "SELECT max(user_id) FROM seats WHERE table_id = ?"
        return str(self.bot.rows(query, self.number)[0][0])


Fault: TypeAlias = Callable[[Scene], AbstractAsyncContextManager[None]]


def caused(act: Callable[[Scene], Awaitable[object]]) -> Fault:
    """Return a fault that `act` causes and that ends by itself."""

    @asynccontextmanager
    async def fault(scene: Scene) -> AsyncIterator[None]:
        await act(scene)
        yield

    return fault


def failing(*faults: Json) -> Fault:
    """Return a fault in which requests fail, hang or get lost."""

    @asynccontextmanager
    async def fault(scene: Scene) -> AsyncIterator[None]:
        for one in faults:
            await scene.world.control.fail(**one)
        yield
        await scene.world.control.clear_faults()

    return fault


def public(**fault: object) -> Fault:
    """Return a fault in which requests that post, edit or delete public messages fail or wait, as `fault` says."""
    kinds = ("message create", "message edit", "message delete")
    return failing(*({"kind": kind, **fault} for kind in kinds))


def denied(*names: str, everywhere: bool = False) -> Fault:
    """Return a fault that takes permissions away in the table's channel, or in the whole guild, and gives them back."""

    @asynccontextmanager
    async def fault(scene: Scene) -> AsyncIterator[None]:
        control = scene.world.control
        every = (await scene.world.user("Aki").state())["channels"] if everywhere else ()
        guild = [one["id"] for one in every if one["guild_id"] == str(scene.guild_id) and one["parent_id"] is None]
        channels = guild or [scene.table["channel_id"]]
        for channel in channels:
            await control.deny(channel, "bot", *names)
        try:
            yield
        finally:
            for channel in channels:
                with suppress(RefusedError):  # the channel may have been deleted meanwhile
                    await control.allow(channel, "bot", *names)

    return fault


@asynccontextmanager
async def deleted_messages(scene: Scene) -> AsyncIterator[None]:
    """Delete the bot's messages at a table, except lobbies.

    While the bot is disconnected or cannot see the channel, it learns of a deletion only by its next edit. Lobbies are
    left out, because they are edited only if somebody clicks.
    """
    for message in await scene.world.user("Aki").messages(scene.table["channel_id"]):
        lobby = any(one["custom_id"].startswith("join:") for one in buttons(message))
        if message["author"].get("bot") and not lobby:
            await scene.world.control.delete_message(message)
    yield


@asynccontextmanager
async def removed_bot(scene: Scene) -> AsyncIterator[None]:
    """Remove the bot from the guild, and invite it again."""
    await scene.world.control.leave("bot", scene.guild_id)
    try:
        yield
    finally:
        await scene.world.control.join("bot", scene.guild_id)


@asynccontextmanager
async def locked_thread(scene: Scene) -> AsyncIterator[None]:
    """Lock the thread, and open it again."""
    await scene.world.control.archive(scene.table["channel_id"], locked=True)
    yield
    await scene.world.control.archive(scene.table["channel_id"], archived=False)


@asynccontextmanager
async def left_server(scene: Scene) -> AsyncIterator[None]:
    """Let a player leave the guild for a while."""
    await scene.world.control.leave(scene.somebody, scene.guild_id)
    await asyncio.sleep(0.5)  # nothing tells the test that the bot has handled the departure
    await scene.world.control.join(scene.somebody, scene.guild_id)
    yield


@asynccontextmanager
async def slow_mode(scene: Scene) -> AsyncIterator[None]:
    """Turn slow mode on in the table's channel or thread, also for clicks, as was reported once."""
    control, channel = scene.world.control, scene.table["channel_id"]
    with suppress(RefusedError):  # the channel may have been deleted
        await control.channel(channel, rate_limit_per_user=30, default_thread_rate_limit_per_user=30)
    async with control.temporary_settings(slow_mode_blocks_clicks=True):
        yield
    with suppress(RefusedError):
        await control.channel(channel, rate_limit_per_user=0, default_thread_rate_limit_per_user=0)


@asynccontextmanager
async def timed_out(scene: Scene) -> AsyncIterator[None]:
    """Time somebody at the table out; their clicks do not reach the bot."""
    somebody = scene.somebody
    await scene.world.control.user(somebody, timed_out_seconds=60)
    try:
        yield
    finally:
        await scene.world.control.user(somebody, timed_out_seconds=0)


@asynccontextmanager
async def expired_tokens(scene: Scene) -> AsyncIterator[None]:
    """Let the tokens of everybody at the table expire; tokens at other tables stay valid."""
    for (user,) in scene.bot.rows("SELECT user_id FROM seats WHERE table_id = ? AND user_id IS NOT NULL", scene.number):
        await scene.world.control.expire_tokens(str(user))
    yield


def reconnected(how: Callable[[Driver], Awaitable[None]], counter: str) -> Fault:
    """Return a fault of the gateway connection, which `how` ends; the fault is over once the bot is connected again.

    `counter` names the count that shows this: "resumes" or "identifies".
    """

    @asynccontextmanager
    async def fault(scene: Scene) -> AsyncIterator[None]:
        control = scene.world.control
        before = (await control.gateway())[counter]

        async def is_back() -> bool:
            return bool((await control.gateway())[counter] > before)

        await how(scene.world)
        yield
        await until(is_back)

    return fault


@asynccontextmanager
async def locked_database(scene: Scene) -> AsyncIterator[None]:
    """Let another program hold the database's write lock for a while."""
    with closing(sqlite3.connect(scene.bot.database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        unlocking = asyncio.get_running_loop().call_later(BUSY_SECONDS, other.execute, "ROLLBACK")
        try:
            yield
        finally:
            unlocking.cancel()


@asynccontextmanager
async def full_disk(scene: Scene) -> AsyncIterator[None]:
    """Keep the bot's files from growing, as on a full disk, for at most two seconds."""
    size = scene.bot.database.with_name(f"{scene.bot.database.name}-wal").stat().st_size
    pid, (_, most) = scene.bot.pid, resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, most))
    room = asyncio.get_running_loop().call_later(2.0, resource.prlimit, pid, resource.RLIMIT_FSIZE, (most, most))
    try:
        yield
    finally:
        room.cancel()
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (most, most))


def limited(seconds: float) -> Fault:
    """Return a fault: for this many seconds, every request except interaction answers gets a global 429."""
    return caused(lambda scene: scene.world.control.exhaust_global_limit(seconds))


def refused(kind: str, code: int, status: int) -> Fault:
    """Return a fault that refuses one request of a kind with a code."""
    return failing({"kind": kind, "code": code, "status": status, "times": 1, "retry_after": 2.0})


@asynccontextmanager
async def outage(scene: Scene) -> AsyncIterator[None]:
    """Make the table's guild unavailable for a while."""
    guild_id = scene.guild_id
    await scene.world.control.outage(guild_id)
    try:
        yield
    finally:
        await scene.world.control.outage(guild_id, unavailable=False)


@asynccontextmanager
async def several_outages(scene: Scene) -> AsyncIterator[None]:
    """Make several guilds unavailable at the same time."""
    guilds = [one["id"] for one in (await scene.world.user("Aki").state())["guilds"]][::4]
    for one in guilds:
        await scene.world.control.outage(one)
    try:
        yield
    finally:
        for one in guilds:
            await scene.world.control.outage(one, unavailable=False)


@asynccontextmanager
async def silent_gateway(scene: Scene) -> AsyncIterator[None]:
    """Let the connection hang, and then drop it. When it resumes, the bot gets all missed events."""
    control = scene.world.control
    before = await control.gateway()
    await control.hang_gateway()
    yield
    await control.hang_gateway(hanging=False)
    await control.drop_gateway()

    async def is_back() -> bool:
        now = await control.gateway()
        return any(now[one] > before[one] for one in ("resumes", "identifies"))

    await until(is_back)


REQUEST_FAULTS: Mapping[str, Fault] = {
    "answers are lost": failing({"kind": "callback", **UNNOTICED, "times": 3}),
    "answers never come": failing({"kind": "callback", "drop": True, "times": 3}),
    "answers hang": failing({"kind": "callback", "hang": True, "times": 1}),
    "answers hang that Discord has": failing({"kind": "callback", "hang": True, "apply": True, "times": 1}),
    "answers fail with 500 that Discord has": failing({"preset": "server_error", "kind": "callback", "apply": True}),
    "answers fail with 502": failing({"kind": "callback", "status": 502, "times": 2}),
    "answers are limited": failing({"preset": "rate_limit", "kind": "callback", "retry_after": 0.5, "times": 2}),
    "messages are lost": public(**UNNOTICED, times=2),
    "messages never come": public(drop=True, times=2),
    "messages hang": public(hang=True, times=1),
    "messages hang that Discord has": public(hang=True, apply=True, times=1),
    "messages fail with 500": public(preset="server_error", times=3),
    "messages fail with 500 that Discord has": public(preset="server_error", apply=True, times=3),
    "messages fail with 502": public(status=502, times=3),
    "messages come late": public(delay=1.5, times=2),
    "messages are answered late": public(late=1.5, times=2),
    "routes are limited": public(preset="rate_limit", retry_after=1.0, times=2),
    "everything is limited": public(**{"preset": "rate_limit", "retry_after": 1.0, "times": 2, "global": True}),
    "tokens expire": expired_tokens,
}
PLACE_FAULTS: Mapping[str, Fault] = {
    "nothing can be sent": denied("send_messages", "send_messages_in_threads"),
    "nothing can be seen": denied("view_channel"),
    "no files can be attached": denied("attach_files"),
    "the bot is put out": removed_bot,
    "the thread is locked": locked_thread,
    "the thread is archived": caused(lambda scene: scene.world.control.archive(scene.table["channel_id"])),
    "the thread is deleted": caused(lambda scene: scene.world.control.delete_channel(scene.table["channel_id"])),
    "messages are deleted": deleted_messages,
    "somebody leaves the server": left_server,
    "slow mode": slow_mode,
    "somebody is timed out": timed_out,
}
CONNECTION_FAULTS: Mapping[str, Fault] = {
    "the connection drops": reconnected(lambda world: world.control.drop_gateway(), "resumes"),
    "the connection drops for good": reconnected(
        lambda world: world.control.drop_gateway(resumable=False), "identifies"
    ),
    "Discord asks to reconnect": reconnected(lambda world: world.control.reconnect_gateway(), "resumes"),
    "the session is invalid": reconnected(
        lambda world: world.control.invalidate_session(resumable=False), "identifies"
    ),
    "the session is invalid and can be resumed": reconnected(
        lambda world: world.control.invalidate_session(resumable=True), "resumes"
    ),
}
MACHINE_FAULTS: Mapping[str, Fault] = {
    "the database is locked": locked_database,
    "the disk is full": full_disk,
}
FAULTS = {**REQUEST_FAULTS, **PLACE_FAULTS, **CONNECTION_FAULTS, **MACHINE_FAULTS}


def of_refusals() -> Mapping[str, Fault]:
    """Return faults that refuse requests with a permanent error, after which the bot waits at least a minute."""
    return {
        f"{kind} is refused with {code}": refused(kind, code, status)
        for kind in ("message create", "message edit", "thread create")
        for code, status in REFUSALS
        if (code == 30046) <= (kind == "message edit")
    }


def of_requests(longest: float) -> Mapping[str, Fault]:
    """Return faults of requests: failures, and rate limits of all lengths up to `longest` seconds."""
    return {
        **{name: fault for name, fault in REQUEST_FAULTS.items() if name != "everything is limited"},
        **{f"everything is limited for {part * longest:.3g} s": limited(part * longest) for part in LENGTHS},
        "edits are limited long": failing(
            {"preset": "rate_limit", "kind": "message edit", "retry_after": longest, "times": 2}
        ),
        "messages are limited long": failing(
            {"preset": "rate_limit", "kind": "message create", "retry_after": longest, "times": 2}
        ),
        "threads are limited long": failing(
            {"preset": "rate_limit", "kind": "thread create", "retry_after": longest, "times": 1}
        ),
        "routes are limited for all": public(preset="rate_limit", scope="shared", retry_after=longest / 8, times=2),
        "old edits are limited": failing({"preset": "old_edits", "retry_after": longest / 10, "times": 2}),
        "all fails with 503": public(preset="unavailable", times=10),
    }


def of_places(audit: Audit, channels: dict[str, list[str]], crowd: str) -> Mapping[str, Fault]:
    """Return faults of permissions, outages, deletions and storms of events.

    Args:
        audit: receives the deleted channels.
        channels: the channel ids of each guild; a deleted channel is replaced here by a new one.
        crowd: the id of a large guild in which nobody plays.
    """

    @asynccontextmanager
    async def storm(scene: Scene) -> AsyncIterator[None]:
        """Hide channels of the large guild from the bot, and show them again."""
        control = scene.world.control
        every = (await scene.world.user("Aki").state())["channels"]
        for there in [one["id"] for one in every if one["guild_id"] == crowd][:STORM]:
            await control.deny(there, "bot", "view_channel")
            await control.allow(there, "bot", "view_channel")
        yield

    @asynccontextmanager
    async def deleted_channel(scene: Scene) -> AsyncIterator[None]:
        """Delete a channel with all its messages and create another one."""
        guild = str(scene.guild_id)
        if guild in channels:
            deleted = channels[guild].pop()
            audit.deleted_channels.add(int(deleted))
            await scene.world.control.delete_channel(deleted)
            channels[guild].append(await scene.world.control.add_channel(guild, "more tables"))
        yield

    return {
        **PLACE_FAULTS,
        "nothing can be sent on a server": denied("send_messages", "send_messages_in_threads", everywhere=True),
        "nothing can be seen on a server": denied("view_channel", everywhere=True),
        "no threads can be opened on a server": denied("create_public_threads", everywhere=True),
        "the server is unavailable": outage,
        "several servers are unavailable": several_outages,
        "a channel is deleted": deleted_channel,
        "a large server has a storm of events": storm,
    }


def of_connections(random: Random) -> Mapping[str, Fault]:
    """Return faults of the gateway: connections that end or hang, and payloads that differ from the documentation."""

    @asynccontextmanager
    async def odd_payloads(scene: Scene) -> AsyncIterator[None]:
        """Send events with altered payloads for the first guild, where nobody plays."""
        events = set(await scene.world.control.example_events()) - OF_SESSIONS
        for event in random.choices(sorted(events), k=ODD):
            await scene.world.control.send_event(event, seeds=[random.getrandbits(32)])
        yield

    return {
        **CONNECTION_FAULTS,
        "the connection hangs": silent_gateway,
        "payloads are odd": odd_payloads,
    }

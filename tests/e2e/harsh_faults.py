"""Faults of a harsh Discord besides `test_play_through_faults`: rate limits, outages, permissions, deletions."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from random import Random

from tests.driver import RefusedError, buttons
from tests.e2e.audit import Audit
from tests.e2e.playing import until
from tests.e2e.test_play_through_faults import FAULTS, Fault, Scene, failing, public

MACHINE_FAULTS = {"the database is locked", "the disk is full"}
"""Faults of the machine, not of Discord."""
PLACE_FAULTS = {
    "nothing can be sent",
    "nothing can be seen",
    "no files can be attached",
    "the bot is put out",
    "the thread is locked",
    "the thread is archived",
    "the thread is deleted",
    "messages are deleted",
    "somebody leaves the server",
}
CONNECTIONS = {
    "the connection drops",
    "the connection drops for good",
    "Discord asks to reconnect",
    "the session is invalid",
    "the session is invalid and can be resumed",
}
LENGTHS = (1 / 40, 1 / 8, 0.3, 0.625, 1.0)
"""Lengths of global limits as parts of the longest."""
OF_SESSIONS = {"READY", "RESUMED", "HELLO"}
"""Events whose deviations would begin a new session; connections end often enough without them."""
ODD = 10
"""Odd payloads at a time."""
REFUSALS = ((160007, 400), (200001, 400), (50024, 400), (50035, 400), (30046, 429))
"""Codes and statuses of refusals; the code of missing permissions comes when permissions are taken away."""


def limited(seconds: float) -> Fault:
    """Return a fault that answers every request with a global 429 for so many seconds, except interaction answers."""

    @asynccontextmanager
    async def fault(scene: Scene) -> AsyncIterator[None]:
        await scene.world.control.exhaust_global_limit(seconds)
        yield

    return fault


def refused(kind: str, code: int, status: int) -> Fault:
    """Return a fault that refuses one request of a kind with a code."""
    return failing({"kind": kind, "code": code, "status": status, "times": 1, "retry_after": 2.0})


def denied(*names: str) -> Fault:
    """Return a fault that takes permissions away in each channel of a guild and gives them back."""

    @asynccontextmanager
    async def fault(scene: Scene) -> AsyncIterator[None]:
        control = scene.world.control
        channels = [
            one["id"]
            for one in (await scene.world.user("Aki").state())["channels"]
            if one["guild_id"] == str(scene.guild_id) and one["parent_id"] is None
        ]
        for channel in channels:
            await control.deny(channel, "bot", *names)
        try:
            yield
        finally:
            for channel in channels:
                try:
                    await control.allow(channel, "bot", *names)
                except RefusedError:  # the channel was deleted meanwhile
                    continue

    return fault


@asynccontextmanager
async def deleted_messages(scene: Scene) -> AsyncIterator[None]:
    """Delete the bot's messages at a table, except lobbies.

    The bot learns of no deletion while it is disconnected or cannot see the channel. Unlike a running game, a lobby is
    not edited again without a click.
    """
    for message in await scene.world.user("Aki").messages(scene.table["channel_id"]):
        lobby = any(one["custom_id"].startswith("join:") for one in buttons(message))
        if message["author"].get("bot") and not lobby:
            await scene.world.control.delete_message(message)
    yield


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
    """Make several guilds unavailable at once."""
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
    """Let the connection hang, then drop it, so that a resume delivers every event."""
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


def of_refusals() -> Mapping[str, Fault]:
    """Return faults that refuse requests for good; the bot leaves such a message for at least a minute."""
    return {
        f"{kind} is refused with {code}": refused(kind, code, status)
        for kind in ("message create", "message edit", "thread create")
        for code, status in REFUSALS
        if (code == 30046) <= (kind == "message edit")
    }


def of_requests(longest: float) -> Mapping[str, Fault]:
    """Return failing requests and rate limits of all lengths up to `longest` seconds."""
    kept = FAULTS.keys() - MACHINE_FAULTS - PLACE_FAULTS - CONNECTIONS - {"everything is limited"}
    return {
        **{name: FAULTS[name] for name in kept},
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


def of_places(audit: Audit, channels: dict[str, list[str]]) -> Mapping[str, Fault]:
    """Return faults of permissions, outages and deletions.

    Args:
        audit: receives the deleted channels.
        channels: the channels of each guild; the last one may be replaced by another.
    """

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
        **{name: FAULTS[name] for name in PLACE_FAULTS},
        "messages are deleted": deleted_messages,
        "nothing can be sent on a server": denied("send_messages", "send_messages_in_threads"),
        "nothing can be seen on a server": denied("view_channel"),
        "no threads can be opened on a server": denied("create_public_threads"),
        "the server is unavailable": outage,
        "several servers are unavailable": several_outages,
        "a channel is deleted": deleted_channel,
    }


def of_connections(random: Random) -> Mapping[str, Fault]:
    """Return gateway connections that end or hang, and payloads that differ from Discord's documentation."""

    @asynccontextmanager
    async def odd_payloads(scene: Scene) -> AsyncIterator[None]:
        """Send deviating events for the first guild, where nobody plays."""
        events = set(await scene.world.control.example_events()) - OF_SESSIONS
        for event in random.choices(sorted(events), k=ODD):
            await scene.world.control.send_event(event, seeds=[random.getrandbits(32)])
        yield

    return {
        **{name: FAULTS[name] for name in CONNECTIONS},
        "the connection hangs": silent_gateway,
        "payloads are odd": odd_payloads,
    }

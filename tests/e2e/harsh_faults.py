"""What goes wrong on a harsh Discord, beside what `test_played_through` lets fail: limits, outages, rights, places."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from random import Random

from tests.driver import RefusedError, buttons
from tests.e2e.audit import Audit
from tests.e2e.playing import until
from tests.e2e.test_played_through import FAULTS, Fault, Scene, failing, public

ELSEWHERE = {"the database is locked", "the disk is full"}
"""Faults of the machine, not of Discord."""
IN_PLACES = {
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
DEAF = {*CONNECTIONS, "the connection hangs", "tokens expire"}
"""While these last somebody may go without an answer. A global limit is none of them: answers do not count for it."""
LENGTHS = (1 / 40, 1 / 8, 0.3, 0.625, 1.0)
"""Of global limits, as parts of the longest."""
OF_SESSIONS = {"READY", "RESUMED", "HELLO"}
"""Events of which an odd one begins a session anew: connections end often enough."""
ODD = 10
"""Odd payloads at a time."""
REFUSALS = ((160007, 400), (200001, 400), (50024, 400), (50035, 400), (30046, 429))
"""Codes and statuses of refusals; that of missing rights comes with the rights that are taken."""


def limited(seconds: float) -> Fault:
    """Every request but the answers to interactions gets a global 429 for so long."""

    @asynccontextmanager
    async def fault(scene: Scene) -> AsyncIterator[None]:
        await scene.world.control.exhaust_global_limit(seconds)
        yield

    return fault


def refused(kind: str, code: int, status: int) -> Fault:
    """One request of that kind is refused with that code."""
    return failing({"kind": kind, "code": code, "status": status, "times": 1, "retry_after": 2.0})


def denied(*names: str) -> Fault:
    """Permissions are taken away in all channels of a server, one after the other, and given back."""

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
                except RefusedError:  # it was deleted meanwhile
                    continue

    return fault


@asynccontextmanager
async def deleted_messages(scene: Scene) -> AsyncIterator[None]:
    """What the bot has said where a table is played is deleted, but for lobbies.

    Nobody tells the bot of a deletion while it has no connection, or does not see the channel; and unlike a running
    game a lobby is not written again by itself.
    """
    for message in await scene.world.user("Aki").messages(scene.table["channel_id"]):
        lobby = any(one["custom_id"].startswith("join:") for one in buttons(message))
        if message["author"].get("bot") and not lobby:
            await scene.world.control.delete_message(message)
    yield


@asynccontextmanager
async def outage(scene: Scene) -> AsyncIterator[None]:
    """The table's server is unavailable for a while."""
    guild_id = scene.guild_id
    await scene.world.control.outage(guild_id)
    try:
        yield
    finally:
        await scene.world.control.outage(guild_id, unavailable=False)


@asynccontextmanager
async def several_outages(scene: Scene) -> AsyncIterator[None]:
    """Several servers are unavailable at once."""
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
    """The connection hangs, and is then dropped, so that nothing is lost that a resume does not bring."""
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
    """Requests that are refused for good: what they were to show is left as it is for a minute at least."""
    return {
        f"{kind} is refused with {code}": refused(kind, code, status)
        for kind in ("message create", "message edit", "thread create")
        for code, status in REFUSALS
        if (code == 30046) <= (kind == "message edit")
    }


def of_requests(longest: float) -> Mapping[str, Fault]:
    """Requests that fail, and limits of all lengths, the longest of so many seconds."""
    kept = FAULTS.keys() - ELSEWHERE - IN_PLACES - CONNECTIONS - {"everything is limited"}
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
    """Rights taken and given, outages, and places that go.

    Args:
        audit: it is told of the channels that are deleted.
        channels: of each server; the last one may be deleted, and another takes its place.
    """

    @asynccontextmanager
    async def deleted_channel(scene: Scene) -> AsyncIterator[None]:
        """A channel is deleted, with all that stands in it, and another one is made."""
        guild = str(scene.guild_id)
        if guild in channels:
            gone = channels[guild].pop()
            audit.gone.add(int(gone))
            await scene.world.control.delete_channel(gone)
            channels[guild].append(await scene.world.control.add_channel(guild, "more tables"))
        yield

    return {
        **{name: FAULTS[name] for name in IN_PLACES},
        "messages are deleted": deleted_messages,
        "nothing can be sent on a server": denied("send_messages", "send_messages_in_threads"),
        "nothing can be seen on a server": denied("view_channel"),
        "no threads can be opened on a server": denied("create_public_threads"),
        "the server is unavailable": outage,
        "several servers are unavailable": several_outages,
        "a channel is deleted": deleted_channel,
    }


def of_connections(random: Random) -> Mapping[str, Fault]:
    """Gateway connections that end or hang, and payloads that are not as Discord documents them."""

    @asynccontextmanager
    async def odd_payloads(scene: Scene) -> AsyncIterator[None]:
        """Events of the first server, where nobody plays, deviate at random."""
        events = set(await scene.world.control.example_events()) - OF_SESSIONS
        for event in random.choices(sorted(events), k=ODD):
            await scene.world.control.send_event(event, seeds=[random.getrandbits(32)])
        yield

    return {
        **{name: FAULTS[name] for name in CONNECTIONS},
        "the connection hangs": silent_gateway,
        "payloads are odd": odd_payloads,
    }

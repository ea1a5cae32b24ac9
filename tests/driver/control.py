"""The control API of a local Discord, from Python. What the bodies mean stands in the README."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Protocol

from tests.driver.view import Json


class Requester(Protocol):
    """Who sends the requests.

    Attributes:
        deferred: how long to wait for what follows a deferred acknowledgement, in seconds.
    """

    deferred: float

    async def get(self, path: str, **query: str) -> Json:
        """GET an object."""

    async def get_list(self, path: str, **query: str) -> list[Json]:
        """GET a list."""

    async def post(self, path: str, body: Json) -> Json:
        """POST an object."""

    async def delete(self, path: str) -> None:
        """DELETE something."""


class Control:
    """Turns the screws of the local Discord and reads its log."""

    def __init__(self, requester: Requester) -> None:
        self._requester = requester

    async def _post(self, name: str, body: Json) -> Json:
        return await self._requester.post(f"/control/{name}", body)

    async def settings(self, **settings: object) -> Json:
        """Change settings; gives all of them."""
        return await self._post("settings", settings)

    @asynccontextmanager
    async def changed(self, **settings: object) -> AsyncIterator[None]:
        """Have settings otherwise for as long as the context lasts."""
        before = await self._requester.get("/control/settings")
        await self.settings(**settings)
        try:
            yield
        finally:
            await self.settings(**{name: before[name] for name in settings})

    async def fail(self, preset: str | None = None, **fields: object) -> None:
        """Let the next matching request fail or wait: a preset, or fields such as `kind`, `times`, `status`, `late`."""
        await self._post("faults", {**({"preset": preset} if preset else {}), **fields})

    async def faults(self) -> list[Json]:
        """Those that have not happened yet."""
        return await self._requester.get_list("/control/faults")

    async def clear_faults(self) -> None:
        """Take back all faults that have not happened, and let go of the requests held up."""
        await self._requester.delete("/control/faults")

    async def limit(self, limit: int, per: float, method: str | None = None, route: str | None = None) -> None:
        """Set a bucket's size: `limit` requests in `per` seconds."""
        await self._post("limits", {"limit": limit, "per": per, "method": method, "route": route})

    async def exhaust_global_limit(self, seconds: float) -> None:
        """Answer every request but those of interactions with a global 429 for so many seconds."""
        await self._post("limits", {"global_seconds": seconds})

    async def ban(self, seconds: float) -> None:
        """Ban the bot's address for so many seconds; 0: no more."""
        await self._post("ban", {"seconds": seconds})

    async def banned(self) -> Json:
        """The `invalid` requests of late, `seconds_left` of a ban, how many `bans` there were, `refused` requests."""
        return await self._requester.get("/control/ban")

    async def outage(self, guild_id: int | str | None = None, *, unavailable: bool = True) -> None:
        """Let a server (the first) be unavailable, or be back."""
        which = {} if guild_id is None else {"guild_id": str(guild_id)}
        await self._post("outage", {"unavailable": unavailable, **which})

    async def deny(self, channel: str | None, who: str, *names: str) -> None:
        """Take permissions away in a channel (None: in all); `who` is "bot", "everyone" or a user."""
        await self._post("permissions", {"channel_id": channel, "who": who, "deny": names})

    @asynccontextmanager
    async def denied(self, channel: str, who: str, *names: str) -> AsyncIterator[None]:
        """Take permissions away in a channel for as long as the context lasts."""
        await self.deny(channel, who, *names)
        try:
            yield
        finally:
            await self.allow(channel, who, *names)

    async def allow(self, channel: str | None, who: str, *names: str) -> None:
        """Give permissions in a channel (None: in all)."""
        await self._post("permissions", {"channel_id": channel, "who": who, "allow": names})

    async def role(self, name: str, **fields: object) -> str:
        """Make or change a role: `permissions`, `give`, `take`, `delete`; its id."""
        return str((await self._post("role", {"role": name, **fields}))["id"])

    async def user(self, who: str, **fields: object) -> Json:
        """Change a user: `locale`, `nick`, `global_name`, `administrator`, `takes_messages`."""
        return await self._post("user", {"user": who, **fields})

    async def leave(self, who: str, guild_id: int | str | None = None) -> None:
        """Let a user leave a guild (the first)."""
        await self._post("member", {"user": who, "present": False, **_of_guild(guild_id)})

    async def join(self, who: str, guild_id: int | str | None = None) -> None:
        """Let a user come back to a guild (the first), or somebody new come."""
        await self._post("member", {"user": who, "present": True, **_of_guild(guild_id)})

    async def add_guild(self, name: str, channels: Sequence[str], locale: str = "en-US") -> Json:
        """Make a guild that everybody and the bot are on; its `id` and those of its `channels`."""
        return await self._post("guild", {"name": name, "channels": channels, "locale": locale})

    async def add_channel(self, guild_id: int | str, name: str, kind: int = 0) -> str:
        """Make a channel of a guild, of Discord's type `kind`; its id."""
        made = await self._post("guild", {"channels": [name], "type": kind, **_of_guild(guild_id)})
        return str(made["channels"][0])

    async def invite(self, permissions: int) -> None:
        """Let the bot in, with a role of its own that has these permissions."""
        await self._post("member", {"user": "bot", "present": True, "permissions": permissions})

    async def rest(self, thread: str, minutes: int) -> None:
        """Let time pass in which nobody writes in a thread; it may archive itself."""
        await self._post("channel", {"channel_id": thread, "idle_minutes": minutes})

    async def delete_message(self, message: Json) -> None:
        """Delete a message, as a moderator would."""
        await self._post("message", {"message_id": message["id"], "delete": True})

    async def delete_channel(self, channel: str) -> None:
        """Delete a channel or thread."""
        await self._post("channel", {"channel_id": channel, "delete": True})

    async def archive(self, thread: str, *, archived: bool = True, locked: bool = False) -> None:
        """Archive, unarchive or lock a thread."""
        await self._post("channel", {"channel_id": thread, "archived": archived, "locked": locked})

    async def delete_emojis(self, begins: str) -> None:
        """Take away the application's emojis whose names begin so, as its owner could."""
        await self._post("emoji", {"begins": begins})

    async def drop_gateway(self, *, resumable: bool = True, code: int = 4000, shard: int | None = None) -> None:
        """Close the bot's gateway connections, or that of one shard."""
        only = {} if shard is None else {"shard": shard}
        await self._post("gateway", {"drop": True, "resumable": resumable, "code": code, **only})

    async def hang_gateway(self, *, hanging: bool = True) -> None:
        """Leave the bot's gateway connection open, but say nothing there and hear nothing; or go on."""
        await self._post("gateway", {"hang": hanging})

    async def reconnect_gateway(self) -> None:
        """Ask the bot to connect anew and to resume."""
        await self._post("gateway", {"reconnect": True})

    async def invalidate_session(self, *, resumable: bool) -> None:
        """Tell the bot that its session is invalid; resumable: that it may try to resume it."""
        await self._post("gateway", {"invalid": "resumable" if resumable else "gone"})

    async def deviate(self, event: str, **how: object) -> None:
        """Let the next events of a type deviate: `seeds`, one each, or a `place` in the payload and a `way`."""
        await self._post("deviations", {"event": event, **how})

    async def deviations(self) -> list[Json]:
        """Those that have been sent: `event`, `seed`, `place`, `way`, the payload's true `id`."""
        return await self._requester.get_list("/control/deviations")

    async def clear_deviations(self) -> None:
        """Take back those that have not been sent, and forget the others."""
        await self._post("deviations", {"clear": True})

    async def send_event(self, event: str, **how: object) -> None:
        """Send the example of an event, as it is or with deviations as in `deviate`."""
        await self._post("event", {"event": event, **how})

    async def example_events(self) -> list[str]:
        """The types of events that there are examples of."""
        return [str(one) for one in await self._requester.get_list("/control/events")]

    async def send_frame(self, text: str) -> None:
        """Send a text through the gateway just as it is."""
        await self._post("frame", {"text": text})

    async def gateway(self) -> Json:
        """Whether the bot is online with all its `shards`; how often it has identified (or `too_soon`) and resumed."""
        return await self._requester.get("/control/gateway")

    async def entry_point(self) -> None:
        """Add the command that Discord itself gives to applications."""
        await self._post("entry_point", {})

    async def expire_tokens(self, user: str | None = None) -> None:
        """Make every interaction token (of one user) too old."""
        await self._post("expire_tokens", {"user": user})

    async def reset(self) -> None:
        """The world as at the start."""
        await self._post("reset", {})

    async def requests(self, since: int = 0, kind: str | None = None) -> list[Json]:
        """The bot's requests after number `since`, of one kind or of all."""
        query = {"since": str(since), **({"kind": kind} if kind else {})}
        return await self._requester.get_list("/control/requests", **query)

    async def counts(self) -> Json:
        """Requests by kind and by status since the last reset."""
        return await self._requester.get("/control/counts")

    async def reset_counts(self) -> None:
        """Count from zero."""
        await self._post("reset_counts", {})

    async def problems(self) -> list[Json]:
        """Requests that were refused though no test asked for it."""
        return await self._requester.get_list("/control/problems")

    async def unknown_routes(self) -> list[str]:
        """Requests to what is not built here."""
        return [str(one) for one in await self._requester.get_list("/control/unknown_routes")]


def _of_guild(guild_id: int | str | None) -> Json:
    return {} if guild_id is None else {"guild_id": str(guild_id)}

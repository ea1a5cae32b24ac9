"""The control API of a local Discord, from Python; README.md explains the bodies."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from tests.driver.view import Json

if TYPE_CHECKING:
    from tests.driver import Driver


class Control:
    """Changes the settings of the local Discord, injects faults and reads its log."""

    def __init__(self, driver: Driver) -> None:
        self._driver = driver

    async def _post(self, name: str, body: Json) -> Json:
        return await self._driver.post(f"/control/{name}", body)

    async def settings(self, **settings: object) -> Json:
        """Change settings; return all of them."""
        return await self._post("settings", settings)

    @asynccontextmanager
    async def temporary_settings(self, **settings: object) -> AsyncIterator[None]:
        """Change settings within the context and restore them afterwards."""
        before = await self._driver.get("/control/settings")
        await self.settings(**settings)
        try:
            yield
        finally:
            await self.settings(**{name: before[name] for name in settings})

    async def fail(self, preset: str | None = None, **fields: object) -> None:
        """Let requests fail or wait; a preset, or fields such as `kind`, `times` and `status`, say which and how."""
        await self._post("faults", {**({"preset": preset} if preset else {}), **fields})

    async def faults(self) -> list[Json]:
        """Return the faults that have not happened yet."""
        return await self._driver.get_list("/control/faults")

    async def clear_faults(self) -> None:
        """Remove all faults that have not happened, and release the requests that are held back."""
        await self._driver.delete("/control/faults")

    async def limit(self, limit: int, per: float, method: str | None = None, route: str | None = None) -> None:
        """Set a rate limit of `limit` requests in `per` seconds."""
        await self._post("limits", {"limit": limit, "per": per, "method": method, "route": route})

    async def exhaust_global_limit(self, seconds: float) -> None:
        """For this many seconds, refuse requests with a global 429, except answers to interactions."""
        await self._post("limits", {"global_seconds": seconds})

    async def ban(self, seconds: float) -> None:
        """Ban the bot's address for this many seconds; 0 ends the ban."""
        await self._post("ban", {"seconds": seconds})

    async def banned(self) -> Json:
        """Return the counts `invalid`, `bans` and `refused` (requests during bans), and the `seconds_left` of a ban."""
        return await self._driver.get("/control/ban")

    async def outage(self, guild_id: int | str | None = None, *, unavailable: bool = True) -> None:
        """Make a guild (by default the first) unavailable, or available again."""
        which = {} if guild_id is None else {"guild_id": str(guild_id)}
        await self._post("outage", {"unavailable": unavailable, **which})

    async def deny(self, channel: str | None, who: str, *names: str) -> None:
        """Take permissions away in a channel (None: in all channels); `who` is "bot", "everyone" or a user."""
        await self._post("permissions", {"channel_id": channel, "who": who, "deny": names})

    @asynccontextmanager
    async def without_permissions(self, channel: str, who: str, *names: str) -> AsyncIterator[None]:
        """Take permissions away in a channel within the context."""
        await self.deny(channel, who, *names)
        try:
            yield
        finally:
            await self.allow(channel, who, *names)

    async def allow(self, channel: str | None, who: str, *names: str) -> None:
        """Give `who` permissions in a channel (None: in all channels); see `deny`."""
        await self._post("permissions", {"channel_id": channel, "who": who, "allow": names})

    async def role(self, name: str, **fields: object) -> str:
        """Create or change a role by `permissions`, `give`, `take`, `delete`; return its id."""
        return str((await self._post("role", {"role": name, **fields}))["id"])

    async def user(self, who: str, **fields: object) -> Json:
        """Change a user's `locale`, `nick`, `global_name`, `administrator`, `takes_messages`, `timed_out_seconds`."""
        return await self._post("user", {"user": who, **fields})

    async def leave(self, who: str, guild_id: int | str | None = None, **fields: object) -> None:
        """Let a user leave a guild (by default the first). For the bot, `commands=False` also removes its commands."""
        await self._post("member", {"user": who, "present": False, **_of_guild(guild_id), **fields})

    async def join(self, who: str, guild_id: int | str | None = None) -> None:
        """Let a user come back to a guild (by default the first), or let a new user join."""
        await self._post("member", {"user": who, "present": True, **_of_guild(guild_id)})

    async def add_guild(self, name: str, channels: Sequence[str], locale: str = "en-US", *, bot: bool = True) -> Json:
        """Create a guild of all users and, with `bot`, the bot; return its `id` and the ids of its `channels`."""
        return await self._post("guild", {"name": name, "channels": channels, "locale": locale, "bot": bot})

    async def add_channel(self, guild_id: int | str, name: str, kind: int = 0) -> str:
        """Create a channel of Discord's type `kind` in a guild; return its id."""
        made = await self._post("guild", {"channels": [name], "type": kind, **_of_guild(guild_id)})
        return str(made["channels"][0])

    async def invite(self, permissions: int) -> None:
        """Add the bot to the guild with a role of its own that has these permissions."""
        await self._post("member", {"user": "bot", "present": True, "permissions": permissions})

    async def pass_idle_time(self, thread: str, minutes: int) -> None:
        """Let this many minutes pass without a message in a thread, which may archive the thread."""
        await self._post("channel", {"channel_id": thread, "idle_minutes": minutes})

    async def delete_message(self, message: Json) -> None:
        """Delete a message as a moderator does."""
        await self._post("message", {"message_id": message["id"], "delete": True})

    async def channel(self, channel: str, **slow_modes: int) -> None:
        """Change a channel's `rate_limit_per_user` or `default_thread_rate_limit_per_user`, in seconds."""
        await self._post("channel", {"channel_id": channel, **slow_modes})

    async def delete_channel(self, channel: str) -> None:
        await self._post("channel", {"channel_id": channel, "delete": True})

    async def archive(self, thread: str, *, archived: bool = True, locked: bool = False) -> None:
        await self._post("channel", {"channel_id": thread, "archived": archived, "locked": locked})

    async def delete_emojis(self, prefix: str) -> None:
        """Delete the application's emojis whose names start with `prefix`."""
        await self._post("emoji", {"begins": prefix})

    async def drop_gateway(self, *, resumable: bool = True, code: int = 4000) -> None:
        """Close the bot's gateway connections with `code`; unless `resumable`, the bot cannot resume its sessions."""
        await self._post("gateway", {"drop": True, "resumable": resumable, "code": code})

    async def hang_gateway(self, *, hanging: bool = True) -> None:
        """Stop sending and reading on the bot's gateway connection, which stays open; `hanging=False` resumes both."""
        await self._post("gateway", {"hang": hanging})

    async def reconnect_gateway(self) -> None:
        """Ask the bot to reconnect and resume."""
        await self._post("gateway", {"reconnect": True})

    async def invalidate_session(self, *, resumable: bool) -> None:
        """Tell the bot that its session is invalid, and whether it may try to resume the session."""
        await self._post("gateway", {"invalid": "resumable" if resumable else "gone"})

    async def deviate(self, event: str, **how: object) -> None:
        """Alter payloads of the next events of a type.

        Either each of the `seeds` determines a random alteration of a payload. Or there is a single alteration: `place`
        is the path of keys to a value in the payload, and `way` is the kind of change, such as "missing" or "null".
        """
        await self._post("deviations", {"event": event, **how})

    async def deviations(self) -> list[Json]:
        """Return the altered payloads sent so far.

        Each has its `event`, its `seed`, the `place` (path of keys to the altered value), the `way` (kind of change),
        and the `id` that the payload had before.
        """
        return await self._driver.get_list("/control/deviations")

    async def clear_deviations(self) -> None:
        """Remove the planned alterations of payloads, and the log of altered payloads that were sent."""
        await self._post("deviations", {"clear": True})

    async def send_event(self, event: str, **how: object) -> None:
        """Send the example of an event, unchanged or altered as in `deviate`."""
        await self._post("event", {"event": event, **how})

    async def example_events(self) -> list[str]:
        """Return the types of events that have an example."""
        return [str(one) for one in await self._driver.get_list("/control/events")]

    async def send_frames(self, *texts: str) -> None:
        """Send texts through the gateway unchanged, one frame each."""
        await self._post("frames", {"texts": texts})

    async def gateway(self) -> Json:
        """Return the state of the bot's sessions.

        `online` is true if all shards are connected. The counts are `identifies`, `resumes`, and `too_soon`: the number
        of sessions that were refused because another one had just begun.
        """
        return await self._driver.get("/control/gateway")

    async def application(self, **settings: object) -> Json:
        """Change the install settings of the bot's application as its operator does, and return them."""
        return await self._post("application", settings)

    async def entry_point(self) -> None:
        """Add the entry point command, which Discord itself gives to applications."""
        await self._post("entry_point", {})

    async def expire_tokens(self, user: str | None = None) -> None:
        """Let all interaction tokens expire, or those of one user."""
        await self._post("expire_tokens", {"user": user})

    async def reset(self) -> None:
        """Reset the local Discord to its state at the start."""
        await self._post("reset", {})

    async def requests(self, since: int = 0, kind: str | None = None) -> list[Json]:
        """Return the bot's requests after number `since`, of one kind or of all kinds."""
        query = {"since": str(since), **({"kind": kind} if kind else {})}
        return await self._driver.get_list("/control/requests", **query)

    async def counts(self) -> Json:
        """Return the numbers of requests by kind and by status since the last reset."""
        return await self._driver.get("/control/counts")

    async def reset_counts(self) -> None:
        await self._post("reset_counts", {})

    async def problems(self) -> list[Json]:
        """Return the requests that were refused although no test had asked for a refusal."""
        return await self._driver.get_list("/control/problems")

    async def unknown_routes(self) -> list[str]:
        """Return the requests to routes that the local Discord does not have."""
        return [str(one) for one in await self._driver.get_list("/control/unknown_routes")]


def _of_guild(guild_id: int | str | None) -> Json:
    return {} if guild_id is None else {"guild_id": str(guild_id)}

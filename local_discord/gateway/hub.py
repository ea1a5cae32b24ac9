"""Distribution of events to the bot's gateway sessions and the open pages."""

import asyncio
import collections
import contextlib
import dataclasses
import math
import secrets
import time
from collections.abc import AsyncIterator, Callable

from aiohttp import WSCloseCode, web

from local_discord.control.settings import Settings
from local_discord.gateway.deviations import Deviations
from local_discord.wire import Json, dumps
from local_discord.world.model import User

GUILDS = 1 << 0
GUILD_MEMBERS = 1 << 1
GUILD_PRESENCES = 1 << 8
GUILD_MESSAGES = 1 << 9
DIRECT_MESSAGES = 1 << 12
MESSAGE_CONTENT = 1 << 15
PRIVILEGED = GUILD_MEMBERS | GUILD_PRESENCES | MESSAGE_CONTENT
BUFFERED_EVENTS = 2000
_OF_GUILDS = {"GUILD_CREATE", "GUILD_UPDATE", "GUILD_DELETE"}


class Outbox:
    """Queue of frames to one websocket; sending never blocks the sender.

    Attributes:
        closing: whether this server has ended the connection; False if the other side has ended it.
    """

    def __init__(self, transport: asyncio.Transport | None = None) -> None:
        self.closing = False
        self._transport = transport
        self._flowing = asyncio.Event()
        self._flowing.set()
        self._queue: asyncio.Queue[str | int] = asyncio.Queue()

    def hang(self, hanging: bool) -> None:
        """Stop reading and writing if `hanging`, else resume both; the connection stays open."""
        if hanging:
            self._flowing.clear()
        else:
            self._flowing.set()
        if self._transport is not None:
            (self._transport.pause_reading if hanging else self._transport.resume_reading)()

    def send(self, frame: Json) -> None:
        """Queue a frame."""
        self._queue.put_nowait(dumps(frame))

    def send_text(self, text: str) -> None:
        """Queue a frame that is already JSON text."""
        self._queue.put_nowait(text)

    def close(self, code: int) -> None:
        """Queue the close of the connection; frames queued before are still sent."""
        self.closing = True
        self._queue.put_nowait(code)

    async def pump(self, socket: web.WebSocketResponse) -> None:
        """Write queued frames until the connection is closed or the other side has gone."""
        with contextlib.suppress(ConnectionError):
            while isinstance(item := await self._next(), str):
                await socket.send_str(item)
            await socket.close(code=item)

    async def _next(self) -> str | int:
        item = await self._queue.get()
        await self._flowing.wait()
        return item


@dataclasses.dataclass(slots=True)
class Session:
    """A gateway session of the bot. It outlives its connection for some time so that the bot can resume it."""

    intents: int
    outbox: Outbox | None
    deviations: Deviations
    shard: tuple[int, int] = (0, 1)
    id: str = dataclasses.field(default_factory=lambda: secrets.token_hex(16))
    sequence: int = 0
    dropped_at: float = 0.0
    buffer: collections.deque[tuple[int, str]] = dataclasses.field(
        default_factory=lambda: collections.deque(maxlen=BUFFERED_EVENTS)
    )

    def serves(self, guild_id: str) -> bool:
        """Return whether the session's shard receives the events of a server.

        The id "0" stands for events that belong to no server.

        Source: Discord's documentation, "Sharding".
        """
        return (int(guild_id) >> 22) % self.shard[1] == self.shard[0]

    def dispatch(self, event: str, data: Json) -> None:
        """Give an event its number, store it for a resume, and send it if the session is connected."""
        self.sequence += 1
        text = dumps({"op": 0, "s": self.sequence, "t": event, "d": self.deviations.apply(event, data)})
        self.buffer.append((self.sequence, text))
        if self.outbox is not None:
            self.outbox.send_text(text)

    def missed_since(self, sequence: int) -> list[str] | None:
        """Return the events after `sequence`, or None if some of them are no longer stored."""
        first = self.buffer[0][0] if self.buffer else self.sequence + 1
        if not first - 1 <= sequence <= self.sequence:
            return None
        return [text for number, text in self.buffer if number > sequence]


@dataclasses.dataclass(frozen=True, slots=True)
class Watcher:
    """An open events socket of the client API."""

    user: User
    outbox: Outbox


class Hub:
    """The bot's sessions and the pages' sockets.

    Attributes:
        identifies: number of sessions that have begun.
        too_soon: number of sessions refused because another session of their bucket had just begun, see `may_identify`.
        resumes: number of sessions resumed.
        outages: ids of the unavailable servers, whose events are not sent.
        deviations: planned deviations of payloads from Discord's documentation.
    """

    def __init__(self) -> None:
        self.sessions: dict[str, Session] = {}
        self.watchers: list[Watcher] = []
        self.identifies = 0
        self.too_soon = 0
        self.resumes = 0
        self.outages: set[str] = set()
        self.deviations = Deviations()
        self._open_sockets: set[web.WebSocketResponse] = set()
        self._was_online = False
        self._identified: dict[int, float] = {}

    @contextlib.asynccontextmanager
    async def serving(self, socket: web.WebSocketResponse, outbox: Outbox) -> AsyncIterator[None]:
        """Write the outbox to an open socket while the context lasts."""
        self._open_sockets.add(socket)
        writer = asyncio.create_task(outbox.pump(socket))
        try:
            yield
        finally:
            self._open_sockets.discard(socket)
            writer.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await writer

    @property
    def online(self) -> bool:
        """True if all of the bot's shards are connected."""
        shards = self.connected
        return any(shards.issuperset((number, count) for number in range(count)) for _, count in shards)

    @property
    def connected(self) -> set[tuple[int, int]]:
        """The shards with a connection, each with the total number of shards."""
        return {session.shard for session in self.sessions.values() if session.outbox is not None}

    def note_status(self) -> None:
        """Tell the pages if the bot has connected or disconnected since the last call."""
        if self.online != self._was_online:
            self._was_online = self.online
            self.to_people("BOT_STATUS", {"online": self.online})

    def to_bot(self, event: str, data: Json, intents: int = 0, *, without: int = 0) -> None:
        """Send an event to every session that has all of `intents` and none of `without`."""
        guild_id = str(data["id"] if event in _OF_GUILDS else data.get("guild_id", 0))
        if guild_id in self.outages:
            return
        for session in self.sessions.values():
            asked = session.intents & intents == intents and not session.intents & without
            if asked and session.serves(guild_id):
                session.dispatch(event, data)

    def to_people(self, event: str, data: object, sees: Callable[[User], bool] | None = None) -> None:
        """Send an event to the pages of every user for whom `sees` is true."""
        wanted = [one for one in self.watchers if sees is None or sees(one.user)]
        if wanted:
            text = dumps({"t": event, "d": data})
            for watcher in wanted:
                watcher.outbox.send_text(text)

    def to_person(self, user_id: str, event: str, data: object) -> None:
        """Send an event to one user's pages."""
        self.to_people(event, data, lambda user: user.id == user_id)

    def session_starts_left(self, settings: Settings) -> int:
        """Return how many sessions may still begin today.

        Source: Discord's documentation, "Gateway", "Identifying": a bot that begins more loses its token.
        """
        return max(0, settings.session_starts - self.identifies)

    def may_identify(self, shard: tuple[int, int], settings: Settings) -> bool:
        """Return whether a session of a shard may begin, and record its beginning if so.

        Shards whose numbers are equal modulo `max_concurrency` share a bucket. In each bucket, one session may begin
        within `identify_seconds`.

        Source: Discord's documentation, "Sharding", "max_concurrency".
        """
        bucket, now = shard[0] % settings.max_concurrency, time.monotonic()
        if now - self._identified.get(bucket, -math.inf) < settings.identify_seconds:
            self.too_soon += 1
            return False
        self._identified[bucket] = now
        return True

    def forget_disconnected(self, shard: tuple[int, int]) -> None:
        """Drop the disconnected sessions that the bot will not resume, because a new session of `shard` begins.

        These are the sessions of the same shard, and the sessions with another total number of shards.
        """
        self.sessions = {
            key: one
            for key, one in self.sessions.items()
            if one.outbox is not None or (one.shard[1] == shard[1] and one.shard[0] != shard[0])
        }

    async def close(self) -> None:
        """Close every socket."""
        sockets = list(self._open_sockets)
        await asyncio.gather(*(socket.close(code=WSCloseCode.GOING_AWAY) for socket in sockets))

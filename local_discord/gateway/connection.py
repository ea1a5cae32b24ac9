"""The gateway websocket: version 10, JSON, uncompressed.

Source: Discord's documentation, "Gateway" and "Opcodes and Status Codes".
"""

import asyncio
import json
from typing import Any

from aiohttp import WSMsgType, web

from local_discord.core import LocalDiscord, discord_of
from local_discord.gateway import hub as hubs
from local_discord.gateway.hub import Outbox, Session
from local_discord.wire import Json
from local_discord.world import ids, payloads

_WITHOUT_EFFECT = {3, 4}  # opcodes of presence updates and of voice state updates
UNKNOWN_OPCODE, DECODE_ERROR, NOT_AUTHENTICATED, AUTHENTICATION_FAILED, ALREADY_AUTHENTICATED = range(4001, 4006)
INVALID_SHARD, SHARDING_REQUIRED, DISALLOWED_INTENTS = 4010, 4011, 4014
ACK_SECONDS = 0.05


class Connection:
    """One websocket of the bot, from HELLO to its close."""

    def __init__(self, discord: LocalDiscord, transport: asyncio.Transport | None) -> None:
        self._discord = discord
        self._outbox = Outbox(transport)
        self._session: Session | None = None

    async def run(self, request: web.Request) -> web.WebSocketResponse:
        """Serve the socket until one side closes it."""
        socket = web.WebSocketResponse(max_msg_size=64 * 1024, timeout=1.0)
        await socket.prepare(request)
        hello = {"heartbeat_interval": self._discord.settings.heartbeat_interval_ms}
        self._send(10, self._discord.hub.deviations.apply("HELLO", hello))
        try:
            async with self._discord.hub.serving(socket, self._outbox):
                async for message in socket:
                    if message.type is WSMsgType.TEXT:
                        self._receive(message.data)
        finally:
            self._leave(final=socket.close_code in {1000, 1001} and not self._outbox.closing)
        return socket

    def _send(self, op: int, data: object) -> None:
        self._outbox.send({"op": op, "d": data, "s": None, "t": None})

    def _acknowledge(self) -> None:
        if not self._outbox.closing:
            self._send(11, None)

    def _receive(self, text: str) -> None:
        try:
            frame: Any = json.loads(text)
        except json.JSONDecodeError:
            frame = None
        if not isinstance(frame, dict):
            self._outbox.close(DECODE_ERROR)
            return
        op, data = frame.get("op"), frame.get("d")
        body = data if isinstance(data, dict) else {}
        if op == 1:
            # discord.py records the time of a heartbeat after sending it, so an immediate answer would come too early.
            asyncio.get_running_loop().call_later(ACK_SECONDS, self._acknowledge)
        elif op == 2:
            self._identify(body)
        elif op == 6:
            self._resume(body)
        elif self._session is None:
            self._outbox.close(NOT_AUTHENTICATED)
        elif op == 8:
            self._request_members(self._session, body)
        elif op not in _WITHOUT_EFFECT:
            self._outbox.close(UNKNOWN_OPCODE)

    def _identify(self, data: Json) -> None:
        discord = self._discord
        intents, shard = int(data.get("intents", 0)), _shard(data)
        if self._session is not None:
            self._outbox.close(ALREADY_AUTHENTICATED)
        elif not discord.accepts_token(data.get("token")):
            self._outbox.close(AUTHENTICATION_FAILED)
        elif shard is None:
            self._outbox.close(INVALID_SHARD)
        elif shard[1] < discord.settings.shards:
            self._outbox.close(SHARDING_REQUIRED)
        elif discord.hub.session_starts_left(discord.settings) <= 0:  # Discord has then reset the token
            self._outbox.close(AUTHENTICATION_FAILED)
        elif intents & hubs.PRIVILEGED and not discord.settings.privileged_intents:
            self._outbox.close(DISALLOWED_INTENTS)
        elif not discord.hub.may_identify(shard, discord.settings):
            self._send(9, data=False)
        else:
            discord.hub.forget_disconnected(shard)
            discord.hub.identifies += 1
            session = Session(intents, self._outbox, discord.hub.deviations, shard)
            self._join(session)
            self._greet(session)

    def _greet(self, session: Session) -> None:
        world = self._discord.world
        guilds = [one for one in world.guilds.values() if one.id not in world.bot.absent and session.serves(one.id)]
        ready = {
            "v": 10,
            "user": {**world.bot.payload(), "verified": True},
            "guilds": [{"id": one.id, "unavailable": True} for one in guilds],
            "session_id": session.id,
            "shard": session.shard,
            "resume_gateway_url": self._discord.files.gateway_url,
            "application": {"id": world.bot.id, "flags": 0},
        }
        session.dispatch("READY", ready)
        everybody = bool(session.intents & hubs.GUILD_MEMBERS)

        def send_guilds() -> None:
            for one in guilds if session.intents & hubs.GUILDS else ():
                if one.id in self._discord.hub.outages:
                    continue
                session.dispatch("GUILD_CREATE", payloads.guild_create(world, one, all_members=everybody))

        if later := self._discord.settings.servers_seconds:
            asyncio.get_running_loop().call_later(later, send_guilds)
        else:
            send_guilds()

    def _resume(self, data: Json) -> None:
        discord = self._discord
        if not discord.accepts_token(data.get("token")):
            self._outbox.close(AUTHENTICATION_FAILED)
            return
        session = discord.hub.sessions.get(str(data.get("session_id")))
        now = asyncio.get_running_loop().time()
        if session is None or (session.outbox is None and now - session.dropped_at > discord.settings.resume_seconds):
            self._send(9, data=False)
            return
        missed = session.missed_since(int(data.get("seq") or 0))
        if missed is None:
            self._send(9, data=False)
            return
        if session.outbox is not None:
            session.outbox.close(4000)
        discord.hub.resumes += 1
        for text in missed:
            self._outbox.send_text(text)
        self._join(session)
        session.dispatch("RESUMED", {})

    def _join(self, session: Session) -> None:
        session.outbox = self._outbox
        self._session = session
        self._discord.hub.sessions[session.id] = session
        self._discord.world.bot_seen = True
        self._discord.hub.note_status()

    def _leave(self, *, final: bool) -> None:
        session = self._session
        if session is None or session.outbox is not self._outbox:
            return
        session.outbox = None
        session.dropped_at = asyncio.get_running_loop().time()
        if final:
            self._discord.hub.sessions.pop(session.id, None)
        self._discord.hub.note_status()

    def _request_members(self, session: Session, data: Json) -> None:
        """Answer opcode 8 (request guild members) with one chunk."""
        query, world = str(data.get("query") or "").lower(), self._discord.world
        guild = world.guilds.get(str(data.get("guild_id")), world.guilds[ids.GUILD_ID])
        found = [user.member() for user in world.members(guild) if user.username.startswith(query)]
        chunk = {"guild_id": guild.id, "members": found, "chunk_index": 0, "chunk_count": 1}
        session.dispatch("GUILD_MEMBERS_CHUNK", {**chunk, "nonce": data.get("nonce")})


def _shard(data: Json) -> tuple[int, int] | None:
    match data.get("shard", [0, 1]):
        case [int(number), int(count)] if 0 <= number < count:
            return number, count
    return None


async def handle(request: web.Request) -> web.StreamResponse:
    """Serve GET /gateway, the bot's websocket, after the delay of a planned fault, if there is one."""
    discord = discord_of(request)
    fault = discord.faults.next_fault("GET", "/gateway", "gateway")
    if fault is not None:
        await discord.faults.hold(None if fault.hang else fault.delay)
        if request.transport is None:  # the client has disconnected
            return web.Response()
    return await Connection(discord, request.transport).run(request)

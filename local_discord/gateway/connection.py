"""The gateway websocket, version 10, JSON, uncompressed.

Source: Discord's documentation, "Gateway" and "Opcodes and Status Codes".
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from typing import Any

from aiohttp import WSMsgType, web

from local_discord.core import LocalDiscord, discord_of
from local_discord.gateway import hub as hubs
from local_discord.gateway.hub import Outbox, Session, dumps
from local_discord.world import ids, payloads
from local_discord.world.model import Json

_DISPATCH_FREE = {1, 3, 4, 8}  # opcodes that need a session but change nothing here, beside op 8
UNKNOWN_OPCODE, DECODE_ERROR, NOT_AUTHENTICATED, AUTHENTICATION_FAILED, ALREADY_AUTHENTICATED = range(4001, 4006)
DISALLOWED_INTENTS = 4014
ACK_SECONDS = 0.05


class Connection:
    """One websocket of the bot, from HELLO to its end."""

    def __init__(self, discord: LocalDiscord) -> None:
        self._discord = discord
        self._outbox = Outbox()
        self._session: Session | None = None

    async def run(self, request: web.Request) -> web.WebSocketResponse:
        """Serve the socket until one side closes it."""
        socket = web.WebSocketResponse(max_msg_size=64 * 1024, timeout=1.0)
        await socket.prepare(request)
        sockets = self._discord.hub.open_sockets
        sockets.add(socket)
        self._send(10, {"heartbeat_interval": self._discord.settings.heartbeat_interval_ms, "_trace": []})
        writer = asyncio.create_task(self._outbox.pump(socket))
        try:
            async for message in socket:
                if message.type is WSMsgType.TEXT:
                    self._receive(message.data)
        finally:
            writer.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await writer
            sockets.discard(socket)
            self._leave(final=socket.close_code in {1000, 1001} and not self._outbox.closing)
        return socket

    def _send(self, op: int, data: object) -> None:
        self._outbox.send(dumps({"op": op, "d": data, "s": None, "t": None}))

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
        if op == 1:  # discord.py notes when it sent a heartbeat only after that: an answer at once would be too early
            asyncio.get_running_loop().call_later(ACK_SECONDS, self._acknowledge)
        elif op == 2:
            self._identify(data if isinstance(data, dict) else {})
        elif op == 6:
            self._resume(data if isinstance(data, dict) else {})
        elif self._session is None:
            self._outbox.close(NOT_AUTHENTICATED)
        elif op == 8:
            self._request_members(self._session, data if isinstance(data, dict) else {})
        elif op not in _DISPATCH_FREE:
            self._outbox.close(UNKNOWN_OPCODE)

    def _identify(self, data: Json) -> None:
        discord = self._discord
        if self._session is not None:
            self._outbox.close(ALREADY_AUTHENTICATED)
            return
        if not discord.accepts_token(data.get("token")):
            self._outbox.close(AUTHENTICATION_FAILED)
            return
        intents = int(data.get("intents", 0))
        if intents & hubs.PRIVILEGED and not discord.settings.privileged_intents:
            self._outbox.close(DISALLOWED_INTENTS)
            return
        discord.hub.forget_disconnected()
        discord.hub.identifies += 1
        self._join(Session(intents, self._outbox))
        self._greet(intents)

    def _greet(self, intents: int) -> None:
        discord, session = self._discord, self._session
        if session is None:
            return
        world = discord.world
        ready = {
            "v": 10,
            "user": {**world.bot.payload(), "email": None, "mfa_enabled": True, "verified": True},
            "guilds": [{"id": ids.GUILD_ID, "unavailable": True}] if world.bot.present else [],
            "session_id": session.id,
            "session_type": "normal",
            "resume_gateway_url": discord.files.base_url.replace("http", "ws", 1) + "/gateway",
            "application": {"id": world.bot.id, "flags": 0},
            "private_channels": [],
            "presences": [],
            "relationships": [],
            "user_settings": {},
            "geo_ordered_rtc_regions": [],
            "_trace": [],
        }
        session.dispatch("READY", dumps(ready))
        if intents & hubs.GUILDS and world.bot.present:
            guild = payloads.guild_create(world, all_members=bool(intents & hubs.GUILD_MEMBERS))
            session.dispatch("GUILD_CREATE", dumps(guild))

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
            self._outbox.send(text)
        self._join(session)
        session.dispatch("RESUMED", dumps({"_trace": []}))

    def _join(self, session: Session) -> None:
        session.outbox = self._outbox
        self._session = session
        self._discord.hub.sessions[session.id] = session
        self._discord.bot_seen = True
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
        """Answer op 8 in one chunk."""
        world = self._discord.world
        query = str(data.get("query") or "").lower()
        wanted = data.get("user_ids")
        wanted_ids = {str(one) for one in (wanted if isinstance(wanted, list) else [wanted])} if wanted else None
        members = [
            user
            for user in world.members
            if (user.id in wanted_ids if wanted_ids is not None else user.username.startswith(query))
        ]
        chunk: Json = {
            "guild_id": ids.GUILD_ID,
            "members": [payloads.full_member(user) for user in members],
            "chunk_index": 0,
            "chunk_count": 1,
            "not_found": sorted((wanted_ids or set()) - {user.id for user in members}),
        }
        if data.get("nonce") is not None:
            chunk["nonce"] = data["nonce"]
        session.dispatch("GUILD_MEMBERS_CHUNK", dumps(chunk))


async def handle(request: web.Request) -> web.WebSocketResponse:
    """GET /gateway: a connection of the bot."""
    return await Connection(discord_of(request)).run(request)

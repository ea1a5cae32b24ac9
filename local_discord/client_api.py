"""The client API: what the page and the driver see and do as one of the people."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import json
import logging
from collections.abc import Awaitable, Callable
from pathlib import Path

from aiohttp import web

from local_discord import announce, client_interactions, messages
from local_discord.core import LocalDiscord, discord_of
from local_discord.errors import ClientError, DiscordError, Json
from local_discord.files import serve_bytes
from local_discord.hub import Outbox, Watcher, dumps
from local_discord.model import Message, User

PAGE = Path(__file__).parent / "page"
PAGE_TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript"}
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
logger = logging.getLogger(__name__)


def answer(data: object, status: int = 200) -> web.Response:
    """A JSON answer."""
    return web.Response(text=dumps(data), status=status, content_type="application/json")


def sentences(handler: Handler) -> Handler:
    """Turn refusals into JSON with a sentence."""

    @functools.wraps(handler)
    async def wrapped(request: web.Request) -> web.StreamResponse:
        try:
            return await handler(request)
        except ClientError as refusal:
            return answer({"error": str(refusal)}, refusal.status)
        except DiscordError as refusal:
            return answer({"error": refusal.message, "errors": refusal.errors}, 400)

    return wrapped


async def read_body(request: web.Request) -> Json:
    """The request's JSON object.

    Raises:
        ClientError: it is none.
    """
    text = await request.text()
    try:
        body = json.loads(text) if text else {}
    except json.JSONDecodeError:
        body = None
    if not isinstance(body, dict):
        raise ClientError("The body must be a JSON object.")
    return body


def _user(request: web.Request) -> User:
    return discord_of(request).world.find_user(request.query.get("user"))


async def page(request: web.Request) -> web.StreamResponse:
    """GET / and GET /page/{file}: the page's files, as they stand in their folder."""
    path = PAGE / Path(request.match_info.get("file", "index.html")).name
    kind = PAGE_TYPES.get(path.suffix)
    if kind is None or not path.is_file():
        return web.Response(status=404, text=f"There is no {path.name} beside the local Discord.")
    return web.FileResponse(path, headers={"Content-Type": f"{kind}; charset=utf-8", "Cache-Control": "no-store"})


async def users(request: web.Request) -> web.StreamResponse:
    """GET /client/users."""
    return answer([user.public() for user in discord_of(request).world.people])


async def state(request: web.Request) -> web.StreamResponse:
    """GET /client/state: all that one person sees."""
    discord, me = discord_of(request), _user(request)
    if request.query.get("fresh") == "1":
        for message in list(discord.world.messages.values()):
            if message.owner == me.id:
                _dismiss(discord, message)
    world = discord.world
    channels = [one for one in (*world.text_channels(), *world.threads()) if world.sees(me, one)]
    bot = {**world.bot.public(), "online": discord.hub.online} if discord.bot_seen else None
    return answer(
        {
            "me": me.public(),
            "users": [user.public() for user in world.people],
            "bot": bot,
            "guild": announce.public_guild(discord),
            "channels": [channel.public() for channel in channels],
            "commands": announce.offered(discord, me),
            "messages": {channel.id: _messages(discord, me, channel.id) for channel in channels},
            "emojis": announce.emoji_list(discord),
        }
    )


async def channel_messages(request: web.Request) -> web.StreamResponse:
    """GET /client/messages: one channel as one person sees it."""
    discord = discord_of(request)
    channel = discord.world.find_channel(request.query.get("channel_id"))
    return answer(_messages(discord, _user(request), channel.id))


def _messages(discord: LocalDiscord, user: User, channel_id: str) -> list[Json]:
    world = discord.world
    return [one.public() for one in world.channel_messages(channel_id) if world.sees_message(user, one)]


async def events(request: web.Request) -> web.WebSocketResponse:
    """WS /client/events: what happens, as one person sees it."""
    discord = discord_of(request)
    watcher = Watcher(_user(request), Outbox())
    discord.hub.watchers.append(watcher)
    socket = web.WebSocketResponse(heartbeat=30.0, timeout=1.0)
    writer: asyncio.Task[None] | None = None
    try:
        await socket.prepare(request)
        discord.hub.open_sockets.add(socket)
        writer = asyncio.create_task(watcher.outbox.pump(socket))
        async for _ in socket:
            logger.debug("A page has nothing to say on its events socket.")
    finally:
        discord.hub.watchers.remove(watcher)
        discord.hub.open_sockets.discard(socket)
        if writer is not None:
            writer.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await writer
    return socket


async def interact(request: web.Request) -> web.StreamResponse:
    """POST /client/interactions."""
    interaction = client_interactions.start(discord_of(request), await read_body(request))
    if request.query.get("wait") != "1":
        return answer({"id": interaction.id})
    seconds = float(request.query.get("deferred", "5"))
    return answer(await client_interactions.outcome(interaction, seconds))


async def say(request: web.Request) -> web.StreamResponse:
    """POST /client/messages: a person writes."""
    discord, body = discord_of(request), await read_body(request)
    world = discord.world
    user = world.find_user(body.get("user"))
    channel = world.find_channel(body.get("channel_id"))
    needed = "send_messages_in_threads" if channel.is_thread else "send_messages"
    if not world.sees(user, channel) or not world.may(user, channel, needed):
        raise ClientError(f"{user.global_name} may not write here.")
    if channel.archived:
        channel.set_archived(archived=False)
        announce.channel(discord, "CHANNEL_UPDATE", channel)
    message = messages.create(discord, channel, user, {"content": body.get("content")}, {})
    return answer(message.public())


async def delete(request: web.Request) -> web.StreamResponse:
    """POST /client/delete: a person deletes a message."""
    discord, body = discord_of(request), await read_body(request)
    user = discord.world.find_user(body.get("user"))
    message = _visible(discord, user, body.get("message_id"))
    channel = discord.world.channels[message.channel_id]
    if message.author_id != user.id and not discord.world.may(user, channel, "manage_messages"):
        raise ClientError(f"{user.global_name} may not delete this message.")
    messages.delete(discord, message)
    return answer({})


async def dismiss(request: web.Request) -> web.StreamResponse:
    """POST /client/dismiss: a person closes a message that only they see."""
    discord, body = discord_of(request), await read_body(request)
    message = _visible(discord, discord.world.find_user(body.get("user")), body.get("message_id"))
    if message.owner is None:
        raise ClientError("Only messages that nobody else sees can be dismissed.")
    _dismiss(discord, message)
    return answer({})


def _visible(discord: LocalDiscord, user: User, message_id: object) -> Message:
    message = discord.world.find_message(message_id)
    if not discord.world.sees_message(user, message):
        raise ClientError(f"{user.global_name} does not see this message.")
    return message


def _dismiss(discord: LocalDiscord, message: Message) -> None:
    """Take an ephemeral message out of its owner's sight; the bot may go on editing it and never learns."""
    announce.message_deleted(discord, message)
    message.dismissed = True


async def attachment(request: web.Request) -> web.StreamResponse:
    """GET /cdn/attachments/{channel_id}/{attachment_id}/{name}."""
    parts = request.match_info
    found = discord_of(request).files.find(parts["channel_id"], parts["attachment_id"], parts["name"])
    return web.Response(status=404) if found is None else serve_bytes(*found)


async def emoji(request: web.Request) -> web.StreamResponse:
    """GET /cdn/emojis/{file}."""
    found = discord_of(request).world.emojis.get(request.match_info["file"].partition(".")[0])
    return web.Response(status=404) if found is None else serve_bytes(found.content_type, found.image)


def add_routes(app: web.Application) -> None:
    """Register the page, the client API and the CDN."""
    app.router.add_get("/", page)
    app.router.add_get("/page/{file}", page)
    app.router.add_get("/client/users", users)
    app.router.add_get("/client/state", sentences(state))
    app.router.add_get("/client/messages", sentences(channel_messages))
    app.router.add_get("/client/events", sentences(events))
    app.router.add_post("/client/interactions", sentences(interact))
    app.router.add_post("/client/messages", sentences(say))
    app.router.add_post("/client/delete", sentences(delete))
    app.router.add_post("/client/dismiss", sentences(dismiss))
    app.router.add_get("/cdn/attachments/{channel_id}/{attachment_id}/{name}", attachment)
    app.router.add_get("/cdn/emojis/{file}", emoji)

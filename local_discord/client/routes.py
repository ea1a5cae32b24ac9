"""The client API: what the page and the driver see and do for one person."""

import logging
from pathlib import Path

from aiohttp import web

from local_discord.actions import announce, messages, threads
from local_discord.checks.commands import FOR_USERS, LOCALES
from local_discord.checks.errors import ClientError
from local_discord.checks.messages import MAX_CONTENT
from local_discord.client import interactions
from local_discord.client.http import answer, get_handler, post_handler, read_body, with_error_answers
from local_discord.core import LocalDiscord, discord_of
from local_discord.gateway.hub import Outbox, Watcher
from local_discord.wire import Json
from local_discord.world import installations
from local_discord.world.model import DM, FORUMS, Message, User

PAGE = Path(__file__).parents[1] / "page"
PAGE_TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript"}
Query = dict[str, str]
logger = logging.getLogger(__name__)


async def page(request: web.Request) -> web.StreamResponse:
    """Answer GET / and GET /page/{file} with a file of the page."""
    path = PAGE / Path(request.match_info.get("file", "index.html")).name
    kind = PAGE_TYPES.get(path.suffix)
    if kind is None or not path.is_file():
        return web.Response(status=404, text=f"There is no {path.name} beside the local Discord.")
    return web.FileResponse(path, headers={"Content-Type": f"{kind}; charset=utf-8", "Cache-Control": "no-store"})


def _users(discord: LocalDiscord, _: Query) -> object:
    return [user.public() for user in discord.world.people]


def _state(discord: LocalDiscord, query: Query) -> object:
    """Return everything that one person sees.

    With `fresh` in the query, first hide the person's ephemeral messages: a reload of Discord's client loses them.
    """
    world = discord.world
    me = world.find_user(query.get("user"))
    if query.get("fresh") == "1":
        for message in [one for one in world.messages.values() if one.owner == me.id]:
            _out_of_sight(discord, message)
    channels = [one for one in world.channels.values() if world.sees(me, one)]
    channels.sort(key=lambda one: one.is_thread)
    return {
        "me": me.public(),
        "users": [user.public() for user in world.people],
        "bot": {**world.bot.public(), "online": discord.hub.online} if world.bot_seen else None,
        "guilds": [one.public() for one in world.guilds.values() if one.id not in me.absent],
        "installable": FOR_USERS in installations.supported(world),
        "latency": discord.settings.latency,
        "channels": [channel.public() for channel in channels],
        "commands": world.usable_commands(me),
        "messages": {channel.id: _seen(discord, me, channel.id) for channel in channels},
        "emojis": announce.emoji_list(discord),
        "events": announce.event_list(discord, me),
    }


def _messages(discord: LocalDiscord, query: Query) -> object:
    channel = discord.world.find_channel(query.get("channel_id"))
    return _seen(discord, discord.world.find_user(query.get("user")), channel.id)


def _seen(discord: LocalDiscord, user: User, channel_id: str) -> list[Json]:
    world = discord.world
    return [one.public() for one in world.channel_messages(channel_id) if world.sees_message(user, one)]


async def events(request: web.Request) -> web.WebSocketResponse:
    """Serve WS /client/events: the events that one person sees."""
    discord = discord_of(request)
    watcher = Watcher(discord.world.find_user(request.query.get("user")), Outbox())
    discord.hub.watchers.append(watcher)
    socket = web.WebSocketResponse(heartbeat=30.0, timeout=1.0)
    try:
        await socket.prepare(request)
        async with discord.hub.serving(socket, watcher.outbox):
            async for _ in socket:
                logger.debug("A page has nothing to say on its events socket.")
    finally:
        discord.hub.watchers.remove(watcher)
    return socket


async def interact(request: web.Request) -> web.StreamResponse:
    """Answer POST /client/interactions."""
    interaction = interactions.start(discord_of(request), await read_body(request))
    if request.query.get("wait") != "1":
        return answer({"id": interaction.id})
    seconds = float(request.query.get("deferred", "5"))
    return answer(await interactions.outcome(interaction, seconds))


def _say(discord: LocalDiscord, body: Json) -> object:
    world = discord.world
    user = world.find_user(body.get("user"))
    channel = world.find_channel(body.get("channel_id"))
    if not world.sees(user, channel) or not world.may_write(user, channel) or world.is_locked_for(user, channel):
        raise ClientError(f"{user.global_name} may not write here.", f"{user.global_name} さんはここに書き込めません。")
    if channel.type == DM and not world.knows_bot(user):
        raise ClientError(
            f"{user.global_name} shares no server with the bot, and has not added it to their account.",
            f"{user.global_name} さんは、ボットと同じサーバーにいません。アカウントにも追加していません。",
        )
    content = body.get("content")
    if channel.type in FORUMS and not (isinstance(content, str) and 0 < len(content.strip()) <= MAX_CONTENT):
        raise ClientError("A post begins with a text.", "投稿には本文が必要です。")
    interactions.wait_out_slow_mode(discord, user, channel)
    if channel.type in FORUMS:
        return threads.post(discord, channel, user, str(content)).public()
    if channel.archived:
        threads.unarchive(discord, channel)
    return messages.create(discord, channel, user, {"content": content}, {}).public()


def _delete(discord: LocalDiscord, body: Json) -> None:
    user = discord.world.find_user(body.get("user"))
    message = discord.world.find_message(body.get("message_id"), user)
    channel = discord.world.channels[message.channel_id]
    if message.author_id != user.id and not discord.world.may(user, channel, "manage_messages"):
        raise ClientError(
            f"{user.global_name} may not delete this message.",
            f"{user.global_name} さんはこのメッセージを削除できません。",
        )
    messages.delete(discord, message)


def _set_locale(discord: LocalDiscord, body: Json) -> object:
    """Change the language of a person's client; the bot learns the language from their next interaction."""
    user = discord.world.find_user(body.get("user"))
    locale = body.get("locale")
    if locale not in LOCALES:
        raise ClientError(f"Discord has no language {locale!r}.", f"Discordに言語 {locale!r} はありません。")
    user.locale = locale
    discord.hub.to_people("USER_UPDATE", user.public())
    return user.public()


def _install(discord: LocalDiscord, body: Json) -> object:
    """Add the application to a person's account, or remove it; the bot is not told."""
    user, installed = discord.world.find_user(body.get("user")), bool(body.get("installed", True))
    if installed and FOR_USERS not in installations.supported(discord.world):
        raise ClientError("This app cannot be added to an account.", "このアプリはアカウントに追加できません。")
    user.installed = installed
    discord.hub.to_people("USER_UPDATE", user.public())
    return user.public()


def _dismiss(discord: LocalDiscord, body: Json) -> None:
    user = discord.world.find_user(body.get("user"))
    message = discord.world.find_message(body.get("message_id"), user)
    if message.owner is None:
        raise ClientError(
            "Only messages that nobody else sees can be dismissed.",
            "非表示にできるのは、自分だけに見えるメッセージです。",
        )
    _out_of_sight(discord, message)


def _out_of_sight(discord: LocalDiscord, message: Message) -> None:
    """Hide an ephemeral message from its owner; the bot does not learn of this and may go on editing the message."""
    announce.message_deleted(discord, message)
    message.dismissed = True


async def attachment(request: web.Request) -> web.StreamResponse:
    """Answer GET /cdn/attachments/{channel_id}/{attachment_id}/{name}."""
    parts = request.match_info
    return _bytes(discord_of(request).files.find(parts["channel_id"], parts["attachment_id"], parts["name"]))


async def emoji(request: web.Request) -> web.StreamResponse:
    """Answer GET /cdn/emojis/{file}."""
    found = discord_of(request).world.emojis.get(request.match_info["file"].partition(".")[0])
    return _bytes(None if found is None else (found.content_type, found.image))


def _bytes(found: tuple[str, bytes] | None) -> web.Response:
    """Return the answer with a stored file, or 404 for None.

    The page may cache a file for a year, because ids are never used again.
    """
    if found is None:
        return web.Response(status=404)
    content_type, data = found
    headers = {"Cache-Control": "public, max-age=31536000", "Access-Control-Allow-Origin": "*"}
    return web.Response(body=data, content_type=content_type, headers=headers)


def add_routes(app: web.Application) -> None:
    """Register the page, the client API and the CDN."""
    router = app.router
    router.add_get("/", page)
    router.add_get("/page/{file}", page)
    router.add_get("/client/users", get_handler(_users))
    router.add_get("/client/state", get_handler(_state))
    router.add_get("/client/messages", get_handler(_messages))
    router.add_get("/client/events", with_error_answers(events))
    router.add_post("/client/interactions", with_error_answers(interact))
    router.add_post("/client/messages", post_handler(_say))
    router.add_post("/client/delete", post_handler(_delete))
    router.add_post("/client/dismiss", post_handler(_dismiss))
    router.add_post("/client/install", post_handler(_install))
    router.add_get("/client/locales", get_handler(lambda *_: LOCALES))
    router.add_post("/client/locale", post_handler(_set_locale))
    router.add_get("/cdn/attachments/{channel_id}/{attachment_id}/{name}", attachment)
    router.add_get("/cdn/emojis/{file}", emoji)

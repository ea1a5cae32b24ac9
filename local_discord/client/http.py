"""JSON bodies and answers of the client and control APIs; a refused request is answered with one sentence."""

import json
from collections.abc import Awaitable, Callable

from aiohttp import web

from local_discord.checks.errors import ClientError, DiscordError
from local_discord.core import LocalDiscord, discord_of
from local_discord.wire import Json, dumps

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def answer(data: object, status: int = 200) -> web.Response:
    """Return a JSON answer."""
    return web.Response(text=dumps(data), status=status, content_type="application/json")


def with_error_answers(handler: Handler) -> Handler:
    """Return a handler that answers with a sentence in JSON if `handler` raises a refusal."""

    async def wrapped(request: web.Request) -> web.StreamResponse:
        try:
            return await handler(request)
        except ClientError as refusal:
            return answer({"error": str(refusal), **_in_japanese(refusal.japanese)}, refusal.status)
        except DiscordError as refusal:
            japanese = f"Discordに断られました（{refusal.message}）"
            return answer({"error": refusal.message, "errors": refusal.errors, **_in_japanese(japanese)}, 400)

    return wrapped


def _in_japanese(sentence: str) -> Json:
    """Return the field with the translations of an error, in the form of Discord's other localizations."""
    return {"error_localizations": {"ja": sentence}} if sentence else {}


def get_handler(act: Callable[[LocalDiscord, dict[str, str]], object]) -> Handler:
    """Return a GET handler that answers with the result of `act` for the state and the query."""

    async def get(request: web.Request) -> web.StreamResponse:
        return answer(act(discord_of(request), dict(request.query)))

    return with_error_answers(get)


def post_handler(act: Callable[[LocalDiscord, Json], object]) -> Handler:
    """Return a POST handler that answers with the result of `act` for the state and the body; None becomes `{}`."""

    async def post(request: web.Request) -> web.StreamResponse:
        result = act(discord_of(request), await read_body(request))
        return answer({} if result is None else result)

    return with_error_answers(post)


async def read_body(request: web.Request) -> Json:
    """Return the JSON object in a request's body; an empty body counts as `{}`.

    Raises:
        ClientError: the body is not a JSON object.
    """
    text = await request.text()
    try:
        body = json.loads(text) if text else {}
    except json.JSONDecodeError:
        body = None
    if not isinstance(body, dict):
        raise ClientError("The body must be a JSON object.", "送られた内容がJSONのオブジェクトではありません。")
    return body

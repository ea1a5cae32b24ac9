"""The answer to an interaction that cannot be read or that failed before its handler: one friendly sentence."""

from __future__ import annotations

import logging
from collections.abc import Awaitable
from typing import Any

import discord
from discord.webhook.async_ import async_context, interaction_response_params

from cogs.interactions.deferral import cancel_deferral
from cogs.requests.discord_adapter import NO_MENTIONS
from cogs.requests.discord_calls import ANSWER_SECONDS, UNREACHABLE, wait_for_call
from locales import FALLBACK, Translation, language_of

log = logging.getLogger(__name__)

_FAILED = "failed"
"""Key in an interaction's extras for its first error: a command and its event may both fail."""
MESSAGE, CHOICES = discord.InteractionResponseType.channel_message, discord.InteractionResponseType.autocomplete_result


async def answer_unreadable(client: discord.Client, payload: Any) -> None:  # noqa: ANN401
    """Answer an interaction by its payload, if the payload has an id and a token."""
    try:
        number, token = int(payload["id"]), payload["token"]
    except (TypeError, ValueError, LookupError, OverflowError):
        number, token = 0, None
    if not number or not isinstance(token, str) or not token:
        log.warning("an interaction without id or token is left unanswered")
        return
    choices = payload.get("type") == discord.InteractionType.autocomplete.value or _has_focus(payload.get("data"))
    await _send(_callback(client, number, token, None if choices else _failure_message(payload.get("locale"))))


async def answer_failed(interaction: discord.Interaction[Any], error: BaseException) -> None:
    """Log an interaction's error and answer with one sentence; later errors of the interaction are ignored."""
    if interaction.extras.setdefault(_FAILED, error) is not error:
        return
    log.error("an interaction failed", exc_info=error)
    deferred = await cancel_deferral(interaction)
    choices = interaction.type is discord.InteractionType.autocomplete or _has_focus(interaction.data)
    sentence = None if choices else _failure_message(interaction.locale.value)
    if not deferred and not interaction.response.is_done():
        await _send(_callback(interaction.client, interaction.id, interaction.token, sentence))
    elif sentence is not None:
        await _send(interaction.followup.send(sentence, ephemeral=True))


def _callback(client: discord.Client, number: int, token: str, sentence: str | None) -> Awaitable[object]:
    """Answer with a sentence, or with no choices for None.

    The request needs id and token only, because the type may be unknown.
    """
    http = client.http
    if sentence is None:
        params = interaction_response_params(CHOICES.value, {"choices": []})
    else:
        shown = {"content": sentence, "flags": discord.MessageFlags(ephemeral=True).value}
        params = interaction_response_params(MESSAGE.value, {**shown, "allowed_mentions": NO_MENTIONS.to_dict()})
    return async_context.get().create_interaction_response(
        number,
        token,
        session=http._HTTPClient__session,  # type: ignore[attr-defined]  # noqa: SLF001  as discord.py does
        proxy=http.proxy,
        proxy_auth=http.proxy_auth,
        params=params,
    )


async def _send(call: Awaitable[object]) -> None:
    try:
        await wait_for_call(call, ANSWER_SECONDS, urgent=True)
    except UNREACHABLE as error:
        log.warning("an interaction could not be answered: %r", error)
    except Exception as error:  # noqa: BLE001  discord.py cannot read Discord's response
        log.warning("nobody knows whether an interaction was answered", extra={"error": type(error).__name__})


def _failure_message(locale: object) -> str:
    return Translation(language_of(locale) if isinstance(locale, str) else FALLBACK)("fault-unknown")


def _has_focus(data: object) -> bool:
    """Return whether the payload has a focused option, which means that Discord asks for choices."""
    options = data.get("options") if isinstance(data, dict) else None
    every = [one for one in options if isinstance(one, dict)] if isinstance(options, list) else []
    return any(one.get("focused") is True or _has_focus(one) for one in every)

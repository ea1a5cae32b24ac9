"""The answers to errors: if the handling of an interaction fails, the person gets one clear sentence."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.webhook.async_ import async_context, interaction_response_params

from cogs.requests.discord_calls import ANSWER_SECONDS, UNREACHABLE, describe_error, wait_for_call
from cogs.requests.pages import NO_MENTIONS
from host.refusals import Refusal
from host.services import StoreError
from locales import FALLBACK, Translation, language_of
from show.text.seat_names import table_translation

if TYPE_CHECKING:
    from cogs.interactions.interaction_context import InteractionContext

log = logging.getLogger(__name__)

MESSAGE, CHOICES = discord.InteractionResponseType.channel_message, discord.InteractionResponseType.autocomplete_result


async def answer_unreadable(client: discord.Client, payload: Any) -> None:  # noqa: ANN401
    """Answer an interaction that discord.py could not read, if its payload has an id and a token."""
    try:
        number, token = int(payload["id"]), payload["token"]
    except (TypeError, ValueError, LookupError, OverflowError):
        number, token = 0, None
    if not number or not isinstance(token, str) or not token:
        log.warning("an interaction without id or token is left unanswered")
        return
    choices = payload.get("type") == discord.InteractionType.autocomplete.value or _has_focus(payload.get("data"))
    locale = payload.get("locale")
    await _send(client, number, token, locale if isinstance(locale, str) else FALLBACK, choices=choices)


async def answer_error(
    interaction: discord.Interaction[Any], context: InteractionContext | None, error: BaseException
) -> None:
    """Answer an error of an interaction. `context` is None if the interaction could not be read."""
    cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error
    try:
        if context is None or context.is_autocomplete:
            await _answer_without_context(interaction, cause)
        else:
            await context.tell(_sentence_for(cause, context))
    except Exception as failure:  # noqa: BLE001  there is no other way to answer
        log.warning("an interaction could not be answered: %s", describe_error(failure))


def _sentence_for(error: BaseException, context: InteractionContext) -> str:
    """Return the sentence that explains an error; log the error unless it is a refusal."""
    if isinstance(error, Refusal):
        table = error.table
        return (table_translation(table, context.locale) if table else context.tr).text(error.text)
    if isinstance(error, StoreError):
        # The change may have been committed. A change that was certainly not committed raises a Refusal instead.
        log.error("the store failed: %s", error)
        return context.tr("fault-unshown")
    if isinstance(error, app_commands.AppCommandError):  # raised before the handler was called
        # The log gets only the error's type, because the error's text may contain typed words.
        log.warning("a command is of another version: %s", type(error).__name__)
        return context.tr("fault-other-version")
    if isinstance(error, UNREACHABLE):  # the change may have been committed
        log.warning("an interaction's answer could not be shown: %s", describe_error(error))
        return context.tr("fault-unshown")
    log.error("an interaction failed", exc_info=error)
    return context.tr("fault-unknown")


async def _answer_without_context(interaction: discord.Interaction[Any], error: BaseException) -> None:
    log.error("an interaction failed", exc_info=error)
    choices = interaction.type is discord.InteractionType.autocomplete or _has_focus(interaction.data)
    if not interaction.response.is_done():
        await _send(
            interaction.client, interaction.id, interaction.token, str(interaction.locale.value), choices=choices
        )


async def _send(client: discord.Client, number: int, token: str, locale: str, *, choices: bool) -> None:
    """Answer with a sentence, or with an empty list of choices if Discord asks for choices (`choices`).

    The request uses only the id and the token, because the interaction's type may be unknown.
    """
    if choices:
        params = interaction_response_params(CHOICES.value, {"choices": []})
    else:
        sentence = Translation(language_of(locale))("fault-unknown")
        message = {"content": sentence, "flags": discord.MessageFlags(ephemeral=True).value}
        params = interaction_response_params(MESSAGE.value, {**message, "allowed_mentions": NO_MENTIONS.to_dict()})
    http = client.http
    call = async_context.get().create_interaction_response(
        number,
        token,
        session=http._HTTPClient__session,  # type: ignore[attr-defined]  # noqa: SLF001  as discord.py does
        proxy=http.proxy,
        proxy_auth=http.proxy_auth,
        params=params,
    )
    try:
        await wait_for_call(call, ANSWER_SECONDS, urgent=True)
    except UNREACHABLE as error:
        log.warning("an interaction could not be answered: %s", describe_error(error))
    except Exception as error:  # noqa: BLE001  discord.py cannot read Discord's response
        log.warning("nobody knows whether an interaction was answered", extra={"error": type(error).__name__})


def _has_focus(data: object) -> bool:
    """Return whether the payload has a focused option, which means that Discord asks for choices."""
    options = data.get("options") if isinstance(data, dict) else None
    every = [one for one in options if isinstance(one, dict)] if isinstance(options, list) else []
    return any(one.get("focused") is True or _has_focus(one) for one in every)

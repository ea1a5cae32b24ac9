"""Registers the commands with Discord, where they have changed."""

import hashlib
import json
import logging
from typing import Any, Final

from discord import app_commands

from cogs.discord_calls import finished
from cogs.translator import Translator
from host.people import People

log = logging.getLogger(__name__)

CONTEXTS: Final = app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False)
INSTALLS: Final = app_commands.AppInstallationType(guild=True, user=False)
"""Where commands are unless one says more: on servers that have invited the bot, whatever Discord's default is."""
ENTRY_POINT = 4
"""The type of a command that Discord itself adds; an update that leaves it out is refused."""


async def register(tree: app_commands.CommandTree[Any], people: People, application_id: int) -> None:
    """Let Discord have the commands of the tree, if it has others.

    Raises:
        discord.RateLimited: they have been changed too often.
    """
    translator = Translator()
    await tree.set_translator(translator)
    payload = [await one.get_translated_payload(tree, translator) for one in tree.get_commands()]
    fingerprint = hashlib.sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest()
    name = f"commands of {application_id}"
    http = tree.client.http
    there: list[Any] = await finished(http.get_global_commands(application_id), None, urgent=True)
    added = [one for one in there if one["type"] == ENTRY_POINT]
    if await people.setting(name) == fingerprint and len(there) == len(payload) + len(added):
        return
    await finished(http.bulk_upsert_global_commands(application_id, payload=[*payload, *added]), None, urgent=True)
    await people.set_setting(name, fingerprint)
    log.info("registered %d commands", len(payload))

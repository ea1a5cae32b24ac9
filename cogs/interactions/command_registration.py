"""Registers changed commands with Discord in the background.

Until Discord accepts the changed commands, the bot runs with the commands that were registered before.
"""

import asyncio
import contextlib
import hashlib
import json
import logging
import math
from collections.abc import Collection
from typing import Any, Final

import discord
from discord import app_commands
from discord.ext import commands

from cogs.interactions.command_translator import CommandTranslator
from cogs.requests.discord_adapter import is_final
from cogs.requests.discord_calls import UNREACHABLE, UNREADABLE, PausedError, describe_error, wait_for_call
from cogs.requests.install_settings import FOR_PEOPLE, InstallSettings
from host.background import BackgroundTask
from host.cluster.shards import Shards
from host.people.people import People
from host.services import StoreError

log = logging.getLogger(__name__)

CONTEXTS: Final = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True)
"""Contexts of all commands: on servers, in the bot's direct messages, and in groups. In a group, a command that needs
the bot answers with a link to the bot's direct messages.
"""
INSTALLS: Final = app_commands.AppInstallationType(guild=True, user=True)
"""Installations of all commands: for servers and for people, as far as the application's settings allow both."""
IN_GROUPS: Final = 2
"""The context of groups, as Discord numbers it."""
ENTRY_POINT = 4
"""Type of a command that Discord adds itself; Discord refuses an update without this command."""


FIRST_RETRY_SECONDS, MAX_RETRY_SECONDS = 2.0, 600.0
"""First and longest retry delay in seconds. A delay that Discord names takes precedence."""
START_SECONDS: Final = 5.0
"""Seconds for which the bot's start waits for the first attempt, so that people mostly find the commands at once."""


class CommandRegistration(commands.Cog):
    """The background task that retries until Discord accepts the commands or refuses them for good."""

    def __init__(
        self, tree: app_commands.CommandTree[Any], people: People, shards: Shards, install_settings: InstallSettings
    ) -> None:
        """Create the cog. It must be added after all commands, and after the cog of the install settings."""
        self._tree = tree
        self._people = people
        self._shards = shards
        self._install_settings = install_settings
        self._tried = asyncio.Event()
        self._task = BackgroundTask("registration of commands")

    async def cog_load(self) -> None:
        """Start the task, and wait a limited time for its first attempt."""
        self._task.start(self._run)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(START_SECONDS):
                await self._tried.wait()

    async def cog_unload(self) -> None:
        """Stop the task."""
        await self._task.close()

    async def _run(self) -> None:
        pause = FIRST_RETRY_SECONDS
        while (wait := await self._wait(pause)) is not None:
            await asyncio.sleep(wait)
            pause = min(2 * pause, MAX_RETRY_SECONDS)

    async def _wait(self, pause: float) -> float | None:
        """Try to register the commands; return the seconds until the next attempt, or None if no attempt is needed."""
        try:
            kinds = await self._install_settings.kinds()
            async with self._shards.only("commands"):
                await register(self._tree, self._people, self._tree.client.application_id or 0, kinds)
        except discord.RateLimited as limit:
            log.warning("the commands have been changed too often, and are registered later: %s", limit)
            return limit.retry_after
        except PausedError as paused:
            return paused.retry_after
        except (*UNREACHABLE, *UNREADABLE, StoreError) as error:
            if isinstance(error, discord.HTTPException) and is_final(error):
                said = f"{describe_error(error)} {error.text if error.code else ''}"  # without a code it may be a page
                log.error("Discord refuses the commands, so those that it has stay until the next start: %s", said)  # noqa: TRY400  the text suffices
                return None
            log.warning("the commands could not be registered, and are at a later try: %s", describe_error(error))
            return pause
        finally:
            self._tried.set()
        return None


async def register(
    tree: app_commands.CommandTree[Any], people: People, application_id: int, kinds: Collection[str]
) -> None:
    """Register the tree's commands if they differ from those registered with Discord.

    Args:
        tree: the commands.
        people: the settings, which hold the fingerprint of the registered commands.
        application_id: the application.
        kinds: the kinds of installation that the application allows. The commands are registered for these kinds only,
            because Discord may refuse commands for other kinds. Groups have commands only if people may add the bot.

    Raises:
        discord.RateLimited: the commands were changed too often.
        DiscordException: Discord refused the commands or failed.
        StoreError: the fingerprint of the registered commands could not be read or written.
    """
    translator = CommandTranslator()
    await tree.set_translator(translator)
    payload = [await one.get_translated_payload(tree, translator) for one in tree.get_commands()]
    for one in payload:
        one["integration_types"] = [kind for kind in one["integration_types"] if str(kind) in kinds]
        if FOR_PEOPLE not in kinds:  # in a group, only people who have added the bot to their account have its commands
            one["contexts"] = [context for context in one["contexts"] if context != IN_GROUPS]
    fingerprint = hashlib.sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest()
    name = f"commands of {application_id}"
    http = tree.client.http
    there: list[Any] = await wait_for_call(http.get_global_commands(application_id), math.inf, urgent=True)
    added = [one for one in there if one["type"] == ENTRY_POINT]
    if await people.setting(name) == fingerprint and len(there) == len(payload) + len(added):
        return
    update = http.bulk_upsert_global_commands(application_id, payload=[*payload, *added])
    await wait_for_call(update, math.inf, urgent=True)
    await people.set_setting(name, fingerprint)
    log.info("registered %d commands", len(payload))

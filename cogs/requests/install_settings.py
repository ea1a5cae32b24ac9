"""The bot's invitation, and the install settings of its application, which Discord uses for *Add App*.

The install link of a new application adds only its commands, and such a bot cannot post. So the bot changes the install
settings, unless its operator has set them already. Source: Discord's documentation, "Application", Edit Current
Application.
"""

import logging
import math
from typing import Any, Final, cast

import discord
from discord.ext import commands

from cogs.requests.discord_calls import UNREACHABLE, UNREADABLE, describe_error, wait_for_call
from host.background import BackgroundTask
from host.cluster.shards import Shards
from host.services import StoreError

log = logging.getLogger(__name__)

PERMISSIONS: Final = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    attach_files=True,
    read_message_history=True,
    create_events=True,
)
"""Permissions that the invitation asks for, as in the README. The bot works without the last five."""
SCOPES: Final = ("bot", "applications.commands")
ON_SERVERS: Final = "0"
"""Key of the settings for an installation on a server; another key is for a person's account."""
NEW_APPLICATION: Final = ["applications.commands"]
"""Scopes in the settings of a new application; its permissions are 0."""


def invitation(application_id: int, guild_id: int | None = None) -> str:
    """Return the link with which a manager adds the bot to a server; with `guild_id`, to this server."""
    guild = discord.utils.MISSING if guild_id is None else discord.Object(guild_id)
    return discord.utils.oauth_url(application_id, permissions=PERMISSIONS, guild=guild, scopes=SCOPES)


def with_install_settings(application: discord.AppInfo) -> dict[str, Any] | None:
    """Return the application's settings with the bot's settings for servers; None if nothing must be changed.

    Nothing is changed if the operator has chosen scopes or permissions, has a link of their own, or allows no
    installation on servers. Nothing is changed for a private application either, because Discord lets it have no link.
    """
    settings: dict[str, Any] = {**cast("Any", application._integration_types_config or {})}  # noqa: SLF001  to send back
    chosen = application.custom_install_url or application.install_params
    if chosen or not application.bot_public or (settings and ON_SERVERS not in settings):
        return None
    asked = (settings.get(ON_SERVERS) or {}).get("oauth2_install_params")
    if asked and (asked.get("scopes", []) != NEW_APPLICATION or int(asked.get("permissions") or 0)):
        return None
    own = {"scopes": [*SCOPES], "permissions": PERMISSIONS.value}
    others = {context: _as_sent(config) for context, config in settings.items() if context != ON_SERVERS}
    return {ON_SERVERS: {"oauth2_install_params": own}} | others


def _as_sent(config: dict[str, Any] | None) -> dict[str, Any]:
    """Return the settings of a context in the form in which Discord takes them; Discord sends permissions as text."""
    asked = (config or {}).get("oauth2_install_params")
    if not asked or not asked.get("scopes"):
        return {}
    return {"oauth2_install_params": {"scopes": asked["scopes"], "permissions": int(asked.get("permissions") or 0)}}


class InstallSettings(commands.Cog):
    """The background task that sets the install settings once. If that fails, the next start tries again."""

    def __init__(self, bot: discord.Client, shards: Shards) -> None:
        """Create the cog; the leases of `shards` let only one process of the bot write at a time."""
        self._bot = bot
        self._shards = shards
        self._task = BackgroundTask("install settings")

    async def cog_load(self) -> None:
        """Start the task."""
        self._task.start(self._run)

    async def cog_unload(self) -> None:
        """Stop the task."""
        await self._task.close()

    async def _run(self) -> None:
        try:
            application = self._bot.application
            settings = application and with_install_settings(application)
            if not settings:
                return
            payload = {"integration_types_config": settings}
            async with self._shards.only("installation"):
                await wait_for_call(self._bot.http.edit_application_info(reason=None, payload=payload), math.inf)
        except (*UNREACHABLE, *UNREADABLE, StoreError) as error:
            log.warning(
                "the install settings could not be set, so use the invitation; the next start tries: %s",
                describe_error(error),
            )
        else:
            log.info("the install settings were unset, and ask now for what the invitation asks for")

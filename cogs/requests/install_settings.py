"""The bot's invitation, and the install settings of its application, which Discord uses for *Add App*.

The install link of a new application adds only its commands to servers, and such a bot cannot post. An older
application cannot be added to a person's account. So the bot changes the install settings, unless its operator has set
them already. Source: Discord's documentation, "Application", Edit Current
Application.
"""

import asyncio
import logging
import math
from typing import Any, Final, cast
from urllib.parse import urlencode

import discord
from discord.ext import commands

from cogs.requests.discord_calls import UNREACHABLE, UNREADABLE, describe_error, wait_for_call
from host.background import BackgroundTask
from host.cluster.shards import Shards
from host.people.people import People
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
FOR_PEOPLE: Final = "1"
"""Discord's keys of the two kinds of installation: on a server, and in a person's account."""
NEW_APPLICATION: Final = ["applications.commands"]
"""Scopes in the settings of a new application; its permissions are 0."""


def invitation(application_id: int, guild_id: int | None = None) -> str:
    """Return the link with which a manager adds the bot to a server; with `guild_id`, to this server."""
    guild = discord.utils.MISSING if guild_id is None else discord.Object(guild_id)
    return discord.utils.oauth_url(application_id, permissions=PERMISSIONS, guild=guild, scopes=SCOPES)


def account_link(application_id: int) -> str:
    """Return the link with which a person adds the bot to their account."""
    asked = {"client_id": application_id, "integration_type": FOR_PEOPLE, "scope": " ".join(NEW_APPLICATION)}
    return f"https://discord.com/oauth2/authorize?{urlencode(asked)}"


def install_kinds(application: discord.AppInfo) -> set[str]:
    """Return the kinds of installation that an application allows: `ON_SERVERS`, `FOR_PEOPLE`."""
    return {*_settings_of(application)} or {ON_SERVERS}


def _settings_of(application: discord.AppInfo) -> dict[str, Any]:
    """Return an application's settings by the kind of installation, in Discord's form."""
    return {**cast("Any", application._integration_types_config or {})}  # noqa: SLF001  the raw form, to send it back


def with_install_settings(application: discord.AppInfo, *, offer_people: bool = True) -> dict[str, Any] | None:
    """Return the application's install settings with the bot's own additions; None if nothing must be changed.

    The settings for servers are added unless the operator has chosen scopes or permissions. The settings for people are
    added if there are none. `offer_people=False` adds no settings for people: the operator may have removed them.

    Nothing is changed if the operator has a link of their own, or allows no installation on servers. Nothing is changed
    for a private application either, because Discord allows no link for such an application.
    """
    settings = _settings_of(application)
    chosen = application.custom_install_url or application.install_params
    if chosen or not application.bot_public or (settings and ON_SERVERS not in settings):
        return None
    own = {kind: _as_sent(config) for kind, config in settings.items()}
    if _is_unset(settings.get(ON_SERVERS)):
        own[ON_SERVERS] = {"oauth2_install_params": {"scopes": [*SCOPES], "permissions": PERMISSIONS.value}}
    if offer_people:
        own.setdefault(FOR_PEOPLE, {"oauth2_install_params": {"scopes": NEW_APPLICATION, "permissions": 0}})
    return own if own != {kind: _as_sent(config) for kind, config in settings.items()} else None


def _is_unset(config: dict[str, Any] | None) -> bool:
    """Return whether the settings for servers are empty, or still as in a new application."""
    asked = (config or {}).get("oauth2_install_params")
    return not asked or (asked.get("scopes", []) == NEW_APPLICATION and not int(asked.get("permissions") or 0))


def _as_sent(config: dict[str, Any] | None) -> dict[str, Any]:
    """Convert the settings for one kind of installation to the form that Discord accepts.

    Discord sends permissions as text, but the bot sends them as a number.
    """
    asked = (config or {}).get("oauth2_install_params")
    if not asked or not asked.get("scopes"):
        return {}
    return {"oauth2_install_params": {"scopes": asked["scopes"], "permissions": int(asked.get("permissions") or 0)}}


class InstallSettings(commands.Cog):
    """The background task that sets the install settings once. If that fails, the next start tries again."""

    def __init__(self, bot: discord.Client, shards: Shards, people: People) -> None:
        """Create the cog; the leases of `shards` let only one process of the bot write at a time."""
        self._bot = bot
        self._shards = shards
        self._people = people
        self._ended = asyncio.Event()
        self.allowed: set[str] = set()
        """The kinds of installation that the application allows, as far as known; see `install_kinds`."""
        self._task = BackgroundTask("install settings")

    async def cog_load(self) -> None:
        """Start the task."""
        self._task.start(self._run)

    async def cog_unload(self) -> None:
        """Stop the task."""
        await self._task.close()

    async def kinds(self) -> set[str]:
        """Wait until the settings are set; return the kinds of installation that the application allows."""
        await self._ended.wait()
        return self.allowed

    async def _run(self) -> None:
        try:
            if self._bot.application is not None:
                self.allowed = install_kinds(self._bot.application)
            async with self._shards.only("installation"):
                # Another process may have changed the settings since this process logged in.
                application = await wait_for_call(self._bot.application_info(), math.inf)
                await self._set(application)
        except (*UNREACHABLE, *UNREADABLE, StoreError) as error:
            log.warning(
                "the install settings could not be set, so use the invitation; the next start tries: %s",
                describe_error(error),
            )
        finally:
            self._ended.set()

    async def _set(self, application: discord.AppInfo) -> None:
        """Set the settings that are unset. Add settings for people only once, because the operator may remove them."""
        self.allowed, name = install_kinds(application), f"user installs of {application.id}"
        is_new = await self._people.setting(name) is None
        if settings := with_install_settings(application, offer_people=is_new):
            payload = {"integration_types_config": settings}
            await wait_for_call(self._bot.http.edit_application_info(reason=None, payload=payload), math.inf)
            self.allowed = {*settings}
            log.info("the install settings were unset, and now let servers and people add the bot")
        if is_new and FOR_PEOPLE in self.allowed:
            await self._people.set_setting(name, "offered")

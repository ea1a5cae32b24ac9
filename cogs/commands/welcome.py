"""The bot's direct messages: a person who writes to the bot gets a welcome message with buttons."""

import logging
from typing import Final

import discord
from discord.ext import commands

import limits
from cogs.interactions.interaction_context import InteractionContext
from cogs.interactions.pipeline import Pipeline
from cogs.interactions.router import Handlers, Router
from cogs.requests.discord_adapter import call_result
from cogs.requests.pages import PageView
from host.place import Place
from host.services import Services, StoreError
from host.settings import PersonSettings
from locales import FALLBACK, Translation, language_of
from show.actions.welcome_actions import OfferGames
from show.discord_port import Outcome
from show.log_context import begin_log_context
from show.pages.welcome import offer_page, welcome_page
from show.presenter import Presenter
from show.text.seat_names import spoken

log = logging.getLogger(__name__)

WELCOME_SECONDS: Final = 300.0
"""Seconds after a welcome in which the person gets no other welcome."""
WRITTEN: Final = frozenset({discord.MessageType.default, discord.MessageType.reply})
"""Types of messages that a person writes; all others are Discord's own lines, or answers to commands."""


class WelcomeCommands(Handlers):
    """The listener for direct messages, and the welcome's button. The text of a message is never read."""

    def __init__(self, services: Services, presenter: Presenter, router: Router, pipeline: Pipeline) -> None:
        super().__init__(services, presenter, router)
        self._pipeline = pipeline
        self._welcomed: dict[int, float] = {}
        """Times of the last welcomes in unix seconds by person, oldest first."""

    @commands.Cog.listener()
    async def on_message(self, message: discord.Message) -> None:
        """Welcome a person who writes to the bot."""
        if not isinstance(message.channel, discord.DMChannel) or message.author.bot or message.type not in WRITTEN:
            return
        self._pipeline.track(message.author.id)
        begin_log_context(server=0, channel=0)  # the id of the channel would identify the person
        if self._was_welcomed(message.author.id):
            return
        if not (
            await self._services.shards.answers(Place.direct(message.author.id), message.id)
            and await self._welcome(message)
        ):
            self._welcomed.pop(message.author.id, None)

    def _was_welcomed(self, user_id: int) -> bool:
        """Return whether a person got a welcome within `WELCOME_SECONDS`; if not, record that a welcome is sent now."""
        now = self._services.now()
        then = self._welcomed.get(user_id)
        if then is not None and now - WELCOME_SECONDS < then <= now:  # the clock may have been set back since
            return True
        self._welcomed.pop(user_id, None)
        self._welcomed[user_id] = now
        limits.evict_oldest(self._welcomed, limits.WELCOMED_PEOPLE)
        return False

    async def _welcome(self, message: discord.Message) -> bool:
        """Answer a message with the welcome; return whether it was sent."""
        mine = PersonSettings()
        try:
            mine = await self._services.settings.person(message.author.id)
        except StoreError as error:
            log.warning("the language of a person who wrote could not be read: %s", error)
        locale = spoken(mine.language, mine.locale)
        page = welcome_page(Translation(language_of(locale or FALLBACK)), is_language_known=bool(locale))
        # During a handover two processes may get the same message. Because of the nonce, only one welcome appears.
        sent = message.channel.send(view=PageView(page, {}), nonce=message.id)
        outcome = await call_result(sent)
        if not isinstance(outcome, Outcome):
            return True
        log.info("a welcome could not be sent: %s", outcome)
        return False

    async def offer_games(self, click: InteractionContext, _action: OfferGames) -> None:
        """Show the games instead of the welcome."""
        offered = (await self._services.settings.of(click.place)).offered()
        offer = offer_page(offered, click.tr)
        if click.interaction.guild_id is None:
            await click.repaint(offer)
        else:  # on a server no message has this button: the click is forged
            await click.answer(offer)

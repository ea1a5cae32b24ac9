"""Verifiable deals: the deal commitment, cutting the deck, and the proof after the game."""

import logging

from cogs.interactions.interaction_context import InteractionContext
from cogs.interactions.router import Handlers
from host.lobby import deal_commitments
from host.services import Services, StoreError
from host.tables.table import Table
from show.actions import table_actions
from show.pages.fairness import cut_form, deal_page
from show.text.addressing import table_translation
from show.text.page import Page

log = logging.getLogger(__name__)


class FairnessCommands(Handlers):
    """The buttons of a deal's commitment, cuts and proof."""

    async def open_cut(self, click: InteractionContext, action: table_actions.OpenCut) -> None:
        """Open the form that cuts the deck."""
        await click.open_form(cut_form(action.table, deal_commitments.new_nonce(), click.tr))

    async def cut(self, click: InteractionContext, action: table_actions.Cut) -> None:
        """Cut the deck, and repeat the nonce to the person."""
        nonce = await self._services.lobby.cut(action.table, click.person, *action.value)
        await click.tell(click.tr("fair-cut-done", nonce=nonce))

    async def check(self, click: InteractionContext, _action: table_actions.CheckDeal) -> None:
        """Show the deal commitment, and the proof once the game is over."""
        await click.answer(await _deal(click, self._services, click.table))


async def send_deal_commitment(click: InteractionContext, services: Services, table: Table) -> None:
    """Show the deal commitment and the interaction's id to a person who has just sat down; failures are only logged."""
    if table.promise is None:
        return
    try:
        await click.whisper(await _deal(click, services, table, click.person.interaction_id))
    except StoreError as error:
        log.warning("what is promised was not told: %s", error)


async def _deal(click: InteractionContext, services: Services, table: Table, asked: int = 0) -> Page:
    deals = await services.tables.deals(table.guild_id)
    return deal_page(table, deals, click.user_id, table_translation(table, click.locale), asked)

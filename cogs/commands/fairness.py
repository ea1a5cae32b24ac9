"""Verifiable deals: the deal commitment, cutting the deck, and the proof after the game."""

import logging

from cogs.interactions.interaction_context import InteractionContext
from cogs.interactions.router import Handlers
from host.lobby import deal_commitments
from host.refusals import LOBBY_GONE, NOT_SEATED, Refusal
from host.services import Services, StoreError
from host.tables.table import Table
from show.actions import table_actions
from show.pages.fairness import cut_form, deal_page
from show.pages.lobby import joined_page
from show.text.seat_names import table_translation

log = logging.getLogger(__name__)


class FairnessCommands(Handlers):
    """The buttons of a deal's commitment, cuts and proof."""

    async def open_cut(self, click: InteractionContext, action: table_actions.OpenCut) -> None:
        """Open the form that cuts the deck."""
        await click.open_form(cut_form(action.table, deal_commitments.new_nonce(), click.tr))

    async def cut(self, click: InteractionContext, action: table_actions.Cut) -> None:
        """Cut the deck with the nonce from the form, and show this nonce to the person."""
        nonce = await self._services.lobby.cut(action.table, click.person, *action.value)
        await click.tell(click.tr("fair-cut-done", nonce=nonce))

    async def check(self, click: InteractionContext, _action: table_actions.CheckDeal) -> None:
        """Show the deal commitment, and the proof once the game is over."""
        await self._show(click)

    async def check_own(self, click: InteractionContext, action: table_actions.CheckOwnDeal) -> None:
        """Show the same as `check`, and the id that Discord gave to the person's click on Join or Rematch.

        The seed of the deal depends on this id.
        """
        await self._show(click, action.click)

    async def show_seat(self, click: InteractionContext, action: table_actions.ShowSeat) -> None:
        """Repeat the message that a person got when they took their seat.

        Raises:
            Refusal: the person has no seat any more, or the table is no lobby.
        """
        table = click.table
        if table.state != "lobby":
            raise Refusal(LOBBY_GONE())
        if table.seat_of(click.user_id) is None:
            raise Refusal(NOT_SEATED())
        await click.answer(joined_page(table, click.user_id, action.click, table_translation(table, click.locale)))

    async def _show(self, click: InteractionContext, asked: int = 0) -> None:
        table = click.table
        deals = await self._services.tables.deals(table.place)
        await click.answer(deal_page(table, deals, click.user_id, table_translation(table, click.locale), asked))


async def confirm_seat(click: InteractionContext, services: Services, table: Table) -> None:
    """Tell a person their new seat, and how to find the deal commitment; offer them the game's lesson, once.

    A failure is ignored.
    """
    tr = table_translation(table, click.locale)
    learn = await _offers_lesson(click, services, table)
    await click.whisper(joined_page(table, click.user_id, click.person.interaction_id, tr, learn=learn))


async def _offers_lesson(click: InteractionContext, services: Services, table: Table) -> bool:
    try:
        return await services.lessons.offer(table.place, click.user_id, table.kind.id)
    except (Refusal, StoreError) as error:  # the person has a seat even without this offer
        log.info("a lesson is not offered: %s", error)
        return False

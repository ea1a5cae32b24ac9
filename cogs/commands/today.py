"""The day's deal: /today and its buttons. All answers are private."""

from discord import app_commands

from cogs.interactions.bot_presence import ANYWHERE
from cogs.interactions.command_translator import localized
from cogs.interactions.interaction_context import Interaction, InteractionContext
from cogs.interactions.router import Handlers
from engine.daily.deal import DailyDeal
from host.daily.commitments import CommitmentMessage
from host.daily.deals import ClosedDay
from host.place import NOWHERE, Place
from host.refusals import NO_SUCH_STEP, NOT_PREPARED, Refusal
from host.tables.table import Table
from locales import Translation
from show.actions import daily_actions as actions
from show.actions.decision_actions import InDay, ShowTab
from show.pages.daily.attempts import (
    day_table,
    intro_page,
    share_page,
    unprepared_page,
)
from show.pages.daily.closed_day import best_line, best_line_page, closed_day_page, dealt_page
from show.pages.daily.commitments import coming_page
from show.text.seat_names import table_translation


class TodayCommands(Handlers):
    """The command and buttons of the day's deal."""

    @app_commands.command(description=localized("command-today"), extras={ANYWHERE: True})
    async def today(self, interaction: Interaction) -> None:
        """Show today's deal."""
        await self._today(InteractionContext.of(interaction))

    async def open(self, click: InteractionContext, _action: actions.OpenToday) -> None:
        """Show today's deal: an introduction before the first move, then the open decision, at the end the result."""
        await self._today(click)

    async def _today(self, click: InteractionContext) -> None:
        """Show today's deal."""
        place = NOWHERE if click.is_bot_missing else click.place
        try:
            attempt = await self._services.daily.open(click.user_id, place, click.person.name, click.at)
        except Refusal as refusal:
            if refusal.text.key != NOT_PREPARED.key:
                raise
            yesterday = await self._services.daily.has_yesterday(click.at)
            await click.answer(unprepared_page(refusal.text, click.tr, yesterday=yesterday))
            return
        if attempt.decision or attempt.points is not None:
            await self._router.handle(click, ShowTab(InDay(attempt.day)))
        else:
            table, tr = self._table(click, attempt.deal)
            told_in = await self._told_in(click.user_id, attempt.server_id)
            yesterday = await self._services.daily.has_yesterday(click.at)
            await click.answer(intro_page(attempt.day, table, tr, told_in, yesterday=yesterday))

    async def _told_in(self, user_id: int, server_id: int) -> int:
        """Return the channel where the server's message of the day will name the person with their result.

        The number is 0 if the person does not want to be named, or the server has no such message.
        """
        if (await self._services.settings.person(user_id)).named == "off":
            return 0
        return (await self._services.settings.of(Place.server(server_id))).daily

    async def play(self, click: InteractionContext, action: actions.PlayDay) -> None:
        """Show the open decision."""
        await self._router.handle(click, ShowTab(InDay(action.day)))

    async def practise(self, click: InteractionContext, action: actions.PractiseDay) -> None:
        """Begin the deal once more, for practice."""
        await self._services.daily.practise(click.user_id, action.day, click.at)
        await self._router.handle(click, ShowTab(InDay(action.day, practice=True)))

    async def share(self, click: InteractionContext, action: actions.ShareDay) -> None:
        """Show the person's result as a text that they can share."""
        result = await self._services.daily.result(click.user_id, action.day, click.at)
        attempt = await self._services.daily.attempt(click.user_id, action.day, click.at)
        table, tr = self._table(click, attempt.deal)
        await click.answer(share_page(attempt, table, result, tr))

    async def closed(self, click: InteractionContext, _action: actions.OpenClosedDay) -> None:
        """Show the day that has closed most recently."""
        closed = await self._services.daily.yesterday(click.user_id, click.at)
        table, tr = self._table(click, closed.deals[0].deal)
        puzzle = await self._services.puzzles.state(closed.day, click.at)
        posted = await self._posted(click, closed)
        await click.answer(closed_day_page(closed, table, tr, puzzle=puzzle, posted=posted))

    async def closed_day(self, click: InteractionContext, action: actions.OpenDay) -> None:
        """Show a day that has closed."""
        closed = await self._services.daily.closed_day(action.day, click.user_id, click.at)
        table, tr = self._table(click, closed.deals[0].deal)
        posted = await self._posted(click, closed)
        await click.answer(closed_day_page(closed, table, tr, posted=posted))

    async def show_cards(self, click: InteractionContext, action: actions.ShowDealtCards) -> None:
        """Show the hands of all seats in one of the deals of a closed day."""
        closed = await self._closed(click, action.day, action.deal)
        table, tr = self._table(click, closed.deals[action.deal].deal)
        await click.answer(dealt_page(closed, action.deal, table, tr))

    async def pick_cards(self, click: InteractionContext, action: actions.PickDealtCards) -> None:
        """Show the hands of the deal that was picked from a list."""
        await self.show_cards(click, actions.ShowDealtCards(action.day, action.value))

    async def show_line(self, click: InteractionContext, action: actions.ShowBestLine) -> None:
        """Show one step of the play that got the most points in a closed day's deal."""
        closed = await self._closed(click, action.day, action.deal)
        table, tr = self._table(click, closed.deals[action.deal].deal)
        replay = best_line(closed.deals[action.deal], table)
        replay.check(action.step)
        step = replay.destination(action.step, action.go)
        await click.answer(best_line_page(closed, action.deal, replay, step, tr))

    async def coming(self, click: InteractionContext, _action: actions.ListComingDays) -> None:
        """Show the commitments of the coming days."""
        days = await self._services.daily.commitments(click.at)
        posted = await self._services.posted_commitments.newest(click.place, days, click.at)
        await click.answer(coming_page(days, click.tr, posted))

    async def _posted(self, click: InteractionContext, closed: ClosedDay) -> CommitmentMessage | None:
        """Return the message that announced a closed day's commitment on the server of the click; None without one."""
        return await self._services.posted_commitments.with_day(click.place, closed.day, closed.commitment)

    async def _closed(self, click: InteractionContext, day: int, number: int) -> ClosedDay:
        """Return a closed day. Check the numbers of the day and of the deal, because people may forge both.

        Raises:
            Refusal: the day is not over, or the day has no such deal.
        """
        closed = await self._services.daily.closed_day(day, click.user_id, click.at)
        if not 0 <= number < len(closed.deals):
            raise Refusal(NO_SUCH_STEP())
        return closed

    def _table(self, click: InteractionContext, deal: DailyDeal) -> tuple[Table, Translation]:
        """Return the table for the pages of a deal, and the translation that knows the table's names."""
        table = day_table(deal, click.user_id, click.tr)
        return table, table_translation(table, click.locale, self._presenter.emojis)

"""At a running game besides playing it: leaving, removing somebody, ending it, hurrying, and what all agree to."""

from collections.abc import Awaitable

from discord.ext import commands

from cogs.click import Click
from cogs.router import Router
from host.house import House
from host.table import Table
from show import actions
from show.actions import TableAction
from show.pages.seats import done_page, sure_page
from show.speech import table_speech
from show.stage import Stage


class Seats(commands.Cog):
    """Seats of running games."""

    def __init__(self, house: House, stage: Stage, router: Router) -> None:
        self._house = house
        self._stage = stage
        router.on(actions.LeaveGame, self.leave)
        router.on(actions.RemovePlayer, self.remove)
        router.on(actions.EndGame, self.end)
        router.on(actions.Nudge, self.nudge)
        router.on(actions.GiveMove, self.give)
        router.on(actions.Agree, self.agree)

    async def leave(self, click: Click, action: actions.LeaveGame) -> None:
        """Leave the game to a computer player, once they are sure."""
        table = await self._house.tables.get(action.table)
        if action.sure:
            await self._done(click, self._house.attendance.leave(action.table, click.person), "seats-gone")
        else:
            last = table.people() == [click.user_id]
            question = click.speech("seats-sure-leave-last" if last else "seats-sure-leave")
            await self._ask(click, table, question, actions.LeaveGame(table.id, sure=True))

    async def remove(self, click: Click, action: actions.RemovePlayer) -> None:
        """Take somebody's seat away, once a moderator is sure."""
        table = await self._house.tables.get(action.table)
        if action.sure:
            removing = self._house.attendance.remove(action.table, click.person, action.seat)
            await self._done(click, removing, "seats-given")
        else:
            who = table_speech(table, click.locale).seat(action.seat)
            question = click.speech("seats-sure-remove", who=who)
            await self._ask(click, table, question, actions.RemovePlayer(table.id, action.seat, sure=True))

    async def end(self, click: Click, action: actions.EndGame) -> None:
        """End the game, once a moderator is sure."""
        if action.sure:
            await self._done(click, self._house.attendance.end(action.table, click.person), "seats-ended")
        else:
            table = await self._house.tables.get(action.table)
            await self._ask(click, table, click.speech("seats-sure-end"), actions.EndGame(table.id, sure=True))

    async def nudge(self, click: Click, action: actions.Nudge) -> None:
        """Ask those to hurry who are awaited."""
        await self._done(click, self._house.attendance.nudge(action.table, click.person), "seats-nudged")

    async def give(self, click: Click, action: actions.GiveMove) -> None:
        """Let a computer player decide for somebody."""
        await self._done(click, self._house.attendance.give(action.table, click.person, action.seat), "seats-given")

    async def agree(self, click: Click, action: actions.Agree) -> None:
        """Agree to what all are asked for."""
        table = await self._house.agreement.agree(action.table, click.user_id)
        if table.id != action.table:
            sentence = click.speech("seats-rematch")
        elif table.state == "over" and not any(who and who.agreed for who in table.occupants):
            sentence = click.speech("seats-finished")
        else:
            agreed, asked = table.agreed()
            sentence = click.speech("seats-agreed", agreed=agreed, asked=asked)
        await click.tell(sentence)

    async def _done(self, click: Click, change: Awaitable[Table], key: str) -> None:
        await change
        await click.answer(done_page(click.speech(key)))

    async def _ask(self, click: Click, table: Table, question: str, yes: TableAction) -> None:
        await click.answer(sure_page(table, question, yes, click.speech))

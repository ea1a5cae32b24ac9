"""Actions at a running game besides moves: leave, remove a player, end, nudge, finish early, rematch."""

import asyncio

import discord

from cogs.interactions.interaction_context import InteractionContext
from cogs.interactions.router import Handlers
from cogs.members import fetch_member
from host.refusals import UNKNOWN_MODERATOR
from host.services import Services
from host.tables.table import Table
from show.actions import table_actions
from show.actions.table_actions import Drastic
from show.pages.fairness import own_check_button
from show.pages.game.hand import Asked
from show.pages.game.seats import nudged_page, seats_page, sure_page
from show.text.page import Page, page
from show.text.seat_names import person_name, table_translation

_REMOVED = {"closed": "seats-given-last", "over": "seats-given-over"}
"""Message keys for a removal that ended the game, by the table's state."""


class SeatCommands(Handlers):
    """The buttons for the seats of a running game."""

    async def leave(self, click: InteractionContext, action: table_actions.LeaveGame) -> None:
        """Leave the seat to a computer player, after a confirmation."""
        table = await self._services.participation.leave(action.table, click.person, sure=action.sure)
        last = table.people() == [click.user_id]
        question = click.tr("seats-sure-leave-last" if last else "seats-sure-leave")
        await self._confirm(click, action, question, click.tr("seats-gone"))

    async def remove(self, click: InteractionContext, action: table_actions.RemovePlayer) -> None:
        """Remove a player, after a moderator's confirmation."""
        table = await self._services.participation.remove(action.table, click.person, action.seat, sure=action.sure)
        who, last = _person(table, action.seat, click), len(table.people()) == 1
        question = click.tr("seats-sure-remove-last" if last else "seats-sure-remove", who=who)
        await self._confirm(click, action, question, click.tr(_REMOVED.get(table.state, "seats-given"), who=who))

    async def end(self, click: InteractionContext, action: table_actions.EndGame) -> None:
        """End the game, after a moderator's confirmation."""
        await self._services.participation.end(action.table, click.person, sure=action.sure)
        await self._confirm(click, action, click.tr("seats-sure-end"), click.tr("seats-ended"))

    async def set_level(self, click: InteractionContext, action: table_actions.SetLevel) -> None:
        """Change the level of a computer player."""
        table = await self._services.participation.set_level(action.table, click.person, *action.value)
        await click.answer(await seats_page_for(table, click, self._services))

    async def nudge(self, click: InteractionContext, action: table_actions.Nudge) -> None:
        """Remind the players who must move, and name those who cannot click."""
        unable = await self._unable(click)
        table = await self._services.participation.nudge(action.table, click.person, unable)
        moderator = bool(click.person.moderates(table.channel_id))
        await click.answer(nudged_page(table, unable, table_translation(table, click.locale), moderator=moderator))

    async def _unable(self, click: InteractionContext) -> dict[int, int]:
        """Return the people who must decide and are timed out, each with the end of the time-out in unix seconds.

        People who are no longer on the server have the end 0. Only here Discord is asked: it tells a bot without the
        members intent of no time-out, and somebody who is timed out makes no interaction that could tell.
        """
        guild, table = click.interaction.guild, click.table
        if guild is None:
            return {}
        pending = [who.user_id for seat, who in table.to_act.items() if seat in table.turns]
        asked = [one for one in pending if one is not None and one != click.user_id]
        ends = await asyncio.gather(*(_absence_end(guild, one) for one in asked))
        return {one: end for one, end in zip(asked, ends, strict=True) if end is not None}

    async def give(self, click: InteractionContext, action: table_actions.GiveMove) -> None:
        """Let a computer player make a player's move."""
        table = await self._services.participation.delegate(action.table, click.person, action.seat)
        await click.answer(page(click.tr("seats-played-for", who=_person(table, action.seat, click))))

    async def finish(self, click: InteractionContext, action: table_actions.Finish) -> None:
        """Vote for finishing the game early."""
        table = await self._services.votes.finish(action.table, click.user_id)
        await self._show_votes(click, table, "seats-finished" if table.state == "over" else None)

    async def rematch(self, click: InteractionContext, action: table_actions.Rematch) -> None:
        """Vote for a rematch."""
        table = await self._services.votes.rematch(action.table, click.user_id, click.person.interaction_id)
        if table.place.is_direct:
            await self._presenter.hands_of(table).answer(click, table.id, Asked(), anew=True)
        else:
            await self._show_votes(click, table, "seats-rematch" if table.id != action.table else None)

    async def _show_votes(self, click: InteractionContext, table: Table, done: str | None) -> None:
        """Show the vote's result, or the number of votes so far."""
        agreed, asked = table.vote_count()
        said = [click.tr(done) if done else click.tr("seats-agreed", agreed=agreed, asked=asked)]
        promise = table.promise if done and table.state == "playing" else table.rematch
        # All agree, but there is no rematch yet: this was the first vote since the commitment to its deal was renewed.
        # The bot then asks for one more vote, so that somebody has seen the new commitment.
        if not done and agreed == asked:
            said.append(click.tr("seats-once-more"))
        fair = [own_check_button(table, click.person.interaction_id, click.tr)] if promise is not None else []
        await click.tell_page(page("\n".join(said), fair))

    async def _confirm(self, click: InteractionContext, action: Drastic, question: str, done: str) -> None:
        """Ask the person to confirm the action; after the confirmation, say that the action is done."""
        await click.answer(page(done) if action.sure else sure_page(question, action, click.tr))


def _person(table: Table, seat: int, click: InteractionContext) -> str:
    """Return the name of the person on a seat; if a computer player has it now, of the person who had it before."""
    who = table.occupants[seat]
    return person_name(who.name if who else "", click.tr.language)


async def _absence_end(guild: discord.Guild, user_id: int) -> int | None:
    """Return the end of a person's time-out in unix seconds; 0 if they are not on the server.

    Return None if they can click, or if Discord does not answer.
    """
    member = await fetch_member(guild, user_id, urgent=True)
    if member is None:
        return 0
    until = member.timed_out_until if isinstance(member, discord.Member) and member.is_timed_out() else None
    return None if until is None else int(until.timestamp())


async def seats_page_for(table: Table, click: InteractionContext, services: Services) -> Page:
    """Return the page with a person's actions at a running game."""
    tr, calls = table_translation(table, click.locale), (await services.settings.of(table.place)).pings == "on"
    moderator = click.person.moderates(table.channel_id)
    note = tr.text(UNKNOWN_MODERATOR(channel=str(table.channel_id))) if moderator is None else ""
    return seats_page(table, tr, click.user_id, int(services.now()), moderator=bool(moderator), calls=calls, note=note)

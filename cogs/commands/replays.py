"""Finished games: /replay, the replay's buttons, its record, and playing on from a position."""

from pathlib import Path

from discord import app_commands

import limits
from cogs.commands.tables.lobbies import server_obstacle
from cogs.interactions.command_translator import MOST_CHOICES, localized, table_choices
from cogs.interactions.interaction_context import Interaction, InteractionContext
from cogs.interactions.router import Handlers
from cogs.requests.pages import Upload
from host.people.replays import Ended
from host.refusals import NO_SUCH_REPLAY, NO_SUCH_TABLE, Refusal
from show.actions import replay_actions as actions
from show.pages.game.hand import Asked
from show.pages.replay import ReplayCursor, games_page, replay_page
from show.text.seat_names import table_translation

VERIFIER = Path(__file__).parents[2] / "docs" / "verify.html"
"""The page that verifies a record's deal without a network connection."""
VERIFIER_NAME = "checking-page.html"
"""The name of this page as an attachment."""


class ReplayCommands(Handlers):
    """The list of finished games, and each game step by step."""

    @app_commands.command(description=localized("command-replay"))
    @app_commands.describe(table=localized("command-replay-table"))
    async def replay(self, interaction: Interaction, table: int | None = None) -> None:
        """List the finished games, or show one step by step."""
        click = InteractionContext.of(interaction)
        if table is not None:
            await self._begin(click, await self._number(click, table))
        else:
            own, *_ = await self._ended(click, 0, mine=True)
            await self._list(click, 0, mine=bool(own))

    async def _number(self, click: InteractionContext, table: int) -> int:
        """Check and return the table number that a person has typed.

        Raises:
            Refusal: the person may not use the table. If they see no such table, the text points to the list of games.
        """
        try:
            return (await self._router.table(click, table)).id
        except Refusal as refusal:
            if refusal.text.key != NO_SUCH_TABLE.key:
                raise
            raise Refusal(NO_SUCH_REPLAY()) from None

    @replay.autocomplete("table")
    async def _tables(self, interaction: Interaction, current: object) -> list[app_commands.Choice[int]]:
        """Return the person's latest finished games that match the typed text."""
        click = InteractionContext.of(interaction)
        ended, _ = await self._services.replays.ended(click.place, click.user_id, None, 0, MOST_CHOICES)
        return table_choices([table for table, _ in ended], click.locale, str(current))

    async def open(self, click: InteractionContext, action: actions.OpenReplay) -> None:
        """Begin a replay, or show the step of a finished game to which the clicked button leads."""
        if action == actions.OpenReplay(action.table):
            await self._begin(click, action.table)
            return
        cursor = ReplayCursor(action.step, ReplayCursor.through(action.eyes), action.result)
        await self._show(click, action.table, cursor, action.go)

    async def pick_eyes(self, click: InteractionContext, action: actions.PickEyes) -> None:
        """Show the same step from another seat's view."""
        await self._show(
            click, action.table, ReplayCursor(action.step, ReplayCursor.through(action.value), action.result)
        )

    async def pick_round(self, click: InteractionContext, action: actions.PickRound) -> None:
        """Show the first step of a round."""
        step = (await self._services.replays.of(action.table)).round(action.value)
        await self._show(click, action.table, ReplayCursor(step, ReplayCursor.through(action.eyes), action.result))

    async def _begin(self, click: InteractionContext, number: int) -> None:
        """Show the first step in the person's own view if they sat at the table, else in a spectator's view."""
        replay = await self._services.replays.of(number)
        await self._show(click, number, ReplayCursor(seat=replay.table.seat_ever(click.user_id)))

    async def _show(self, click: InteractionContext, number: int, cursor: ReplayCursor, go: str = "") -> None:
        replay = await self._services.replays.of(number)
        replay.check(cursor.step, cursor.seat)
        cursor = ReplayCursor(replay.destination(cursor.step, go), cursor.seat, cursor.result)
        tr = table_translation(replay.table, click.locale, self._presenter.emojis)
        reviewed = replay.table.can_review(click.user_id)
        await click.answer(replay_page(replay, cursor, tr, reviewed=reviewed))

    async def play_on(self, click: InteractionContext, action: actions.PlayOn) -> None:
        """Begin a private game that continues from a step, and show the panel. The game has no other message."""
        if (reason := server_obstacle(click)) is not None:
            await click.tell(reason)
            return
        seat = ReplayCursor.through(action.eyes)
        table = await self._services.replays.play_on(action.table, click.person, click.channel_id, action.step, seat)
        hands = self._presenter.hands_of(table)
        with hands.writing(table.id, click.user_id):
            await hands.answer(click, table.id, Asked(), anew=True)

    async def record(self, click: InteractionContext, action: actions.TakeRecord) -> None:
        """Send the anonymous record of a game, and the page that verifies its deal."""
        text = await self._services.replays.record(action.table)
        file = Upload(f"ichiza-{action.table}.json", text.encode())
        checker = Upload(VERIFIER_NAME, VERIFIER.read_bytes())
        await click.tell(click.tr("replay-recorded", table=str(action.table)), file, checker)

    async def turn_page(self, click: InteractionContext, action: actions.ListGames) -> None:
        """Show another page of the list, or switch between the person's own games and all games."""
        await self._list(click, action.page, mine=action.mine)

    async def _list(self, click: InteractionContext, number: int, *, mine: bool) -> None:
        """Show a page of the list, or the first page if the list has become shorter."""
        direct = click.place.is_direct
        mine = mine or direct
        ended, more, unknown = await self._ended(click, number, mine=mine)
        if not ended and number:
            number = 0
            ended, more, unknown = await self._ended(click, number, mine=mine)
        page = games_page(ended, number, more=more, mine=mine, tr=click.tr, unknown=unknown, direct=direct)
        await click.answer(page)

    async def _ended(self, click: InteractionContext, number: int, *, mine: bool) -> tuple[list[Ended], bool, bool]:
        """Return a page of the finished games that the person may see, and whether more follow.

        The last value tells whether games were left out because nobody knows whether the person may see them.
        """
        seen, unknown = None, False
        if not mine:
            visible = {one: click.sees(one) for one in await self._services.replays.channels(click.place)}
            seen, unknown = [one for one, sees in visible.items() if sees], None in visible.values()
        replays = self._services.replays
        return *(await replays.ended(click.place, click.user_id, seen, number, limits.GAMES_ON_A_PAGE)), unknown

"""Public answers that belong to no table: announcements of scheduled lobbies, and leaderboards.

An announcement is edited when its lobby is dropped, which means that it will not open. A leaderboard is deleted when
the data of a person on it are deleted. The database holds which answers must still be changed, so a kill of the process
loses nothing.
"""

from engine.game import Game
from host.lobby.scheduled_lobbies import ScheduledLobby
from host.place import Place
from host.services import Services
from show.discord_port import Done, Gone, Later, Outcome, Port
from show.messages.edit_rate_limit import born
from show.messages.server_messages import ServerMessages
from show.messages.work_queue import now
from show.pages.scheduled_lobbies import dropped_page, scheduled_page

LOST_SECONDS = 60.0
"""Age of a scheduled lobby, in seconds, from which its missing message counts as lost and is posted anew."""
REST_SECONDS = 60.0
"""Seconds until the next try after Discord has refused a request or has failed."""


class PublicAnswers(ServerMessages):
    """Background task that edits, posts and deletes the public answers."""

    name = "public answers"

    def __init__(self, services: Services, port: Port) -> None:
        super().__init__(services, port)
        self._resting: dict[int, float] = {}
        """Loop time of the next try, by id of a scheduled lobby or message whose last try has failed."""

    async def poll(self) -> None:
        """Bring the public answers up to date on all servers of this process."""
        lobbies = await self._services.scheduled_lobbies.unannounced()
        boards = await self._services.standings.withdrawn()
        present = {lobby.id for lobby in lobbies} | {board.message_id for board in boards}
        self._resting = {one: at for one, at in self._resting.items() if one in present}
        for lobby in lobbies:
            if self._may_try(Place.server(lobby.guild_id), lobby.id):
                outcome = await (self._announce(lobby) if lobby.dropped is None else self._end(lobby))
                self._rest_after(lobby.id, outcome)
        for board in boards:
            if self._may_try(Place.server(board.guild_id), board.message_id):
                outcome = await self._port.delete(board.channel_id, board.message_id)
                if not isinstance(outcome, Later):
                    await self._services.standings.remove_leaderboard(board)
                self._rest_after(board.message_id, outcome)

    def _may_try(self, place: Place, number: int) -> bool:
        return self._reaches(place) and self._resting.get(number, 0.0) <= now()

    def _rest_after(self, number: int, outcome: Outcome | None) -> None:
        if outcome is not None and not isinstance(outcome, Done):
            self._resting[number] = now() + REST_SECONDS

    async def _announce(self, lobby: ScheduledLobby) -> Outcome | None:
        """Post the message of a lobby if the answer to its command was lost; return None if nothing was sent.

        An answer is lost if the bot was killed, or if Discord did not say whether it has sent the answer.
        """
        if not await self._services.clock.has_passed(born(lobby.id) + LOST_SECONDS):
            return None
        if lobby.game not in Game.games:
            await self._services.scheduled_lobbies.drop(lobby, "game")
            return None
        page = scheduled_page(lobby, await self._translation(Place.server(lobby.guild_id)))
        outcome = await self._port.send(lobby.channel_id, page, str(lobby.id))
        if isinstance(outcome, Done):
            if not await self._services.scheduled_lobbies.set_message(lobby, outcome.id):
                return await self._port.delete(lobby.channel_id, outcome.id)  # it has opened while this was sent
        elif outcome == Gone(channel=True):
            await self._services.scheduled_lobbies.drop(lobby, "lost")
        return outcome

    async def _end(self, lobby: ScheduledLobby) -> Outcome:
        """Let the message of a dropped lobby say why it was dropped, and delete the lobby's event.

        A request that Discord refuses for good is not tried again.
        """
        outcomes: list[Outcome] = [Done()]
        if lobby.message_id is not None:
            page = dropped_page(lobby, await self._translation(Place.server(lobby.guild_id)))
            outcomes.append(await self._port.edit(lobby.channel_id, lobby.message_id, page))
        if lobby.event_id is not None:
            outcomes.append(await self._port.delete_event(lobby.guild_id, lobby.event_id))
        failed = next((one for one in outcomes if isinstance(one, Later)), None)
        if failed is None:
            await self._services.scheduled_lobbies.remove_dropped(lobby)
        return failed or Done()

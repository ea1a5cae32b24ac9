"""The answer to a played card when another process has changed the table meanwhile."""

from __future__ import annotations

from host.lobby.lobby_transitions import required_game
from host.refusals import TRY_AGAIN
from host.services import Services
from host.tables.table import Person
from locales import Translation
from show.actions.table_actions import Choose
from tests.fuzz.conftest import AKI, BEN, ROOM
from tests.fuzz.offline import Offline
from tests.tables import wait_for_people_to_act

SEAT = 1


async def test_card_is_played_after_another_processs_faster_change(world: Offline) -> None:
    await world.open_table(AKI, BEN, where=ROOM, game="tennos-square", seats=3)
    game = required_game(await wait_for_people_to_act(world.services, await world.services.tables.get(1)))
    other = Services(world.services.tables.store)
    other.tables.ours = lambda _guild_id: False
    await other.participation.nudge(1, Person(AKI.id))
    played = world.click(BEN, ROOM, Choose(1, 0, game.path(game.legal_moves(SEAT)[0]), sure=True).custom_id)
    await world.wait_for(played)
    assert Translation("en").text(TRY_AGAIN()) not in played.text
    assert SEAT in [one.seat for one in await world.services.tables.store.tables.moves(1)]
    await other.close()

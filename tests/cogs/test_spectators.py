"""Watching a game from the buttons that lead to it: a person without a seat sees public information only."""

from host.services import Services
from locales import Translation
from tests.fuzz.conftest import AKI, BEN, CHIE, ROOM
from tests.fuzz.offline import Offline

SAID = Translation("en")
LOOKED_ON = ["hand:1", "look:1:trick:0", "look:1:scores:0", "look:1:rules:0"]


async def played_out(services: Services, number: int) -> None:
    """Play a table's game to its end."""
    while (table := await services.tables.get(number)).game is not None and not table.game.over:
        seat, who = next((seat, who) for seat, who in table.to_act.items() if who.user_id)
        path = table.game.path(table.game.legal_moves(seat)[0])
        await services.moves.choose(number, who.user_id or 0, table.game.moves_made(seat), path, sure=True)


async def test_hand_button_lets_a_person_without_a_seat_watch(world: Offline) -> None:
    await world.open_table(AKI, BEN, where=ROOM)
    shown = await world.wait_for(world.click(CHIE, ROOM, "hand:1"))
    assert shown.custom_ids == LOOKED_ON
    assert SAID("onlooker-follows") in str(shown.answers)
    assert (await world.wait_for(world.command(CHIE, ROOM, "hand", table=1))).custom_ids == LOOKED_ON
    assert (await world.wait_for(world.click(AKI, ROOM, "hand:1"))).custom_ids != LOOKED_ON


async def test_table_list_lets_people_without_a_seat_watch(world: Offline) -> None:
    await world.open_table(AKI, BEN, where=ROOM)
    listed = await world.wait_for(world.command(CHIE, ROOM, "tables"))
    assert SAID("tables-watch") in str(listed.answers)
    assert SAID("tables-watch") not in str((await world.wait_for(world.command(AKI, ROOM, "tables"))).answers)


async def test_watching_after_the_end_leads_to_the_rematch(world: Offline) -> None:
    await world.open_table(AKI, BEN, where=ROOM)
    await played_out(world.services, 1)
    over = await world.wait_for(world.click(CHIE, ROOM, "hand:1"))
    assert over.custom_ids == LOOKED_ON
    for player in (AKI, BEN):
        await world.services.votes.rematch(1, player.id)
    again = await world.wait_for(world.click(CHIE, ROOM, "hand:1", over.page))
    assert again.custom_ids == [one.replace(":1", ":2", 1) for one in LOOKED_ON]

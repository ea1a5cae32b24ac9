"""Names of computer players: each belongs to the player, not to the seat, and no two at a table are equal."""

from random import Random

from host.lobby.lobby_transitions import named
from host.services import Services
from host.tables.table import Occupant, Table
from storage import Store
from tests.tables import AKI, BEN, finish, lobby, play_out, started


def names(table: Table) -> list[int | None]:
    """Return for each seat the number that stands for its computer player's name; None for other seats."""
    return [who.computer_name if who else None for who in table.occupants]


def test_each_computer_player_gets_the_name_of_its_seat_if_it_is_free() -> None:
    person, computer = Occupant(user_id=1), Occupant(computer="easy")
    assert [who and who.computer_name for who in named([person, computer, computer])] == [None, 2, 3]
    kept = Occupant(computer="easy", computer_name=3)
    assert [who and who.computer_name for who in named([kept, computer, computer, None])] == [3, 2, 1, None]


def test_computer_player_that_plays_on_for_a_person_has_no_name_of_its_own() -> None:
    left = Occupant(computer="normal", name="Ben", left_by=2)
    assert named([left, Occupant(computer="easy")])[0] == left


def test_every_number_of_computer_players_has_different_names() -> None:
    random = Random(1)
    for _ in range(200):
        seats = random.randint(2, 6)
        given = random.sample(range(1, 7), seats)
        occupants = [
            Occupant(computer="easy", computer_name=random.choice((None, given[seat]))) for seat in range(seats)
        ]
        found = [who.computer_name for who in named(occupants) if who]
        assert len({*found}) == seats
        assert None not in found


async def test_names_are_stored_and_stay_over_rematches(services: Services, second: Services) -> None:
    table = await started(services, "saizen", people=2)
    assert names(table) == [None, None, 3, 4]
    for expected in ([None, 3, 4, None], [3, 4, None, None]):
        over = await finish(services, table)
        # The second process reads the table only after the game; during a game it would move for computer players, too.
        assert names(await second.tables.get(over.id)) == names(table)
        await services.votes.rematch(over.id, AKI.id)
        table = await services.votes.rematch(over.id, BEN.id)
        assert names(table) == expected
        assert names(await services.tables.get(table.id)) == expected


async def test_computer_player_that_took_over_a_seat_gets_a_free_name_in_the_rematch(services: Services) -> None:
    table = await started(services, "saizen", people=2)
    table = await services.participation.leave(table.id, BEN, sure=True)
    assert names(table) == [None, None, 3, 4]
    over = await finish(services, table)
    again = await services.votes.rematch(over.id, AKI.id)
    assert names(again) == [1, 3, 4, None]


async def test_name_stays_when_the_level_or_the_number_of_seats_changes(services: Services) -> None:
    table = await lobby(services, "saizen", people=1, seats=4)
    table = await services.lobby.seat_computer(table.id, AKI, 3, "hard")
    assert names(table) == [None, None, None, 4]
    table = await services.lobby.seat_computer(table.id, AKI, 3, "easy")
    table = await services.lobby.set_up(table.id, AKI, 3, {})
    assert names(table) == [None, 4, None]
    assert names(await services.lobby.start(table.id, AKI)) == [None, 4, 3]


async def test_practice_game_has_the_computer_players_of_its_game(services: Services) -> None:
    table = await started(services, "saizen", people=2)
    over = await finish(services, table)
    await services.votes.rematch(over.id, AKI.id)
    over = await finish(services, await services.votes.rematch(over.id, BEN.id))
    assert names(over) == [None, 3, 4, None]
    practice = await services.replays.play_on(over.id, AKI, over.channel_id, 0, 3)
    assert names(practice) == [1, 3, 4, None]


async def test_results_name_the_computer_player(services: Services, store: Store) -> None:
    table = await play_out(services, await started(services, "saizen", people=1), Random(2))
    rows = await store._database.read("SELECT computer_name FROM results WHERE table_id = ? ORDER BY seat", (table.id,))
    assert rows == [(None,), (2,), (3,), (4,)]

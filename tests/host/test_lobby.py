"""The lobby: allowed, refused and stored changes."""

import asyncio

import pytest

from engine.contract.options import describe
from engine.game import Game
from engine.players import LEVELS, USUAL
from engine.text import seat_text
from host.lobby.lobby_transitions import player_counts
from host.place import Place
from host.refusals import Refusal
from host.services import Services
from host.tables.table import Occupant
from storage import Store, StoreError
from storage.owners import table_owner
from tests.patches import fail
from tests.tables import AKI, BEN, CHANNEL, CHIE, GUILD, MODERATOR, lobby, person, refused, started

AKIS, BENS, CHIES = (Occupant(user_id=person.id) for person in (AKI, BEN, CHIE))


async def test_unknown_game_is_refused(services: Services) -> None:
    with refused("no-such-game"):
        await services.lobby.open(Place.server(GUILD), CHANNEL, AKI, "bridge", None)


async def test_impossible_seat_count_is_refused(services: Services) -> None:
    with refused("wrong-seats"):
        await services.lobby.open(Place.server(GUILD), CHANNEL, AKI, "scharfe-schoten", 6)


async def test_person_has_one_seat_at_a_table(services: Services) -> None:
    table = await lobby(services)
    with refused("already-seated"):
        await services.lobby.join(table.id, AKI)


async def test_deleted_table_says_so(services: Services) -> None:
    with refused("no-such-table"):
        await services.lobby.join(77, AKI)


async def test_leaving_frees_the_seat(services: Services) -> None:
    table = await lobby(services, people=2)
    table = await services.lobby.leave(table.id, BEN)
    assert table.occupants[1] is None
    with refused("not-seated"):
        await services.lobby.leave(table.id, BEN)


async def test_last_person_to_leave_closes_the_table(services: Services) -> None:
    table = await lobby(services)
    await services.lobby.seat_computer(table.id, AKI, 1, "hard")
    table = await services.lobby.leave(table.id, AKI)
    assert table.state == "closed"
    with refused("lobby-gone"):
        await services.lobby.join(table.id, BEN)


async def test_person_can_move_to_the_next_free_seat(services: Services) -> None:
    table = await lobby(services, people=2)
    table = await services.lobby.move_seat(table.id, AKI)
    assert table.occupants == (None, BENS, AKIS, None)
    table = await services.lobby.move_seat(table.id, AKI)
    assert table.occupants == (None, BENS, None, AKIS)


async def test_computer_players_are_added_changed_and_removed(services: Services) -> None:
    table = await lobby(services, people=2)
    for level in LEVELS:
        table = await services.lobby.seat_computer(table.id, AKI, 3, level)
        assert table.occupants == (AKIS, BENS, None, Occupant(computer=level, computer_name=4))
    table = await services.lobby.remove_computer(table.id, AKI, 3)
    assert table.occupants == (AKIS, BENS, None, None)
    with refused("no-such-computer"):
        await services.lobby.remove_computer(table.id, AKI, 3)


async def test_all_seats_without_a_person_can_get_computer_players_of_one_level(services: Services) -> None:
    table = await lobby(services, people=2)
    await services.lobby.seat_computer(table.id, AKI, 2, "easy")
    table = await services.lobby.seat_computer(table.id, AKI, None, "hard")
    assert table.occupants == (
        AKIS,
        BENS,
        Occupant(computer="hard", computer_name=3),
        Occupant(computer="hard", computer_name=4),
    )


@pytest.mark.parametrize("seat", [-1, 0, 1, 4, 10**17])
async def test_computer_player_gets_neither_a_persons_seat_nor_a_missing_one(services: Services, seat: int) -> None:
    table = await lobby(services, people=2)
    with refused("no-such-computer"):
        await services.lobby.seat_computer(table.id, AKI, seat, "hard")
    with refused("no-such-computer"):
        await services.lobby.remove_computer(table.id, AKI, seat)
    assert (await services.tables.get(table.id)).occupants == (AKIS, BENS, None, None)


@pytest.mark.drawn(3)
@pytest.mark.parametrize("level", ["", "random", "HARD", "hard.easy", "x" * 90])
@pytest.mark.parametrize("seat", [None, 1])
async def test_level_that_nobody_can_choose_is_refused(services: Services, seat: int | None, level: str) -> None:
    table = await lobby(services)
    with refused("no-such-level"):
        await services.lobby.seat_computer(table.id, AKI, seat, level)
    begun = await services.lobby.start(table.id, AKI)
    with refused("no-such-level"):
        await services.participation.set_level(begun.id, AKI, seat, level)


@pytest.mark.parametrize("people", [1, 2])
async def test_only_the_person_in_charge_adds_and_removes_computer_players(services: Services, people: int) -> None:
    table = await lobby(services, people=people)
    await services.lobby.seat_computer(table.id, AKI, 3, "hard")
    for click in (
        services.lobby.seat_computer(table.id, BEN, 2, "hard"),
        services.lobby.seat_computer(table.id, BEN, None, "hard"),
        services.lobby.remove_computer(table.id, BEN, 3),
    ):
        with refused("not-opener"):
            await click
    after = await services.lobby.remove_computer(table.id, MODERATOR, 3)
    assert after.occupants[2:] == (None, None)


async def test_only_the_opener_or_a_moderator_starts_sets_up_removes_and_closes(services: Services) -> None:
    table = await lobby(services, people=2)
    for click in (
        services.lobby.start(table.id, BEN),
        services.lobby.set_up(table.id, BEN, 3, {}),
        services.lobby.set_time_control(table.id, BEN, "live"),
        services.lobby.remove(table.id, BEN, AKI.id),
        services.lobby.cancel(table.id, BEN),
    ):
        with refused("not-opener"):
            await click
    await services.lobby.set_up(table.id, MODERATOR, 3, {})
    table = await services.lobby.cancel(table.id, MODERATOR)
    assert table.state == "closed"


async def test_opener_changes_the_time_control(services: Services, second: Services) -> None:
    table = await lobby(services, time_control="live")
    await services.lobby.set_time_control(table.id, AKI, "letter")
    assert (await second.tables.get(table.id)).time_control == "letter"
    with refused("bad-option"):
        await services.lobby.set_time_control(table.id, AKI, "slow")


async def test_moderator_without_a_seat_must_be_sure_to_start(services: Services) -> None:
    table = await lobby(services, people=2)
    assert await services.lobby.start(table.id, MODERATOR) is table
    with refused("not-opener"):
        await services.lobby.start(table.id, CHIE, sure=True)
    assert (await services.lobby.start(table.id, MODERATOR, sure=True)).state == "playing"


async def test_moderator_at_the_table_starts_it_at_once(services: Services) -> None:
    table = await lobby(services, people=(AKI, MODERATOR))
    assert (await services.lobby.start(table.id, MODERATOR)).state == "playing"


async def test_person_is_removed_wherever_they_sit_by_then(services: Services) -> None:
    table = await lobby(services, people=2)
    await services.lobby.move_seat(table.id, BEN)
    table = await services.lobby.join(table.id, CHIE)
    assert [who.user_id for who in table.occupants if who] == [AKI.id, CHIE.id, BEN.id]
    assert (await services.lobby.remove(table.id, AKI, BEN.id)).people() == [AKI.id, CHIE.id]
    with refused("nobody-there"):
        await services.lobby.remove(table.id, AKI, BEN.id)


@pytest.mark.parametrize(
    ("counts", "said"), [((3,), "3"), ((3, 4), "3 or 4"), ((2, 3, 4, 5, 6), "2 to 6"), ((2, 4, 6), "2, 4 or 6")]
)
def test_numbers_of_players_are_said_in_words(counts: tuple[int, ...], said: str) -> None:
    assert str(player_counts(counts)) == said


async def test_resizing_closes_gaps_and_never_unseats_anybody(services: Services) -> None:
    table = await lobby(services, people=3)
    await services.lobby.leave(table.id, BEN)
    table = await services.lobby.set_up(table.id, AKI, 3, {})
    assert table.occupants == (AKIS, CHIES, None)
    table = await lobby(services, people=4)
    with refused("seats-taken"):
        await services.lobby.set_up(table.id, AKI, 3, {})
    with refused("wrong-seats"):
        await services.lobby.set_up(table.id, AKI, 5, {})


async def test_free_seats_are_filled_at_the_start_with_the_usual_level(services: Services) -> None:
    table = await lobby(services, people=2)
    await services.lobby.seat_computer(table.id, AKI, 2, "hard")
    begun = await services.lobby.start(table.id, AKI)
    assert begun.state == "playing"
    assert begun.occupants == (
        AKIS,
        BENS,
        Occupant(computer="hard", computer_name=3),
        Occupant(computer=USUAL, computer_name=4),
    )


async def test_options_for_a_seat_count_change_together_with_it(services: Services) -> None:
    table = await lobby(services, "tennos-square")
    split = {"split_partnership": [1]}
    assert (await services.lobby.set_up(table.id, AKI, 4, split)).options == {}, "it is for three"
    table = await services.lobby.set_up(table.id, AKI, 3, split)
    assert (table.seat_count, table.options) == (3, {"split_partnership": True})
    assert (await services.lobby.set_up(table.id, AKI, 4, {})).options == {}


async def test_unchanged_seat_count_moves_nobody(services: Services) -> None:
    table = await lobby(services, people=2)
    await services.lobby.leave(table.id, AKI)
    table = await services.lobby.set_up(table.id, BEN, 4, {})
    assert table.occupants == (None, BENS, None, None)


async def test_started_lobby_is_no_lobby_any_more(services: Services) -> None:
    table = await started(services)
    with refused("lobby-gone"):
        await services.lobby.leave(table.id, BEN)


async def test_lobby_survives_a_restart(services: Services, second: Services) -> None:
    table = await lobby(services, people=2)
    table = await services.lobby.seat_computer(table.id, AKI, 3, "easy")
    again = await second.tables.get(table.id)
    assert (again.occupants, again.options, again.state) == (table.occupants, {}, "lobby")


@pytest.mark.parametrize(("name", "place"), [("colour", 0), ("jokers", 99), ("jokers", -1)])
async def test_forbidden_options_are_refused(services: Services, name: str, place: int) -> None:
    table = await lobby(services, "saizen")
    with refused("bad-option"):
        await services.lobby.set_up(table.id, AKI, 4, {name: [place]})
    assert (await services.tables.get(table.id)).options == {}


async def test_option_is_chosen_by_its_index_among_the_allowed_values(services: Services) -> None:
    table = await lobby(services, "saizen")
    changed = await services.lobby.set_up(table.id, AKI, 4, {"jokers": [1]})
    (jokers,) = [info for info in describe(table.kind.Options, 4) if info.name == "jokers"]
    assert changed.options == {"jokers": jokers.allowed[1]}
    assert (jokers.selected_index({}), jokers.selected_index(changed.options)) == (0, 1)


async def test_option_is_put_together_from_picked_parts(services: Services) -> None:
    table = await lobby(services, "tezumashi")
    changed = await services.lobby.set_up(table.id, AKI, 4, {"bids": [0], "bids-parts": [5, 0, 1, 3]})
    assert changed.options == {"bids": "12467"}
    kept = await services.lobby.set_up(table.id, AKI, 4, {"bids": [2], "bids-parts": [0, 1, 3, 5], "abilities": [2]})
    assert kept.options == {"bids": "12467", "abilities": "none"}
    turned = await services.lobby.set_up(table.id, AKI, 4, {"abilities": [2], "abilities-parts": [0, 5]})
    assert turned.options == {"bids": "12467", "abilities": "BFFFFB"}
    listed = await services.lobby.set_up(table.id, AKI, 4, {"bids": [1], "bids-parts": [0, 1, 3, 5]})
    assert listed.options["bids"] == "random", "the list was changed and the parts were not"


@pytest.mark.parametrize("parts", [[0, 1, 2], [0, 1, 2, 3, 4], [0, 0, 1, 2], [0, 1, 2, 9]])
async def test_parts_that_make_no_value_are_refused(services: Services, parts: list[int]) -> None:
    table = await lobby(services, "tezumashi")
    with refused("pick-parts"):
        await services.lobby.set_up(table.id, AKI, 4, {"bids-parts": parts})
    assert (await services.tables.get(table.id)).options == {}


async def test_put_together_option_gets_its_default_at_a_seat_count_that_it_does_not_fit(services: Services) -> None:
    table = await lobby(services, "tezumashi")
    await services.lobby.set_up(table.id, AKI, 4, {"bids-parts": [0, 1, 3, 5], "abilities-parts": [1]})
    three = await services.lobby.set_up(table.id, AKI, 3, {"bids": [2], "bids-parts": [0, 1, 3, 5]})
    assert three.options == {"abilities": "FBFFFF"}


async def test_option_that_a_newer_version_lacks_gets_its_default(
    services: Services, store: Store, second: Services
) -> None:
    table = await lobby(services)
    await store.tables.save_lobby(table.seen, {"colour": "red"}, table.occupants)
    assert (await second.tables.get(table.id)).options == {}


async def test_next_person_is_in_charge_once_the_opener_has_left(services: Services) -> None:
    table = await lobby(services, people=3)
    await services.lobby.leave(table.id, AKI)
    with refused("not-opener"):
        await services.lobby.cancel(table.id, CHIE)
    assert await services.lobby.start(table.id, BEN)


async def test_refusal_names_the_seat_of_the_person_in_charge_and_carries_the_table(services: Services) -> None:
    table = await lobby(services, people=2)
    table = await services.lobby.move_seat(table.id, AKI)
    with pytest.raises(Refusal) as refusal:
        await services.lobby.cancel(table.id, BEN)
    assert refusal.value.text.args == {"opener": seat_text(2)}
    assert refusal.value.table is table


async def test_lobby_that_nobody_may_have_seen_is_unlisted_but_can_be_joined_after_a_restart(
    services: Services, second: Services
) -> None:
    unseen, seen = await lobby(services), await lobby(services)
    await services.message_records.adopt(table_owner(seen.id), "lobby", CHANNEL, 700)
    assert [table.id for table in await second.tables.open_in(Place.server(GUILD), AKI.id)] == [seen.id]
    assert (await second.lobby.join(unseen.id, BEN)).people() == [AKI.id, BEN.id]


async def test_lost_channel_closes_a_lobby_but_not_a_game(services: Services) -> None:
    waiting, running = await lobby(services), await started(services)
    for table in (waiting, running):
        await services.lobby.close_lost(table.id)
        await services.lobby.close_lost(table.id)
    assert [(await services.tables.get(table.id)).state for table in (waiting, running)] == ["closed", "playing"]


@pytest.mark.parametrize(("counts", "usual"), [((2, 3, 4, 5, 6), 4), ((3, 5), 3), ((5, 6), 5), ((6, 8), 6)], ids=str)
async def test_table_for_five_or_more_only_can_be_opened_without_a_seat_count(
    services: Services, monkeypatch: pytest.MonkeyPatch, counts: tuple[int, ...], usual: int
) -> None:
    monkeypatch.setattr(Game.games["scharfe-schoten"], "seat_counts", counts)
    table = await services.lobby.open(Place.server(GUILD), CHANNEL, AKI, "scharfe-schoten", None)
    assert table.seat_count == usual


async def test_table_object_does_not_change(services: Services) -> None:
    before = await lobby(services)
    after = await services.lobby.join(before.id, BEN)
    assert before.people() == [AKI.id]
    assert after.people() == [AKI.id, BEN.id]
    assert await services.tables.get(before.id) is after


async def test_each_of_many_concurrent_joins_gets_a_seat_or_a_refusal(services: Services) -> None:
    table = await lobby(services)
    joins = (services.lobby.join(table.id, person(number)) for number in range(20))
    answers = await asyncio.gather(*joins, return_exceptions=True)
    assert [one.text.key for one in answers if isinstance(one, Refusal)] == ["lobby-full"] * 17
    now = await services.tables.get(table.id)
    assert len(set(now.people())) == 4


async def test_each_change_but_the_opening_is_notified(services: Services) -> None:
    told: list[int] = []
    services.events.table_changed.subscribe(told.append)
    table = await lobby(services, people=1, seats=3)
    assert told == []
    for who in (BEN, CHIE):
        await services.lobby.join(table.id, who)
    await services.lobby.start(table.id, AKI)
    assert told == [table.id] * 3


async def test_table_that_cannot_be_stored_is_not_opened(
    services: Services, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    fail(monkeypatch, store.tables, "create", StoreError("the database is locked"))
    with refused("try-again"):
        await lobby(services)

"""Movement of a league night: seats, tables, and the spread of people."""

from collections import Counter

import pytest

from host.nights.movement import at, table_count

SIZES = [(tables, seats) for tables in range(2, 12) for seats in range(2, 7)]


@pytest.mark.parametrize(("tables", "seats"), SIZES)
def test_every_seat_of_every_table_is_taken_once_in_each_stage(tables: int, seats: int) -> None:
    for stage in range(4):
        taken = {at(place, stage, tables, seats) for place in range(tables * seats)}
        assert taken == {(table, seat) for table in range(tables) for seat in range(seats)}


@pytest.mark.parametrize(("tables", "seats"), SIZES)
def test_nobody_has_a_seat_twice_before_they_have_had_all(tables: int, seats: int) -> None:
    for place in range(tables * seats):
        had = [at(place, stage, tables, seats).seat for stage in range(4)]
        first = had[:seats]
        assert len({*first}) == len(first)


@pytest.mark.drawn(8)
@pytest.mark.parametrize(("tables", "seats"), SIZES)
def test_people_are_spread_evenly_in_each_stage(tables: int, seats: int) -> None:
    for people in range(2, tables * seats + 1):
        for stage in range(4):
            crowd = Counter(at(place, stage, tables, seats).table for place in range(people))
            counts = [crowd[table] for table in range(tables)]
            assert max(counts) - min(counts) <= 1


def test_people_meet_others_at_the_next_stage() -> None:
    first = {place for place in range(32) if at(place, 0, 8, 4).table == 3}
    second = [{place for place in range(32) if at(place, 1, 8, 4).table == table} for table in range(8)]
    assert max(len(first & table) for table in second) == 1


@pytest.mark.parametrize(
    ("people", "seats", "tables"), [(2, 4, 2), (4, 4, 2), (8, 4, 2), (9, 4, 3), (32, 4, 8), (7, 3, 3), (32, 3, 11)]
)
def test_as_few_tables_as_have_room_but_at_least_two(people: int, seats: int, tables: int) -> None:
    assert table_count(people, seats) == tables

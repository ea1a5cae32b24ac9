"""`Chance`, from which games get their set-up and deals: fixed by a record, or drawn from a seed."""

import pytest

from engine.contract.chance import Chance
from engine.errors import BadRecord
from engine.fairness.shuffle import shuffle


def test_fixed_deal_is_found_by_its_round() -> None:
    chance = Chance(None, {}, [{"hands": 1}, {"hands": 2}])
    assert [chance.deal(number, ("hands",)) for number in (1, 2, 3)] == [{"hands": 1}, {"hands": 2}, {}]


def test_unknown_key_is_refused_in_set_up_and_deal() -> None:
    chance = Chance(None, {"first": 0}, [{"hands": 1}])
    with pytest.raises(BadRecord, match='setup, "first": this game has no such key'):
        chance.check_setup(("dealer",))
    with pytest.raises(BadRecord, match='deal 1, "hands": this game has no such key'):
        chance.deal(1, ("rows",))


def test_rest_is_drawn_from_the_seed_under_its_own_label() -> None:
    assert Chance(b"x").shuffle("deal 1", range(9)) == shuffle(b"x", "deal 1", range(9))


def test_draw_without_a_seed_is_refused() -> None:
    with pytest.raises(BadRecord, match='"deal 1" is not fixed by the record, and there is no seed'):
        Chance(None).shuffle("deal 1", range(9))


def test_set_up_seat_is_fixed_or_drawn() -> None:
    assert Chance(None, {"first": 2}).setup_seat("first", 4) == 2
    drawn = {Chance(bytes([number])).setup_seat("first", 4) for number in range(40)}
    assert drawn == {0, 1, 2, 3}


@pytest.mark.parametrize("value", [-1, 4, "0", True, 1.0, None, [0], 10**30])
def test_fixed_seat_must_be_one_of_the_table(value: object) -> None:
    with pytest.raises(BadRecord, match='setup, "first"'):
        Chance(b"x", {"first": value}).setup_seat("first", 4)

"""Bad records of every game are refused with `BadRecord`, in one sentence that names the faulty part."""

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from copy import deepcopy
from random import Random
from typing import Any

import pytest

from engine import record
from engine.errors import BadRecord
from tests.engine.kit.cases import Case, every_plain_case, few_cases, finished
from tests.engine.kit.piles import hidden_keys, places

Data = dict[str, Any]
PILE_CHANGES: tuple[Callable[[list[str]], object], ...] = (
    lambda pile: pile[1:],
    lambda pile: [*pile, pile[0]],
    lambda _: [],
    lambda _: None,
    lambda _: 5,
)
NO_CARDS: tuple[Any, ...] = ("Z99", "", "R", 7, None, [], {})
NO_SEATS: tuple[object, ...] = (-1, 10**30, True, 0.5, "x", [None], {"x": {}}, None)
NO_VALUES: tuple[object, ...] = (17, "none of these", None, [], {}, 1.0)
DAMAGES = 60


def whole(case: Case) -> Data:
    """Return the full record of a random game without its seed."""
    data: Data = json.loads(json.dumps(record.write(finished(case))))
    del data["seed"]
    return data


def refused(data: object) -> str:
    """Check that a record is refused, and return the refusal, which is one line."""
    with pytest.raises(BadRecord) as caught:
        record.loads(json.dumps(data)).replay()
    reason = str(caught.value)
    assert reason
    assert "\n" not in reason
    return reason


@pytest.mark.drawn(1)
@few_cases
def test_repeated_missing_or_unknown_card_is_refused(case: Case) -> None:
    data = whole(case)
    for number, deal in enumerate(data["deals"], start=1):
        for key in hidden_keys(case.start(0)):
            found = list(places(deal, [key]))
            first = found[0].look(deal)
            other = next(place for place in reversed(found) if place.look(deal) != first)
            for code in (first, *NO_CARDS):
                bad = deepcopy(data)
                other.lay(bad["deals"][number - 1], code)
                assert refused(bad).startswith((f"deal {number}", "after move", "move "))


@few_cases
def test_pile_with_a_card_too_few_or_too_many_is_refused(case: Case) -> None:
    data = whole(case)
    for key in hidden_keys(case.start(0)):
        place = next(places(data["deals"][0], [key]))
        for change in PILE_CHANGES:
            bad = deepcopy(data)
            at = bad["deals"][0]
            for step in place.pile[:-1]:
                at = at[step]
            at[place.pile[-1]] = change(at[place.pile[-1]])
            refused(bad)


@few_cases
def test_wrong_number_of_hands_is_refused(case: Case) -> None:
    data = whole(case)
    for key in hidden_keys(case.start(0)):
        piles = data["deals"][0][key]
        if isinstance(piles[0], list):
            changes: list[object] = [piles[1:], [*piles, piles[0]], [], None, {}, "hands"]
            for change in changes:
                bad = deepcopy(data)
                bad["deals"][0][key] = change
                assert "deal 1" in refused(bad)


@pytest.mark.drawn(3)
@every_plain_case
def test_unknown_keys_of_set_up_and_deals_are_refused(case: Case) -> None:
    data = whole(case)
    for spoil in (
        {**data, "setup": {**data["setup"], "dice": 3}},
        {**data, "deals": [{**data["deals"][0], "dice": 3}, *data["deals"][1:]]},
        {**data, "deals": [*data["deals"], data["deals"][0]]},
        {**data, "deals": [*data["deals"], {}]},
        {**data, "deals": [[]]},
        {**data, "setup": []},
    ):
        refused(spoil)


@pytest.mark.drawn(3)
@every_plain_case
def test_every_key_of_the_set_up_is_checked(case: Case) -> None:
    data = whole(case)
    for key in data["setup"]:
        for value in (*NO_SEATS, case.seats):
            refused({**data, "setup": {**data["setup"], key: value}})


@every_plain_case
def test_without_a_seed_every_deal_must_be_fixed(case: Case) -> None:
    data = whole(case)
    assert "seed" in refused({**data, "deals": []})
    assert "seed" in refused({**data, "deals": data["deals"][:-1]})


@pytest.mark.drawn(3)
@every_plain_case
def test_forbidden_options_and_seat_counts_are_refused(case: Case) -> None:
    data = whole(case)
    kind = case.kind
    assert 'option "speed"' in refused({**data, "options": {"speed": 1}})
    for seats in (-1, 0, 1, min(kind.seat_counts) - 1, max(kind.seat_counts) + 1, 10**20):
        assert refused({**data, "seats": seats}).startswith("seats:")
    for name in data["options"]:
        for value in NO_VALUES:
            assert f'option "{name}"' in refused({**data, "options": {**data["options"], name: value}})


@few_cases
def test_wrong_move_is_named_with_its_number_and_seat(case: Case) -> None:
    data = whole(case)
    moves = data["moves"]
    for number in Random(str(case)).sample(range(len(moves)), 3):
        seat, _, text = moves[number].partition(" ")
        bad = [*moves[:number], f"{seat} fold", *moves[number + 1 :]]
        assert refused({**data, "moves": bad}).startswith(f'move {number + 1} (seat {seat}, "fold"): ')
        bad = [*moves[:number], f"{case.seats} {text}"]
        assert (
            refused({**data, "moves": bad}) == f'move {number + 1} (seat {case.seats}, "{text}"): there is no such seat'
        )
    assert "the game is over" in refused({**data, "moves": [*moves, moves[-1]]})


@few_cases
def test_seat_out_of_turn_is_refused(case: Case) -> None:
    data = whole(case)
    tried = 0
    for game in record.read(data).positions():
        if len(game.to_act) == 1:
            other = (game.to_act[0] + 1) % case.seats
            text = game.text(game.legal_moves(game.to_act[0])[0])
            bad = [*data["moves"][: len(game.history)], f"{other} {text}"]
            assert refused({**data, "moves": bad}).endswith("it is not this seat's turn")
            tried += 1
            if tried == 3:
                break
    assert tried


def nodes(data: Any, way: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Yield the path to every value in a record."""
    yield way
    if isinstance(data, dict):
        for key, value in data.items():
            yield from nodes(value, (*way, key))
    elif isinstance(data, list):
        for index, value in enumerate(data):
            yield from nodes(value, (*way, index))


JUNK: tuple[Callable[[Any, Random], Any], ...] = (
    lambda _, random: random.choice([None, True, False, -1, 0, 3, 10**40, 2.5, "", "x", "0", "\n", "ü", "\ud800"]),
    lambda _, random: random.choice([[], {}, [[]], [{}], {"": ""}, [None], {"x": []}]),
    lambda value, _: [value],
    lambda value, _: {"x": value},
    lambda value, _: value[1:] if isinstance(value, list | str) else value,
    lambda value, _: value[::-1] if isinstance(value, list | str) else value,
    lambda value, _: value * 2 if isinstance(value, list | str) else value,
    lambda value, _: [*value, *value[:1]] if isinstance(value, list) else value,
)


@pytest.mark.drawn(1)
@few_cases
def test_damaged_record_is_refused_or_replayed_without_other_errors(case: Case) -> None:
    data = whole(case)
    random = Random(f"{case} damage")
    groups: dict[tuple[str | int, ...], list[tuple[str | int, ...]]] = {}
    for way in nodes(data):
        groups.setdefault(way[:1] if way[:1] == ("moves",) else way[:3], []).append(way)
    keys = list(groups)
    for _ in range(DAMAGES):
        bad = deepcopy(data)
        bad["moves"] = bad["moves"][: random.choice([3, 40, None])]
        way = random.choice(groups[random.choice(keys)])
        if not _damage(bad, way, random):
            continue
        with suppress(BadRecord):
            record.loads(json.dumps(bad)).replay()


def _damage(data: Data, way: tuple[str | int, ...], random: Random) -> bool:
    at: Any = data
    for step in way[:-1]:
        at = at[step] if isinstance(at, dict) or step < len(at) else None  # type: ignore[operator]
        if at is None:
            return False
    if not way or (isinstance(at, list) and int(way[-1]) >= len(at)):
        return False
    at[way[-1]] = random.choice(JUNK)(at[way[-1]], random)
    return True

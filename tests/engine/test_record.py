"""Records as text: their form, and refusals that are the same for all games.

tests/engine/kit has the tests of each game.
"""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine.games  # noqa: F401  fills Game.games
from engine import record
from engine.errors import BadRecord

MOVES = ["0 predict R Y", "3 predict K G"]
GOOD: dict[str, Any] = {"game": "scharfe-schoten", "seats": 4, "seed": "00ff", "moves": MOVES}
KEYS = [*GOOD, "rules", "options", "setup", "deals"]
NOT_JSON = ["", "{", "nonsense", "{'game': 1}", "[" * 100_000, '{"seats": ' + "9" * 5_000 + "}", "\ufeff{}"]
NOT_MOVES = [
    *(None, 3, ["0", "play R9"], "", "play R9", "0", "0 ", " 0 play R9"),
    *("-1 play R9", "00 play R9", "0play R9", "x play R9", "9" * 5_000 + " pass"),
]

plain_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)


def reason(text: str) -> str:
    with pytest.raises(BadRecord) as caught:
        record.loads(text).replay()
    return str(caught.value)


def reason_of(**changes: object) -> str:
    return reason(json.dumps({**GOOD, **changes}))


def test_record_with_a_seed_needs_only_game_seats_and_moves() -> None:
    loaded = record.read(GOOD)
    assert loaded.replay().history == [(0, loaded.kind.parse("predict R Y")), (3, loaded.kind.parse("predict K G"))]


def test_positions_of_a_record_start_before_any_move() -> None:
    assert [game.to_act for game in record.read(GOOD).positions()] == [(0, 1, 2, 3), (1, 2, 3), (1, 2)]


def test_full_record_has_every_key_in_order() -> None:
    full = record.write(record.read(GOOD).replay())
    assert list(full) == ["game", "rules", "seats", "options", "seed", "setup", "deals", "moves"]
    assert full["seed"] == "00ff"
    assert full["moves"] == GOOD["moves"]


def test_game_without_a_seed_has_none_in_its_record() -> None:
    full = record.write(record.read(GOOD).replay())
    del full["seed"]
    assert record.write(record.read(full).replay()) == full


@pytest.mark.parametrize("text", NOT_JSON, ids=range(len(NOT_JSON)))
def test_what_is_not_json_is_refused(text: str) -> None:
    assert reason(text).startswith("this is not JSON")


@pytest.mark.parametrize("text", ["null", "[]", "3", '"record"', "true"])
def test_record_must_be_an_object(text: str) -> None:
    assert reason(text) == "a record must be a JSON object"


@pytest.mark.parametrize("key", ["game", "seats", "moves"])
def test_missing_key_is_named(key: str) -> None:
    assert reason(json.dumps({one: value for one, value in GOOD.items() if one != key})) == f'"{key}" is missing'


def test_unknown_key_is_named() -> None:
    assert reason_of(winner=3).startswith('"winner": a record has no such key')


@pytest.mark.parametrize("name", ["chess", "", None, 3, ["saizen"], {}])
def test_unknown_game_is_refused(name: object) -> None:
    assert reason_of(game=name).startswith("game: ")


@pytest.mark.parametrize("rules", [0, 99, "1", 1.0, True, None, [1], 10**30])
def test_other_rules_version_is_refused(rules: object) -> None:
    assert reason_of(rules=rules).startswith("rules: version ")


@pytest.mark.parametrize("seats", [None, "4", 4.0, True, -4, 0, 5, 10**400])
def test_wrong_number_of_seats_is_refused(seats: object) -> None:
    assert reason_of(seats=seats).startswith("seats: ")


@pytest.mark.parametrize("seed", ["", "0x12", "zz", " 00", "00 ", "０0", "0_0", 12, None, ["00"]])
def test_seed_that_is_not_hex_is_refused(seed: object) -> None:
    assert reason_of(seed=seed).startswith("seed: ")


def test_seed_is_case_insensitive() -> None:
    assert record.read_seed("00FF") == record.read_seed("00ff") == b"\x00\xff"


def test_seed_may_have_any_number_of_digits() -> None:
    assert record.read_seed("7") == record.read_seed("07") == b"\x07"
    assert record.read_seed("abc") == b"\x0a\xbc"
    assert record.read_seed("f" * 4_001) == b"\x0f" + b"\xff" * 2_000


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ('{"game": "saizen", "seats": 4, "seats": 5, "seed": "00", "moves": []}', "seats"),
        ('{"game": "saizen", "seats": 4, "setup": {"first": 1, "first": 1}, "seed": "00", "moves": []}', "first"),
    ],
)
def test_repeated_key_is_refused(text: str, key: str) -> None:
    assert reason(text) == f'"{key}" stands twice'


@pytest.mark.parametrize("key", ["options", "setup"])
@pytest.mark.parametrize("value", [None, [], "x", 3])
def test_options_and_set_up_must_be_objects(key: str, value: object) -> None:
    assert reason_of(**{key: value}) == f"{key}: must be a JSON object"


@pytest.mark.parametrize("key", ["deals", "moves"])
@pytest.mark.parametrize("value", [None, {}, "0 play R9", 3])
def test_deals_and_moves_must_be_lists(key: str, value: object) -> None:
    assert reason_of(**{key: value}) == f"{key}: must be a list"


@pytest.mark.parametrize("deal", [None, [], "x", 3])
def test_deal_must_be_an_object(deal: object) -> None:
    assert reason_of(deals=[{}, deal]) == "deal 2: must be a JSON object"


@pytest.mark.parametrize("move", NOT_MOVES, ids=range(len(NOT_MOVES)))
def test_move_must_be_a_seat_and_a_move(move: object) -> None:
    assert reason_of(moves=[move]).startswith("move 1: ")


@pytest.mark.parametrize(
    ("moves", "expected"),
    [
        (["0 fold"], 'move 1 (seat 0, "fold"): "fold" is no move of this game'),
        (["4 predict R Y"], 'move 1 (seat 4, "predict R Y"): there is no such seat'),
        (["999999999 predict R Y"], 'move 1 (seat 999999999, "predict R Y"): there is no such seat'),
        (["0 predict R R"], 'move 1 (seat 0, "predict R R"): "predict R R" is no move of this game'),
        (["0 predict R Y", "0 predict R Y"], 'move 2 (seat 0, "predict R Y"): it is not this seat\'s turn'),
    ],
)
def test_wrong_move_is_named_with_the_reason(moves: list[str], expected: str) -> None:
    assert reason_of(moves=moves) == expected


def test_deal_after_the_last_move_is_checked() -> None:
    assert reason_of(deals=[{}, {"trumps": ["R1"]}]).startswith("deal 2, trumps: ")
    assert reason_of(deals=[{}, {"cards": []}]).startswith('deal 2, "cards"')
    assert reason_of(deals=[{}] * 5) == "deals: there are 5, but the game has only 4"


@pytest.mark.slow
@given(plain_json)
def test_any_json_raises_nothing_but_bad_record(data: object) -> None:
    with pytest.raises(BadRecord):
        record.read(data)


@given(st.dictionaries(st.sampled_from(KEYS), plain_json, min_size=1, max_size=3))
def test_any_value_of_a_key_gives_a_bad_record_or_a_game(
    changes: dict[str, object],
) -> None:
    try:
        game = record.read({**GOOD, **changes}).replay()
    except BadRecord:
        return
    assert record.read(record.write(game)).replay().state() == game.state()

"""Options: their description for a lobby, and refused values."""

from dataclasses import FrozenInstanceError, dataclass

import pytest

from engine.contract.options import Options, describe, option, read_options, valid_options
from engine.errors import BadRecord
from engine.game import Game
from engine.phrases import GAME_ENDED, NO, PLAY_ANY, YES
from tests.engine.kit.cases import every_kind


@dataclass(frozen=True)
class Some(Options):
    """A number for every table, and a switch for tables of three seats; their titles and labels are arbitrary."""

    count: int = option(PLAY_ANY, {1: YES, 2: NO})
    open: bool = option(GAME_ENDED, {False: NO, True: YES}, seats=(3,))


def test_missing_option_has_its_default() -> None:
    assert read_options(Some, {}, 4) == Some(count=1, open=False)
    assert read_options(Some, {"count": 2}, 3) == Some(count=2, open=False)


def test_first_allowed_value_is_the_default() -> None:
    assert [info.default for info in describe(Some, 3)] == [1, False]


def test_lobby_sees_only_the_options_for_its_number_of_seats() -> None:
    assert [info.name for info in describe(Some, 3)] == ["count", "open"]
    assert [info.name for info in describe(Some, 4)] == ["count"]


def test_lobby_sees_values_titles_and_labels() -> None:
    info = describe(Some, 4)[0]
    assert info.allowed == (1, 2)
    assert str(info.title) == str(PLAY_ANY())
    assert [str(label) for label in info.labels] == ["yes", "no"]


def test_unknown_option_is_refused_with_a_list_of_known_ones() -> None:
    with pytest.raises(BadRecord, match=r'option "speed": this game has no such option \(it has: count, open\)'):
        read_options(Some, {"speed": 1}, 3)
    with pytest.raises(BadRecord, match="it has: none"):
        read_options(Options, {"speed": 1}, 3)


@pytest.mark.parametrize("value", [0, 3, "1", True, 1.0, None, [], {}])
def test_value_that_is_not_allowed_is_refused(value: object) -> None:
    with pytest.raises(BadRecord, match='option "count"'):
        read_options(Some, {"count": value}, 3)


@pytest.mark.parametrize("value", [0, 1, "true", None])
def test_boolean_is_not_accepted_as_a_number(value: object) -> None:
    with pytest.raises(BadRecord, match='option "open"'):
        read_options(Some, {"open": value}, 3)


def test_option_for_another_number_of_seats_may_only_have_its_default() -> None:
    assert read_options(Some, {"open": False}, 4) == Some()
    with pytest.raises(BadRecord, match='option "open": not for 4 seats'):
        read_options(Some, {"open": True}, 4)


def test_valid_options_drops_options_for_other_seat_counts() -> None:
    given = {"count": 2, "open": True, "speed": 9}
    assert valid_options(Some, given, 3) == {"count": 2, "open": True}
    assert valid_options(Some, given, 4) == {"count": 2}
    assert valid_options(Some, {"count": 7}, 4) == {}


def test_options_are_immutable() -> None:
    options = read_options(Some, {}, 3)
    with pytest.raises(FrozenInstanceError):
        options.count = 2  # type: ignore[attr-defined]


@every_kind
def test_every_option_of_every_game_has_a_title_and_a_label_for_each_value(kind: type[Game]) -> None:
    for seats in kind.seat_counts:
        for info in describe(kind.Options, seats):
            assert info.default == info.allowed[0]
            assert len(info.allowed) == len(info.labels) == len({str(label) for label in info.labels})
            assert len(info.allowed) >= 2
            assert str(info.title)

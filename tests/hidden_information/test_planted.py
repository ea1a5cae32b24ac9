"""The comparison notices every planted leak."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import chain, islice
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.engine.kit.cases import KINDS
from tests.hidden_information.planted import (
    PLANTS,
    Plant,
    Secret,
    the_order_of_two_requests,
    the_thinking_time_of_a_computer_player,
)
from tests.hidden_information.scene import Scene, scenes
from tests.hidden_information.wire import Sent
from tests.samples import sampled


def is_lively(scene: Scene) -> bool:
    """Return whether people hold all seats, one of them moves, and some of them, not all, can tell the worlds apart."""
    return scene.move is not None and 0 < len(scene.knowing) < len(scene.people) == len(scene.seats)


def moves_by_itself(scene: Scene) -> bool:
    """Return whether a computer player makes the move."""
    return scene.move is not None and scene.move[0] not in scene.people


@cache
def first_scene(wanted: Callable[[Scene], bool]) -> Scene:
    """Return the first scene with this property, changed so that every possible request is sent in it."""
    first = chain.from_iterable(islice(scenes(kind), 20) for kind in KINDS)
    return replace(next(scene for scene in first if wanted(scene)), request_count=99)


def play(scene: Scene, which: int) -> list[Sent]:
    """Play one of the scene's worlds in a new folder and return everything that the bot sent."""
    with TemporaryDirectory() as folder:
        return scene.play(Path(folder), which)


@cache
def first_world(scene: Scene) -> list[Sent]:
    """Return everything that a bot without a leak sends in a scene's first world."""
    return play(scene, 0)


def play_with_leak(plant: Plant, scene: Scene, which: int) -> list[Sent]:
    """Return everything that a bot with this leak sends."""
    with pytest.MonkeyPatch.context() as patch:
        plant(Secret(patch, scene))
        return play(scene, which)


def errors(sent: list[Sent]) -> list[Sent]:
    """Return the logged errors; any error shows that a planted leak no longer fits the bot's code."""
    return [one for one in sent if one.what == "log" and "ERROR" in one.content]


@pytest.mark.slow
@pytest.mark.drawn(1)
@pytest.mark.parametrize("plant", sampled(PLANTS, 3), ids=lambda plant: plant.__name__)
def test_planted_leak_in_one_world_is_noticed(plant: Plant) -> None:
    scene = first_scene(is_lively)
    sent = play_with_leak(plant, scene, 1)
    assert scene.difference(first_world(scene), sent) is not None
    assert not errors(sent), "that is no leak"


@pytest.mark.drawn(1)
@pytest.mark.parametrize(
    ("plant", "wanted"),
    [(the_order_of_two_requests, is_lively), (the_thinking_time_of_a_computer_player, moves_by_itself)],
    ids=lambda one: one.__name__,
)
def test_planted_leak_in_both_worlds_is_noticed(plant: Plant, wanted: Callable[[Scene], bool]) -> None:
    scene = first_scene(wanted)
    sent = [play_with_leak(plant, scene, which) for which in (0, 1)]
    assert scene.difference(*sent) is not None
    assert not any(map(errors, sent)), "that is no leak"


@pytest.mark.drawn(1)
@pytest.mark.parametrize("wanted", [is_lively, moves_by_itself])
def test_bot_without_a_leak_shows_no_difference(wanted: Callable[[Scene], bool]) -> None:
    scene = first_scene(wanted)
    assert scene.difference(first_world(scene), play(scene, 1)) is None

"""Custom ids of decisions: buttons that stand on Discord are understood for ever."""

from typing import Any

import pytest

from show.actions.decision_actions import (
    VERBS,
    AtTable,
    Choose,
    Decision,
    InDay,
    InLesson,
    InPuzzle,
    LookUp,
    PickChoice,
    ShowTab,
    SwitchHints,
)
from show.actions.table_actions import Action

STANDING: list[tuple[str, list[Any], Decision]] = [
    ("choose:12:3:exchange.R9:1", [], Choose(AtTable(12), 3, ("exchange", "R9"), sure=True)),
    ("pick:12:3:exchange:1", ["R9"], PickChoice(AtTable(12), 3, ("exchange",), 1, "R9")),
    ("tab:12:saizen-bid", [], ShowTab(AtTable(12), "saizen-bid")),
    ("look:12:scores:2", [], LookUp(AtTable(12), "scores", 2)),
    ("hints-here:12", [], SwitchHints(AtTable(12), on=True)),
    ("no-hints:12", [], SwitchHints(AtTable(12), on=False)),
    ("day-choose:20785:0:3:R9:0", [], Choose(InDay(20785), 3, ("R9",))),
    ("day-pick:20785:1:3::0", ["R9"], PickChoice(InDay(20785, practice=True), 3, (), 0, "R9")),
    ("day-tab:20785:0:", [], ShowTab(InDay(20785))),
    ("day-look:20785:0:start:1", [], LookUp(InDay(20785), "start", 1)),
    ("day-hints:20785:0:1", [], SwitchHints(InDay(20785), on=True)),
    ("puzzle-answer:20785:R9:0", [], Choose(InPuzzle(20785), 0, ("R9",))),
    ("puzzle-pick:20785::1", ["R9"], PickChoice(InPuzzle(20785), 0, (), 1, "R9")),
    ("puzzle:20785:", [], ShowTab(InPuzzle(20785))),
    ("puzzle-look:20785:trick:0", [], LookUp(InPuzzle(20785), "trick")),
    ("lesson-tap:saizen:2:R9", [], Choose(InLesson("saizen", 2), 0, ("R9",))),
    ("lesson:saizen:2:", [], ShowTab(InLesson("saizen", 2))),
]


@pytest.mark.parametrize(("custom_id", "picked", "action"), STANDING, ids=str)
def test_custom_id_of_a_standing_button_is_read_and_written(
    custom_id: str, picked: list[Any], action: Decision
) -> None:
    assert Action.parse(custom_id, picked) == action
    assert action.custom_id == custom_id


def test_every_verb_of_a_decision_stands_in_the_list_above() -> None:
    assert [custom_id.partition(":")[0] for custom_id, _, _ in STANDING] == [*VERBS]


def test_only_decisions_at_tables_are_about_a_table() -> None:
    assert {action.table_id for _, _, action in STANDING if isinstance(action.scope, AtTable)} == {12}
    assert {action.table_id for _, _, action in STANDING if not isinstance(action.scope, AtTable)} == {None}

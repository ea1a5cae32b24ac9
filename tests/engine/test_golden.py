"""Golden records replay as before: deals, rules and notation do not change by accident."""

from pathlib import Path

import pytest

from engine import record
from engine.contract.options import describe
from engine.game import Game
from tests.engine.golden.traces import FOLDER, RECORDS, digest, load, paths
from tests.engine.kit.cases import Case, every_plain_case

every_file = pytest.mark.parametrize("path", sorted(FOLDER.glob("*.json")), ids=lambda path: path.stem)


@every_plain_case
def test_every_game_and_number_of_seats_has_its_golden_records(case: Case) -> None:
    assert len(list(paths(case.kind.id, case.seats))) >= RECORDS


@every_plain_case
def test_golden_records_have_every_value_of_every_option(case: Case) -> None:
    goldens = [load(path) for path in paths(case.kind.id, case.seats)]
    for info in describe(case.kind.Options, case.seats):
        assert {golden.record["options"][info.name] for golden in goldens} == set(info.allowed)


@pytest.mark.drawn(12)
@every_file
def test_golden_record_replays_from_its_deals_and_from_its_seed(path: Path) -> None:
    golden = load(path)
    from_deals = {key: value for key, value in golden.record.items() if key != "seed"}
    from_seed = {key: value for key, value in golden.record.items() if key not in {"setup", "deals"}}
    for data in (from_deals, from_seed):
        loaded = record.read(data)
        assert record.position(loaded.replay()) == golden.position
        assert digest(loaded) == golden.trace


@pytest.mark.drawn(12)
@every_file
def test_golden_record_is_a_whole_game_written_in_full(path: Path) -> None:
    golden = load(path)
    game = record.read(golden.record).replay()
    assert game.over
    assert record.write(game) == golden.record
    assert golden.record["rules"] == Game.games[golden.record["game"]].rules

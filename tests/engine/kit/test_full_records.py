"""At any point of a game, a replay of its full record gives the same game."""

import json
from collections import Counter
from random import Random
from typing import Any

import pytest

from engine import record
from engine.game import Game
from tests.engine.kit.cases import Case, few_cases, fewer_cases, finished, some_states, walk
from tests.engine.kit.piles import cards, hidden_keys


def seed_only(full: dict[str, Any]) -> dict[str, Any]:
    """Return the record without its deals and set-up."""
    return {key: value for key, value in full.items() if key not in {"setup", "deals"}}


def deals_only(full: dict[str, Any]) -> dict[str, Any]:
    """Return the record without its seed."""
    return {key: value for key, value in full.items() if key != "seed"}


def trace(data: dict[str, Any]) -> list[str]:
    """Write a record as JSON, read it again, and return the lines of `replay --trace` for it."""
    loaded = record.loads(json.dumps(data))
    return [json.dumps(record.position(game)) for game in loaded.positions()]


def alike(one: Game, other: Game) -> bool:
    """Tell whether two games are equal."""
    return one.state() == other.state() and record.position(one) == record.position(other)


@pytest.mark.drawn(1)
@fewer_cases
def test_replays_from_seed_or_deals_equal_the_game_at_every_step(case: Case) -> None:
    full = record.write(finished(case))
    both, seed, deals = (
        record.loads(json.dumps(data)).positions() for data in (full, seed_only(full), deals_only(full))
    )
    for step, (live, *replayed) in enumerate(zip(walk(case), both, seed, deals, strict=True)):
        state = live.state()
        assert all(game.state() == state for game in replayed)
        assert record.position(replayed[step % 3]) == record.position(live)


@pytest.mark.drawn(1)
@few_cases
def test_unfinished_game_replays_from_its_full_record(case: Case) -> None:
    for live in [*some_states(case, 4), finished(case)]:
        full = json.loads(json.dumps(record.write(live)))
        for data in (full, seed_only(full), deals_only(full)):
            assert alike(record.read(data).replay(), live)
        assert record.write(record.read(deals_only(full)).replay()) == deals_only(full)


@pytest.mark.drawn(1)
@few_cases
def test_record_cut_short_may_have_more_deals(case: Case) -> None:
    full = record.write(finished(case))
    moves = full["moves"]
    assert isinstance(moves, list)
    lines = trace(full)
    for cut in Random(3).sample(range(len(moves)), 3):
        assert trace({**deals_only(full), "moves": moves[:cut]}) == lines[: cut + 1]


@fewer_cases
def test_position_lists_what_a_program_needs(case: Case) -> None:
    for game in some_states(case, 3):
        position = record.position(game)
        assert list(position) == [
            *("game", "seats", "over", "round", "to_act", "legal", "tricks", "rounds", "scores", "winners")
        ]
        assert json.loads(json.dumps(position)) == position


@fewer_cases
def test_every_deal_contains_the_whole_deck(case: Case) -> None:
    decks = set()
    for number in range(2):
        seen = 0
        for game in walk(case, number):
            deals = game.deal_data() if game.round != seen else []
            if len(deals) > seen:
                deal = deals[-1]
                decks.add(tuple(sorted(Counter(cards(deal, hidden_keys(game))).items())))
                seen = len(deals)
        assert 1 <= seen <= game.deal_count
        assert len(game.deal_data()) == seen == game.deal_count
    assert len(decks) == 1

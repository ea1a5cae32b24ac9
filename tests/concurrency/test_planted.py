"""Planted faults: processes that break a guarantee on purpose, and interleavings that detect each fault."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeAlias

import pytest

from host.ai.players import AiPlayers
from host.cluster.shards import LeasedShards
from host.place import Place
from host.play import time_control
from host.play.clocks import Clocks
from host.play.participation import Participation
from host.tables.table import Table
from host.tables.table_repository import TableRepository
from storage import leases, optimistic_lock
from tests.concurrency.database import Server
from tests.concurrency.interleaving import lived
from tests.concurrency.judge import judged
from tests.patches import wrap

Plant: TypeAlias = Callable[[pytest.MonkeyPatch], None]
MOST = 1000
"""Greatest number of interleavings to run until one of them detects the planted fault."""


def no_version_is_claimed(patch: pytest.MonkeyPatch) -> None:
    _claims_without(patch, "version = ?")


def a_move_has_no_key(patch: pytest.MonkeyPatch) -> None:
    """Drop the primary key of moves and all other guards against two writers."""

    def init(plain: Callable[..., None], server: Server, *about: Any) -> None:
        plain(server, *about)
        for sql in (
            "CREATE TABLE bare AS SELECT * FROM moves",
            "DROP TABLE moves",
            "ALTER TABLE bare RENAME TO moves",
        ):
            server.run(sql)

    _claims_without(patch, "version = ?", f"{optimistic_lock._MOVES} = ?")
    wrap(patch, Server, "__init__", init)


def _claims_without(patch: pytest.MonkeyPatch, *conditions: str) -> None:
    def claim(plain: Callable[..., str], states: int, *, moving: bool) -> str:
        sql = plain(states, moving=moving)
        for condition in conditions:
            sql = sql.replace(condition, "? IS NOT NULL")
        return sql

    wrap(patch, optimistic_lock, "_claim", claim)


def an_answer_before_the_commit(patch: pytest.MonkeyPatch) -> None:
    async def write(plain: Callable[..., Any], every: TableRepository, *about: Any) -> None:
        every.late = asyncio.create_task(plain(every, *about))  # type: ignore[attr-defined]

    wrap(patch, TableRepository, "_write", write)


def computer_players_ask_for_no_lease(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(AiPlayers, "_due", lambda _computers, table: bool(table.computers_to_act()))


def clocks_ask_for_no_lease(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Clocks, "_is_in", lambda *_about: True)
    wrap(patch, LeasedShards, "held", lambda plain, shards: [*{*shards._terms, *plain(shards)}])


def a_lease_is_had_by_whoever_asks(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(leases, "_TAKE", leases._TAKE.replace("NOT (", "1 = 1 OR NOT ("))
    patch.setattr(leases, "_HELD", f"{leases._HELD} AND 1 = 2")


def a_lease_lasts_for_a_minute(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("host.cluster.leases.SECONDS", 60.0)


def nobody_takes_over(patch: pytest.MonkeyPatch) -> None:
    async def claim(plain: Callable[..., Any], shards: LeasedShards) -> None:
        if not shards._leases.term("claimed"):
            shards._leases._terms["claimed"] = 1
            await plain(shards)

    wrap(patch, LeasedShards, "_claim", claim)


def who_has_stood_still_answers_unasked(patch: pytest.MonkeyPatch) -> None:
    async def answers(shards: LeasedShards, place: Place, _interaction_id: int) -> bool:
        return shards._shard(place) in shards._terms

    patch.setattr(LeasedShards, "answers", answers)


def who_was_overtaken_is_asked_to_try_again(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("cogs.interactions.router.Overtaken", KeyError)


def who_was_overtaken_reads_nothing_again(patch: pytest.MonkeyPatch) -> None:
    async def write(plain: Callable[..., Any], every: TableRepository, table_id: int, work: object) -> Any:
        known = every.cached(table_id)
        try:
            return await plain(every, table_id, work)
        except Exception:
            if known is not None:
                every._loaded[table_id] = known
            raise

    wrap(patch, TableRepository, "_write", write)


def time_is_given_back_by_nobody(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(time_control, "credit_downtime", lambda turn, *_args, **_times: turn)


def a_clock_that_runs_out_again_and_again(patch: pytest.MonkeyPatch) -> None:
    async def back(participation: Participation, table: Table, user_id: int) -> None:
        if (turn := table.turns.get(table.seat_of(user_id) or 0)) and turn.given:
            async with participation._tables.locked(table.id) as now:
                turns = {seat: replace(one, given=False) for seat, one in now.turns.items()}
                await participation._save(replace(now, turns=turns))

    patch.setattr(Participation, "end_absence", back)


QUICK: Mapping[Plant, str] = {
    no_version_is_claimed: "reports another version",
    a_move_has_no_key: "the record does not replay",
    an_answer_before_the_commit: "which is nowhere",
    a_lease_is_had_by_whoever_asks: "have the lease",
    a_lease_lasts_for_a_minute: "nobody was there, though somebody could",
    who_was_overtaken_is_asked_to_try_again: "though nobody was faster, or once only",
    who_was_overtaken_reads_nothing_again: "has lost twice to version",
}
"""Faults that a short run detects, with the words of their report."""
SLOW: Mapping[Plant, str] = {
    computer_players_ask_for_no_lease: "a computer player's move of a process that had no lease",
    clocks_ask_for_no_lease: "a clock of a process that had no lease",
    nobody_takes_over: "nobody was there, though somebody could",
    who_has_stood_still_answers_unasked: "which was not so",
    time_is_given_back_by_nobody: "of which nobody was there for",
    a_clock_that_runs_out_again_and_again: "time was over, and is not",
}


@pytest.mark.drawn(2)
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize(
    ("plant", "said"),
    [*QUICK.items(), *(pytest.param(*one, marks=pytest.mark.soak) for one in SLOW.items())],
    ids=[one.__name__ for one in (*QUICK, *SLOW)],
)
def test_planted_fault_is_detected(plant: Plant, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch)
    assert any(said in wrong for seed in range(MOST) for wrong in judged(lived(seed)))

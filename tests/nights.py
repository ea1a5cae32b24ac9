"""League nights for tests of their pages."""

from collections.abc import Sequence
from dataclasses import replace

from engine.fairness.deal_commitment import DealCommitment, stage_of
from engine.game import Game
from host.nights.night import Night
from storage.queries.nights.rows import NightPerson, NightRow, NightSeat

CHANNEL, SERVER, MANAGER = 22, 11, 900
STAGES = 2


def a_row(kind: type[Game]) -> NightRow:
    """Return the row of a night of two stages. People may join it, and the time of its start is announced."""
    seats = kind.usual_seats()
    return NightRow(1, SERVER, CHANNEL, MANAGER, kind.id, kind.rules, seats, {}, "live", "normal", STAGES, 0, 2**31)


def gathering(kind: type[Game], names: Sequence[str]) -> Night:
    """Return a night that people of these names have joined, with user ids from 101 on."""
    people = [NightPerson(101 + place, 77 + place, place, name=name) for place, name in enumerate(names)]
    stages = range(1, STAGES + 1)
    promises = [DealCommitment(stage_of(1, stage), kind.id, kind.rules, bytes([stage] * 32)) for stage in stages]
    return Night(a_row(kind), people, promises, [])


def playing(kind: type[Game], names: Sequence[str], running: Sequence[int] = (41,)) -> Night:
    """Return the night of `gathering` in its first stage: each person has the first seat of a table, from 41 on."""
    night = gathering(kind, names)
    count = max(2, len(names))
    seats = [
        NightSeat(1, board, seat, 40 + board, 100 + board if seat == 0 and board <= len(names) else None)
        for board in range(1, count + 1)
        for seat in range(night.row.seats)
    ]
    row = replace(night.row, state="playing", stage=1, tables=count, events=("join 77", "start 99"))
    promises = [replace(one, events=row.events) for one in night.promises]
    return replace(night, row=row, seats=seats, running=running, promises=promises)


def in_break(kind: type[Game], names: Sequence[str]) -> Night:
    """Return the night of `playing` after its first stage. Tables with higher numbers have more points at each seat."""
    night = playing(kind, names, ())
    seats = [one._replace(points=3 * one.board) for one in night.seats]
    return replace(night, row=replace(night.row, stage_over=True, next_at=2**31), seats=seats)


def over(kind: type[Game], names: Sequence[str]) -> Night:
    """Return the night of `in_break` after both stages. In the second stage, tables with higher numbers have fewer."""
    night = in_break(kind, names)
    second = [one._replace(stage=2, table_id=60 + one.board, points=-one.board) for one in night.seats]
    row = replace(night.row, state="over", stage=2, next_at=None)
    return replace(night, row=row, seats=[*night.seats, *second])


def called_off(kind: type[Game]) -> Night:
    """Return a night that was called off."""
    night = gathering(kind, [])
    return replace(night, row=replace(night.row, state="off"))

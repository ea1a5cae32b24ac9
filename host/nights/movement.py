"""Movement of a league night: the table and the seat of each participant in each stage.

Participants are numbered from 0: first the people, then the AI players. Number `p` of a night with `n` tables begins at
seat `p // n` of table `p % n`, so people are spread evenly. In each stage everybody moves on by one seat, and those who
began at seat `s` also by `s` tables. So nobody has a seat twice before they have had every seat, everybody meets other
opponents, and people stay spread evenly. People who began at the same seat are always compared with each other. In
duplicate bridge this is the Mitchell movement.
"""

from typing import NamedTuple


class At(NamedTuple):
    """Table and seat, both from 0."""

    table: int
    seat: int


def at(place: int, stage: int, tables: int, seats: int) -> At:
    """Return the table and the seat of participant number `place` in a stage; stages count from 0."""
    seat, table = divmod(place, tables)
    return At((table + stage * seat) % tables, (seat + stage) % seats)


def table_count(people: int, seats: int) -> int:
    """Return the smallest number of tables, at least two, that have seats for so many people."""
    return max(2, -(-people // seats))

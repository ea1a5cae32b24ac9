"""Tables for the tests of pages, and ways to get a game to a position."""

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Any

from engine.contract.chance import Chance
from engine.fairness.deal_commitment import DealCommitment
from engine.game import Game
from engine.players import USUAL
from host.place import Place
from host.tables.table import Occupant, Table
from show.pages.game.hand import Asked, hand_page
from show.pages.game.table import end_page, table_page
from show.text.page import Page
from show.text.seat_names import table_translation
from tests.show.basics import AKI, NAMES


def a_table(
    kind: type[Game], seats: int | None = None, people: int = 1, options: Mapping[str, object] | None = None
) -> Table:
    """Return a running game with `people` players, Aki first, and computer players in the other seats.

    By default the table has as many seats as the game allows.
    """
    count = seats or kind.seat_counts[-1]
    sitting = [Occupant(user_id=AKI + seat, name=NAMES[seat]) for seat in range(people)]
    filled = (*sitting, *[Occupant(computer=USUAL)] * (count - people))
    game = kind(count, options or {}, Chance(b"01"))
    return Table(
        1, Place.server(2), 3, AKI, kind, options or {}, filled, "playing", game, promise=deal_commitment_of(kind)
    )


def deal_commitment_of(kind: type[Game], *events: str) -> DealCommitment:
    """Return a deal commitment for the table that `a_table` returns; `events` follow its first event, a join."""
    return DealCommitment("1", kind.id, kind.rules, b"s" * 32, ("join 7", *events))


def a_lobby(kind: type[Game], seats: int | None = None) -> Table:
    """Return a lobby with one free seat."""
    table = a_table(kind, seats)
    return replace(table, occupants=(*table.occupants[:-1], None), state="lobby", game=None)


def with_occupant(table: Table, seat: int, who: Occupant | None = None, **changes: Any) -> Table:
    """Return the table with another occupant of a seat, or with changes to its occupant."""
    occupants = list(table.occupants)
    occupants[seat] = replace(who or occupants[seat] or Occupant(), **changes)
    return replace(table, occupants=tuple(occupants))


def game_at(table: Table) -> Game:
    """Return the game of a table that has started; tests change it in place."""
    assert table.game is not None
    return table.game


def play_random(game: Game, random: Random) -> None:
    """Play a random legal move of a random seat."""
    seat = random.choice(game.to_act)
    game.play(seat, random.choice(game.legal_moves(seat)))


def play_some(game: Game, random: Random, moves: int = 7) -> None:
    """Play `moves` random moves, or fewer if the game ends."""
    for _ in range(moves):
        if not game.over:
            play_random(game, random)


def play_out(table: Table, random: Random) -> Table:
    """Play the table's game to its end at random, and return the table."""
    while not game_at(table).over:
        play_random(game_at(table), random)
    return replace(table, state="over")


def public_page(table: Table, locale: str = "en-US") -> Page:
    """Return the page of the table's message."""
    show = end_page if game_at(table).over else table_page
    return show(table, game_at(table).view(None), table_translation(table, locale))


def hand_of(table: Table, asked: Asked | None = None, *, locale: str = "en-US", seat: int = 0) -> Page:
    """Return the hand page of a seat."""
    return hand_page(table, game_at(table), seat, table_translation(table, locale), asked or Asked())


def after_a_round(kind: type[Game], seats: int | None = None) -> Table:
    """Return a table whose first round has just ended."""
    table, random = a_table(kind, seats), Random(6)
    while not game_at(table).rounds:
        play_random(game_at(table), random)
    return table


def human_to_act(kind: type[Game]) -> Table:
    """Return a table at which the first seat must act."""
    table = a_table(kind, 4)
    game_at(table).to_act = (0,)
    return table


def later_decision(kind: type[Game]) -> Table:
    """Return a table at which the first seat must act, and not for the first time."""
    table = human_to_act(kind)
    game_at(table).move_counts[0] = 1
    return table


def computer_to_act(kind: type[Game]) -> Table:
    """Return a table at which the second seat, a computer player, must act."""
    table = a_table(kind, 4)
    game_at(table).to_act = (1,)
    return table


def in_phase(kind: type[Game], phase: str) -> Table:
    """Return a table at which only the first seat must act, in that phase."""
    table, random = a_table(kind, 4), Random(1)
    game = game_at(table)
    while game.phase.id != phase or game.to_act != (0,):
        play_random(game, random)
    return table

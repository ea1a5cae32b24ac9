"""Perft: the number of positions after every sequence of moves from fixed positions, as in chess programs.

A change of deals, legal moves, turns or scores changes the numbers, and needs a new rules version. After such a change,
replace the numbers with those that the failed test prints.
"""

from collections.abc import Iterator, Mapping
from random import Random
from typing import NamedTuple

import pytest

import engine.games  # noqa: F401  fills Game.games
from engine.contract.chance import Chance
from engine.contract.options import OptionValue
from engine.game import Game
from tests.engine.kit.cases import KINDS

ROUND, GAME = "end of the first round", "end of the game"


class Row(NamedTuple):
    """One line of the table: sums over several random games with the seeds 0, 1, 2 and so on."""

    game: str
    seats: int
    options: Mapping[str, OptionValue]
    stage: str
    """`ROUND` or `GAME`: the moves to try are the last moves before the end of the round or game."""
    games: int
    """The number of random games."""
    depth: int
    """The number of moves in a sequence; a sequence that ends the game earlier counts too."""
    positions: int
    points: tuple[int, ...]
    """The sum of the scores over all positions, by seat."""


RANDOM_RULES: Mapping[str, OptionValue] = {"jokers": 2, "start_rules": "random", "equals": "any-suit"}
TWO_JOKERS: Mapping[str, OptionValue] = {"jokers": 2, "start_rules": "random"}
SPLIT: Mapping[str, OptionValue] = {"split_partnership": True}
REDRAW: Mapping[str, OptionValue] = {"redraw": True}
RANDOM_CARDS: Mapping[str, OptionValue] = {"abilities": "random", "bids": "random"}
TABLE: tuple[Row, ...] = (
    Row("saizen", 2, {}, ROUND, 40, 6, 966, (12550, 12456)),
    Row("saizen", 2, {}, GAME, 8, 6, 230, (8051, 9229)),
    Row("saizen", 2, RANDOM_RULES, ROUND, 40, 6, 1_206, (16567, 15071)),
    Row("saizen", 2, RANDOM_RULES, GAME, 8, 6, 233, (9624, 8361)),
    Row("saizen", 2, TWO_JOKERS, ROUND, 40, 6, 1_196, (16200, 15069)),
    Row("saizen", 2, TWO_JOKERS, GAME, 8, 6, 233, (9274, 8624)),
    Row("saizen", 3, {}, ROUND, 40, 6, 1_160, (6448, 4873, 6134)),
    Row("saizen", 3, {}, GAME, 8, 6, 345, (5830, 5048, 4280)),
    Row("saizen", 3, RANDOM_RULES, ROUND, 40, 5, 1_068, (3729, 4800, 6823)),
    Row("saizen", 3, RANDOM_RULES, GAME, 8, 7, 232, (3728, 3348, 3688)),
    Row("saizen", 4, {}, ROUND, 40, 6, 831, (1394, 1455, 2526, 3100)),
    Row("saizen", 4, {}, GAME, 8, 5, 297, (1474, 2135, 2533, 2014)),
    Row("saizen", 4, RANDOM_RULES, ROUND, 40, 4, 304, (699, 574, 838, 758)),
    Row("saizen", 4, RANDOM_RULES, GAME, 8, 5, 558, (5304, 3150, 5611, 3233)),
    Row("saizen", 4, TWO_JOKERS, ROUND, 40, 4, 342, (895, 759, 972, 807)),
    Row("saizen", 4, TWO_JOKERS, GAME, 8, 5, 268, (2103, 1539, 2705, 1808)),
    Row("saizen", 5, {}, ROUND, 40, 5, 1_055, (1487, 1910, 1773, 1423, 891)),
    Row("saizen", 5, {}, GAME, 8, 5, 454, (2552, 1824, 2001, 2203, 1569)),
    Row("saizen", 5, RANDOM_RULES, ROUND, 40, 3, 275, (340, 529, 284, 424, 385)),
    Row("saizen", 5, RANDOM_RULES, GAME, 8, 5, 276, (1034, 1184, 1387, 1487, 1433)),
    Row("saizen", 6, {}, ROUND, 40, 4, 1_214, (1810, 1275, 359, 1273, 1916, 1583)),
    Row("saizen", 6, {}, GAME, 8, 5, 338, (1113, 993, 740, 1621, 1534, 463)),
    Row("saizen", 6, RANDOM_RULES, ROUND, 40, 3, 677, (872, 680, 682, 718, 253, 1058)),
    Row("saizen", 6, RANDOM_RULES, GAME, 8, 6, 331, (1144, 740, 1259, 938, 1122, 1399)),
    Row("scharfe-schoten", 3, {}, ROUND, 40, 9, 685, (1627, 2035, 3038)),
    Row("scharfe-schoten", 3, {}, GAME, 8, 10, 368, (1420, 1060, 3816)),
    Row("scharfe-schoten", 4, {}, ROUND, 40, 10, 906, (2273, 4438, 3805, 2611)),
    Row("scharfe-schoten", 4, {}, GAME, 8, 11, 464, (6148, 7644, 7126, 5152)),
    Row("tennos-square", 3, {}, ROUND, 40, 2, 273, (1685, 1886, 1523)),
    Row("tennos-square", 3, {}, GAME, 8, 2, 248, (9026, 9918, 11145)),
    Row("tennos-square", 3, SPLIT, ROUND, 40, 2, 273, (1685, 1886, 1523)),
    Row("tennos-square", 3, SPLIT, GAME, 8, 2, 248, (9026, 9918, 11145)),
    Row("tennos-square", 4, {}, ROUND, 40, 3, 625, (3330, 3853, 4028, 4040)),
    Row("tennos-square", 4, {}, GAME, 8, 3, 516, (36373, 33170, 39906, 54303)),
    Row("tezuma-trick", 3, {}, ROUND, 40, 6, 516, (931, 638, 854)),
    Row("tezuma-trick", 3, {}, GAME, 8, 8, 397, (2590, 1872, 1518)),
    Row("tezuma-trick", 3, REDRAW, ROUND, 40, 7, 1_281, (1277, 1525, 1801)),
    Row("tezuma-trick", 3, REDRAW, GAME, 8, 7, 312, (1312, 1398, 1738)),
    Row("tezuma-trick", 4, {}, ROUND, 40, 7, 484, (857, 297, 475, 675)),
    Row("tezuma-trick", 4, {}, GAME, 8, 9, 324, (856, 1074, 2016, 1401)),
    Row("tezuma-trick", 4, REDRAW, ROUND, 40, 8, 713, (1504, 1524, 1091, 1148)),
    Row("tezuma-trick", 4, REDRAW, GAME, 8, 10, 592, (3840, 2977, 3777, 4060)),
    Row("tezumashi", 3, {}, ROUND, 40, 6, 759, (1625, 2310, 1407)),
    Row("tezumashi", 3, {}, GAME, 8, 7, 435, (2472, 1875, 1192)),
    Row("tezumashi", 3, RANDOM_CARDS, ROUND, 40, 7, 911, (1446, 2053, 2544)),
    Row("tezumashi", 3, RANDOM_CARDS, GAME, 8, 8, 320, (3838, 1898, 1774)),
    Row("tezumashi", 4, {}, ROUND, 40, 7, 1_239, (2715, 1298, 2178, 3161)),
    Row("tezumashi", 4, {}, GAME, 8, 8, 373, (2125, 2228, 2915, 2336)),
    Row("tezumashi", 4, RANDOM_CARDS, ROUND, 40, 8, 1_092, (3487, 2002, 1925, 1774)),
    Row("tezumashi", 4, RANDOM_CARDS, GAME, 8, 8, 181, (918, 1967, 1267, 1627)),
)


def positions(row: Row) -> Iterator[Game]:
    """Yield the position of each random game of a row."""
    for seed in range(row.games):
        game = Game.games[row.game](row.seats, row.options, Chance(str(seed).encode()))
        game.log = None
        draw = Random(seed).random
        before: list[Game] = []
        while game.to_act and not (row.stage == ROUND and game.rounds):
            before = [*before[1 - row.depth :], game.copy()]
            seat = game.to_act[0]
            legal = game.legal_moves(seat)
            game.apply(seat, legal[int(draw() * len(legal))])
        yield before[0]


def perft(game: Game, depth: int, points: list[int]) -> int:
    """Count the positions after `depth` moves, and add their scores to `points`."""
    if depth == 0 or game.over:
        for seat, score in enumerate(game.scores):
            points[seat] += score
        return 1
    seat, count = game.to_act[0], 0
    for move in game.legal_moves(seat):
        after = game.copy()
        after.apply(seat, move)
        count += perft(after, depth - 1, points)
    return count


@pytest.mark.drawn(10)
@pytest.mark.parametrize("row", TABLE, ids=lambda row: f"{row.game}-{row.seats}-{len(row.options)}-{row.stage}")
def test_number_of_positions_is_unchanged(row: Row) -> None:
    points = [0] * row.seats
    count = sum(perft(game, row.depth, points) for game in positions(row))
    assert row._replace(positions=count, points=tuple(points)) == row


def test_table_has_every_game_and_seat_count() -> None:
    assert {(row.game, row.seats) for row in TABLE} == {
        (kind.id, seats) for kind in KINDS for seats in kind.seat_counts
    }

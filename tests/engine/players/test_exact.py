"""Searches of the last tricks, with known and with hidden cards, against a plain solver that skips nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import cast

import pytest

from engine.contract.chance import Chance
from engine.game import Game
from engine.players import ThinkingBudget, choose, endgame
from engine.players.levels import LEVELS, DecidingSeat, play_as
from engine.players.policy import Policy, policy_of
from tests.engine.kit.cases import Case, cases_of, every_kind, every_listed_kind

DEPTH = LEVELS["hard"].exact
sizes = pytest.mark.parametrize(
    ("count", "looks"), [(4, 2_000), pytest.param(500, 8_000, marks=pytest.mark.soak)], ids=["few", "many"]
)
"""The number of tested positions of each game, and the greatest number of positions that can follow a first move."""
UNHURRIED = ThinkingBudget(playouts=10**9)
EQUAL = 1e-9
"""Means that differ by less than this count as equal, because fractions are rounded."""


class TooWideError(Exception):
    """The tree is too large for the plain solver."""


def judged(game: Game, looks: Iterator[int] | None = None) -> list[float]:
    """Search every continuation, and return the value of a position for each seat if each seat plays for itself.

    Among equal moves the first one is played. In the last round the final places count too: the first place is worth
    twenty points more than the last. Each visited position takes one item of `looks`, so their number is the
    limit of positions (None: no limit). Raises `TooWideError` if no item is left.
    """
    if looks is not None and next(looks, None) is None:
        raise TooWideError
    if game.to_act:
        seat = game.to_act[0]
        every = (judged(after(game, seat, move), looks) for move in game.legal_moves(seat))
        return max(every, key=lambda worth: worth[seat])
    worth = []
    for seat in range(game.seats):
        team = next(team for team in game.teams if seat in team)
        others = [one for one in range(game.seats) if one not in team]
        own, against = ([game.rounds[-1][one] for one in side] for side in (team, others))
        worth.append(sum(own) / len(own) - sum(against) / len(against))
        if game.round == game.round_count:
            place = next(place for place, group in enumerate(game.ranking()) if seat in group)
            worth[seat] -= 20 / len(others) * sum(map(len, game.ranking()[:place]))
    return worth


def after(game: Game, seat: int, move: int) -> Game:
    """Return the game after a move, with this round as its last."""
    other = game.copy()
    other.log = None
    other.last_round = other.round
    other.apply(seat, move)
    return other


def ends(kind: type[Game], count: int, looks: int) -> Iterator[tuple[Game, int]]:
    """Yield `count` positions with a free choice and few tricks left, about half of them in the last round.

    About half of the earlier moves follow the game's policy, the others are random. A position is left out
    if the plain solver would need more than `looks` positions for its first move.
    """
    random, cases = Random(f"ends {kind.id}"), cases_of(kind)
    while count:
        found = list(_ends(random.choice(cases), random, last=random.random() < 0.5))
        if found:
            game, seat = random.choice(found[: len(found) // 2 + 1])
            try:
                judged(after(game, seat, game.legal_moves(seat)[0]), iter(range(looks)))
            except TooWideError:
                continue
            yield game, seat
            count -= 1


def _ends(case: Case, random: Random, *, last: bool) -> Iterator[tuple[Game, int]]:
    game = case.start(random.getrandbits(32))
    while game.to_act and (last or game.round == 1):
        seat = game.to_act[0]
        moves = game.legal_moves(seat)
        few = game.tricks_left is not None and game.tricks_left <= DEPTH
        if few and len(moves) > 1 and last == (game.round == game.round_count):
            yield game.copy(), seat
        thumb = random.random() < 0.5
        game.play(seat, policy_of(case.kind).pick(game, seat, random.random) if thumb else random.choice(moves))


def seeing(game: Game, seat: int, random: Random) -> DecidingSeat:
    """Return the decision of an AI player on this seat who knows all cards."""
    bare = game.copy()
    bare.log = None
    moves = game.legal_moves(seat)
    return DecidingSeat(game.view(seat), seat, moves, lambda _: bare.copy(), lambda _: [(bare.copy(), 1)], random)


def is_best(worths: Sequence[float], moves: Sequence[int], move: int) -> bool:
    return worths[moves.index(move)] > max(worths) - EQUAL


@pytest.mark.drawn(1)
@sizes
@every_kind
def test_best_move_is_found_with_all_cards_known(kind: type[Game], count: int, looks: int) -> None:
    """Check the best move and every seat's value for each move, with one solver that caches earlier results."""
    for number, (game, seat) in enumerate(ends(kind, count, looks)):
        moves = game.legal_moves(seat)
        worths = [judged(after(game, seat, move)) for move in moves]
        at = seeing(game, seat, Random(number))
        worth = at.solving()
        assert [worth(after(game, seat, move), Random(0).random) for move in moves] == list(map(pytest.approx, worths))
        assert is_best([worth[seat] for worth in worths], moves, play_as("hard", at, UNHURRIED))


class Eager(Policy[Game]):
    """A policy that calls every move plainer than every other. Players prefer plainer moves of the same effect."""

    def plainer(self, game: Game, seat: int, move: int) -> Sequence[int]:
        return [other for other in game.legal_moves(seat) if other != move]


@pytest.mark.slow
@pytest.mark.drawn(1)
@sizes
@every_listed_kind
def test_best_move_on_the_mean_of_all_games_is_found_with_hidden_cards(
    kind: type[Game], count: int, looks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Check that the move with the best mean over all games is chosen, although the policy calls all others plainer."""
    monkeypatch.setitem(Policy.of, kind.id, Eager())
    seen = 0
    for number, (game, seat) in enumerate(ends(kind, count, looks)):
        view, moves = game.view(seat), game.legal_moves(seat)
        worlds = endgame.every_world(view, Random(number))
        seen += bool(worlds)
        worths = [0.0] * len(moves)
        for world, ways in worlds:
            for place, move in enumerate(moves):
                worths[place] += ways * judged(after(world, seat, move))[seat] / len(worlds)
        if worlds:
            assert is_best(worths, moves, game.parse(choose(view, "hard", number, UNHURRIED)))
    assert seen > count / 3


class Bet:
    """A stand-in for a game with one decision: the first move is worth 0, the other move is worth `luck`."""

    round = last_round = tricks_left = 1
    position = None

    def __init__(self, luck: int) -> None:
        self.luck = luck
        self.to_act: tuple[int, ...] = (0,)
        self.rounds = [(0, 0, 0, 0)]

    def copy(self) -> Bet:
        return Bet(self.luck)

    def legal_moves(self, _seat: int) -> tuple[int, int]:
        return 0, 1

    def apply(self, _seat: int, move: int) -> None:
        self.to_act, self.rounds = (), [(self.luck * move, 0, 0, 0)]


@pytest.mark.parametrize(("lucks", "best"), [((3, -1, -1), 1), ((2, -1, -1), 1), ((1, -1, -1), 0)])
def test_plainer_move_is_chosen_only_if_equal_in_all_games(
    lucks: Sequence[int], best: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = Game.games["saizen"](4, None, Chance(b"\1"))
    monkeypatch.setitem(Policy.of, game.id, Eager())
    worlds = [(cast("Game", Bet(luck)), 1) for luck in lucks]
    at = DecidingSeat(game.view(0), 0, (0, 1), lambda _: worlds[0][0], lambda _: worlds, Random(1))
    assert play_as("hard", at, UNHURRIED) == best

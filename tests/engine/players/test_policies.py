"""The games' policies: legal, sound and useful."""

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from statistics import pvariance

import pytest

from engine.cards import mask_of
from engine.contract.chance import Chance
from engine.game import Game
from engine.games.scharfe_schoten.cards import CODES, INDEX
from engine.games.scharfe_schoten.game import ScharfeSchoten
from engine.games.scharfe_schoten.phases import PREDICT_COLOURS, TAKE_FROM_RACK
from engine.games.tennos_square.game import TennosSquare
from engine.players.arena import Match, play_each, read_sides, report
from engine.players.budget import ThinkingBudget, ThinkingMeter
from engine.players.endgame import Solver
from engine.players.policy import Luck, Policy, policy_of
from engine.players.search import Candidate, SearchTask, flat, halving
from engine.players.utility import utility_of
from tests.engine.kit.cases import PLAIN_CASES, Case, every_plain_case, some_states

with_rules = pytest.mark.parametrize("name", Policy.of)


@pytest.mark.drawn(3)
@every_plain_case
def test_policies_return_legal_moves(case: Case) -> None:
    policy, random = policy_of(case.kind), Random(1)
    for game in some_states(case, 12):
        seat = random.choice(game.to_act)
        drawn = game.sampler(game.view(seat))(random)
        legal = game.legal_moves(seat)
        assert policy.pick(drawn, seat, random.random) in legal
        sound = policy.candidates(drawn, seat, legal)
        assert sound
        assert set(sound) <= set(legal)
        for move in legal:
            assert move not in policy.plainer(drawn, seat, move)
            assert set(policy.plainer(drawn, seat, move)) <= set(legal)


@pytest.mark.drawn(3)
@every_plain_case
def test_playouts_end_the_round(case: Case) -> None:
    for game in some_states(case, 4):
        drawn = game.sampler(game.view(game.to_act[0]))(Random(2))
        drawn.last_round = drawn.round
        policy_of(case.kind).playout(drawn, Random(3).random)
        assert drawn.over
        assert len(drawn.rounds) == game.round


@pytest.mark.drawn(1)
@with_rules
def test_policies_alone_beat_random_players(name: str) -> None:
    match = Match(Game.games[name], read_sides("thumb,random,thumb,random"), {}, "tests")
    assert report(match, [*play_each(match, 8)])["levels"]["thumb"]["points_low"] > 0


@pytest.mark.slow
@pytest.mark.drawn(1)
@pytest.mark.parametrize("name", ["saizen", "scharfe-schoten", "tezuma-trick", "tezumashi"])
def test_common_random_numbers_reduce_the_variance(name: str) -> None:
    case = next(case for case in PLAIN_CASES if case.kind.id == name and case.seats == 4)
    states = some_states(case, 12)
    alike, apart = (sum(_spread(search, game) for game in states) for search in (halving, flat))
    assert alike < 0.85 * apart


def _spread(search: Callable[[SearchTask, ThinkingMeter], list[Candidate]], game: Game) -> float:
    """Return the variance, over sampled games, of the difference in value between two moves that `search` tries."""
    random, seat = Random(1), game.to_act[0]
    moves, draw, utility = game.legal_moves(seat), game.sampler(game.view(seat)), utility_of(type(game), 4, last=False)

    def worth(trial: Game, luck: Luck) -> Sequence[float]:
        policy_of(type(game)).playout(trial, luck)
        return utility(trial)

    worlds = ((draw(random), 1) for _ in range(40))
    found = search(
        SearchTask(seat, (moves[0], moves[-1]), worlds, worth, random), ThinkingBudget(playouts=1_000).meter()
    )
    return pvariance(one - other for one, other in zip(found[0].values, found[1].values, strict=True))


@pytest.mark.drawn(1)
@pytest.mark.parametrize("name", ["saizen", "scharfe-schoten"])
def test_moves_dropped_by_policies_are_no_better_in_solved_endings(name: str) -> None:
    kind, found = Game.games[name], 0
    for number in range(60):
        random = Random(number)
        game = kind(random.choice(kind.seat_counts[:3]), {}, Chance(random.randbytes(16)))
        game.last_round = game.round
        solver = Solver(utility_of(kind, game.seats, last=False), game.teams, policy_of(kind))
        while game.to_act:
            seat = game.to_act[0]
            legal = game.legal_moves(seat)
            kept = set(policy_of(kind).candidates(game, seat, legal))
            if game.tricks_left is not None and game.tricks_left <= 2 and kept != set(legal):
                found += 1
                worth = {move: solver.worth(_after(game, seat, move))[seat] for move in legal}
                assert max(worth[move] for move in kept) == max(worth.values())
            game.play(seat, random.choice(legal))
    assert found


def _after(game: Game, seat: int, move: int) -> Game:
    after = game.copy()
    after.apply(seat, move)
    return after


@pytest.mark.parametrize(
    ("row", "rank", "slot"),
    [
        ("■ ■ ■ ■ ■ ■ ■ ■ ■", 1, 1),
        ("■ ■ ■ ■ ■ ■ ■ ■ ■", 10, 9),
        ("■ ■ ■ ■ 5 ■ ■ ■ ■", 7, 7),
        ("2 ■ ■ 5 ■ ■ ■ ■ 10", 3, 2),
        ("2 ■ ■ 5 ■ ■ ■ ■ 10", 9, 8),
        ("■ 3 ■ 6 7 8 9 9 10", 1, 1),
        ("■ 3 ■ 6 7 8 9 9 10", 5, 3),
    ],
)
def test_tennos_square_card_goes_to_the_expected_slot_of_its_rank(row: str, rank: int, slot: int) -> None:
    game = TennosSquare(4, None, Chance(b"\1"))
    for seat in range(4):
        game.apply(seat, game.legal_moves(seat)[0])
    seat = game.to_act[0]
    for place, code in enumerate(row.split()):
        if code != "■":
            game.row[9 * seat + place] = int(code) - 1
            game.down[seat] ^= 1 << place
    game.hands[seat] = (rank - 1,)
    assert game.text(policy_of(TennosSquare).pick(game, seat, Random(1).random)).split()[-1] == str(slot)


@pytest.fixture
def schoten() -> ScharfeSchoten:
    """Return a game in which seat 0 has predicted red most and yellow fewest, and leads."""
    chance = Chance(b"\1", {"first": 0}, [{"trumps": ["K12", "G11", "Y10", "R1"]}])
    game = ScharfeSchoten(4, None, chance)
    for seat in range(4):
        game.apply(seat, game.parse("predict R Y"))
    return game


def _cards(codes: str) -> int:
    return mask_of(INDEX[code] for code in codes.split())


def _hold(game: ScharfeSchoten, hand: str, trick: str) -> None:
    """Give seat 0 this hand, and let it make the next play of this trick."""
    game.hands[0] = _cards(hand)
    game.trick = [INDEX[code] for code in trick.split()]
    game.follow = game.trick[0] // 12


@pytest.mark.parametrize(
    ("hand", "trick", "card", "plainer"),
    [
        ("R2 R4 R9 R12", "R7 R5 R3", "R12", ["R9"]),
        ("R2 R4 R9 R12", "R7 R5 R3", "R9", []),
        ("R2 R4 R9 R12", "R7 R5 R3", "R4", ["R2"]),
        ("R2 R4 R9 R12", "R7 R5", "R4", ["R2"]),
        ("R2 R4 R9 R12", "R7 R5", "R12", []),
        ("R1 R8 R9", "R7 R5 R3", "R1", ["R8", "R9"]),
        ("Y4 Y6 Y9 Y11", "Y7 Y5 Y3", "Y9", ["Y11"]),
        ("Y4 Y6 Y9 Y11", "Y7 Y5 Y3", "Y4", ["Y6"]),
        ("R4 R6 G2 G5", "K7", "G5", ["G2"]),
        ("R4 R6 G2 G5", "K7", "R4", []),
    ],
)
def test_scharfe_schoten_saves_strong_cards_except_of_fewest(
    schoten: ScharfeSchoten, hand: str, trick: str, card: str, plainer: list[str]
) -> None:
    _hold(schoten, hand, trick)
    assert [CODES[one] for one in policy_of(ScharfeSchoten).plainer(schoten, 0, INDEX[card])] == plainer


def test_scharfe_schoten_takes_most_and_never_fewest(schoten: ScharfeSchoten) -> None:
    schoten.rack = [1, 1, 1, 1]
    schoten.phase = TAKE_FROM_RACK

    def plainer(take: str) -> list[str]:
        moves = policy_of(ScharfeSchoten).plainer(schoten, 0, schoten.parse(take))
        return [schoten.text(move) for move in moves]

    assert plainer("take R") == []
    assert plainer("take G") == ["take R"]
    assert plainer("take Y") == ["take R", "take G", "take K"]
    schoten.rack = [0, 1, 1, 0]
    assert plainer("take G") == []
    assert plainer("take Y") == ["take G"]


def test_scharfe_schoten_searches_equivalent_cards_once(schoten: ScharfeSchoten) -> None:
    _hold(schoten, "R1 R2 R3 R5 R6 R8", "R4")
    schoten.hands[1:] = [_cards(card) for card in ("R7", "G2", "K2")]
    legal = schoten.legal_moves(0)
    found = policy_of(ScharfeSchoten).candidates(schoten, 0, legal)
    assert sorted(CODES[card] for card in found) == ["R1", "R2", "R5", "R8"]
    schoten.hands[1] = 0  # nobody else has red, so the red cards that beat R4 are equivalent
    found = policy_of(ScharfeSchoten).candidates(schoten, 0, legal)
    assert sorted(CODES[card] for card in found) == ["R1", "R2", "R5"]


def test_scharfe_schoten_predictions_fit_the_hand(schoten: ScharfeSchoten) -> None:
    schoten.hands[0] = _cards("K12 K11 K9 K8 R2 R3 R4 Y5 G3 G4")
    schoten.phase = PREDICT_COLOURS
    told = Counter(schoten.text(policy_of(ScharfeSchoten).pick(schoten, 0, Random(seed).random)) for seed in range(200))
    assert sum(count for text, count in told.items() if text.startswith("predict K")) > 150
    assert sum(count for text, count in told.items() if text.endswith("K")) < 5

"""Highlights: each sentence about a finished game agrees with the record; every game has one to three highlights."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import groupby
from typing import Any

import pytest

from engine import highlights, phrases, record
from engine.game import Game
from engine.games.saizen.trick_winner import stages
from engine.highlights import Highlight
from engine.knowledge.positions import positions
from engine.text import Text, seat_text
from tests.engine.kit.cases import KINDS, PLAIN_CASES, every_plain_case, finished
from tests.samples import SOAK

GAMES = 60 if SOAK else 8
"""Games of each kind and number of seats."""


def seat(text: Text) -> int:
    """Return the seat that a sentence names."""
    return int(str(text.args["seat"].args["seat"]))  # type: ignore[union-attr]


def seats(text: Text) -> list[int]:
    """Return the seats that a sentence names as `who`."""
    return [int(str(one.args["seat"])) for one in text.args["who"]]  # type: ignore[union-attr]


class Facts:
    """Facts of a record, found by playing it again from its first move."""

    def __init__(self, game: Game) -> None:
        self.game = record.read(record.write(game)).replay()
        self.rounds = game.rounds
        self.ends: list[list[list[int]]] = []
        """After each round: the seats in groups of equal ranking score, best first."""
        self.ranking_scores: list[list[int]] = []
        self.winners: list[list[int | None]] = []
        """The winners of the tricks of each round."""
        self.plays: list[list[Any]] = []
        """The plays of each round's tricks."""
        self.before_last: list[list[dict[str, Any]]] = []
        """For each round, the goal of each seat at the start of the round's last trick."""
        goals: list[dict[str, Any]] = []
        for now in positions(self.game):
            if len(now.rounds) > len(self.ends):
                self.ranking_scores.append([now.ranking_score(one) for one in range(now.seats)])
                self.ends.append(now.ranking())
                played = [trick for trick, _, _ in now.previous_tricks] if not now.over else now.tricks()
                self.winners.append([winner for _, _, winner in played])
                self.plays.append([plays for _, plays, _ in played])
                self.before_last.append(goals)
            elif (before := now.tricks()) and before[-1][2] is None and len(before[-1][1]) == 1:
                goals = [goals_of(now, one) for one in range(now.seats)]


def goals_of(game: Game, seat: int) -> dict[str, Any]:
    """Return the arguments of a seat's goal. Each name is the key of a sentence, a hyphen, and the argument's name."""
    goal = game._view_builder.goal(game, seat)
    parts: Any = () if goal is None else goal.args.get("parts", (goal,))
    return {f"{part.key}-{name}": value for part in parts for name, value in part.args.items()}


def led(facts: Facts, text: Text) -> bool:
    return all(groups[0] == sorted(seats(text)) for groups in facts.ends)


def led_from(facts: Facts, text: Text) -> bool:
    first = int(str(text.args["round"]))
    since = [groups[0] == sorted(seats(text)) for groups in facts.ends]
    return all(since[first - 1 :]) and not since[first - 2]


def last_round(facts: Facts, text: Text) -> bool:
    before, winner = facts.ranking_scores[-2], seats(text)[0]
    return max(before) - before[winner] == text.args["points"] and facts.ends[-1][0] == seats(text)


def from_last(facts: Facts, text: Text) -> bool:
    return facts.ends[int(str(text.args["round"])) - 1][-1] == seats(text) == facts.ends[-1][0]


def won_by(facts: Facts, text: Text) -> bool:
    first, second, *_ = facts.ends[-1]
    return facts.ranking_scores[-1][first[0]] - facts.ranking_scores[-1][second[0]] == text.args["points"]


def best_round(facts: Facts, text: Text) -> bool:
    points = facts.rounds[int(str(text.args["round"])) - 1][seat(text)]
    every = [one for row in facts.rounds for one in row]
    return points == text.args["points"] == max(every) and every.count(points) == 1


def level(facts: Facts, text: Text) -> bool:
    return facts.ends[-1][0] == seats(text) and len(seats(text)) > len(facts.game.teams[0])


def in_a_row(facts: Facts, text: Text) -> bool:
    won = facts.winners[int(str(text.args["round"])) - 1]
    longest = max(len(list(one)) for who, one in groupby(won) if who == seat(text))
    return longest == int(str(text.args["count"])) >= highlights.STREAK


def last_trick(facts: Facts, text: Text) -> bool:
    winner, points = seat(text), int(str(text.args["points"]))
    if facts.winners[-1][-1] != winner or facts.ends[-1][0] != [winner]:
        return False
    if points != facts.rounds[-1][winner] - points_before(facts, winner):
        return False
    first, second, *_ = facts.ends[-1]
    return facts.ranking_scores[-1][first[0]] - facts.ranking_scores[-1][second[0]] <= points


def points_before(facts: Facts, winner: int) -> int:
    """Return the points that a seat had in the last round before its last trick, as the seat's panel stated them."""
    goal = facts.before_last[-1][winner]
    if "saizen-goal-count" in goal:
        return int(goal["saizen-goal-count"])
    if "scharfe-goal-points" in goal:
        return int(goal["scharfe-goal-points"])
    return max(0, bid_points(goal) - int(goal.get("tezuma-goal-pain-count", 0)))


def bid_points(goal: dict[str, Any]) -> int:
    """Return the points of a bid in Tezuma so far: 0 as long as the goal does not state points."""
    return int(goal.get("tezuma-goal-bid-points", 0))


def both_alone(facts: Facts, text: Text) -> bool:
    number = int(str(text.args["round"]))
    lines = facts.game.sheet(number)[seat(text)]
    alone = [line for line, _ in lines if str(line).endswith("right, alone")]
    return len(alone) == 2 and sum(points for _, points in lines) == text.args["points"]


def raised(facts: Facts, text: Text) -> bool:
    had = points_before(facts, seat(text)) == text.args["before"]
    return had and facts.rounds[-1][seat(text)] == text.args["points"] and facts.winners[-1][-1] == seat(text)


def longest_run(facts: Facts, text: Text) -> bool:
    lines = facts.game.sheet(int(str(text.args["round"])))[seat(text)]
    runs = [(line.args["length"], points) for line, points in lines if line.key == "square-score-run"]
    return (text.args["length"], text.args["points"]) in runs


def turns(facts: Facts, text: Text) -> bool:
    plays = [who for who, move in _moves_of(facts, int(str(text.args["round"]))) if move.startswith("play")]
    return max(len(list(one)) for who, one in groupby(plays) if who == seat(text)) == text.args["count"]


def _moves_of(facts: Facts, number: int) -> Iterator[tuple[int, str]]:
    """Yield the moves of a round as (seat, notation)."""
    finished_before = 0
    for now in positions(facts.game):
        if now.history and finished_before == number - 1:
            who, move = now.history[-1]
            yield who, now.text(move)
        finished_before = len(now.rounds)


def tie(facts: Facts, text: Text) -> bool:
    return len({*facts.ranking_scores[-1]}) == 1 and seat(text) in facts.ends[-1][0]


def play_offs(facts: Facts, text: Text) -> bool:
    number = int(str(text.args["round"])) - 1
    every = zip(facts.plays[number], facts.winners[number], strict=True)
    count = [len(list(stages(plays, facts.game.seats))) - 1 for plays, winner in every if winner == seat(text)]
    return text.args["count"] in count


def ahead_from(facts: Facts, text: Text) -> bool:
    scores = Counter({one: sum(row[one] for row in facts.rounds[:-1]) for one in range(facts.game.seats)})
    since = []
    for winner in facts.winners[-1]:
        if winner is not None:
            scores[winner] += 1
        since.append(all(scores[seat(text)] > scores[other] for other in scores if other != seat(text)))
    first = int(str(text.args["trick"]))
    return all(since[first - 1 :]) and not (since[first - 2] if first > 1 else False)


def bid_made(facts: Facts, text: Text) -> bool:
    number, who = int(str(text.args["round"])) - 1, seat(text)
    won, before = facts.winners[number], facts.before_last[number][who]
    table = before.get("tezuma-goal-bid-table") or before["tezuma-goal-tricks-table"]
    best = max(map(int, re.findall("→([0-9]+)", str(table))))
    raised_by_it = bid_points(before) < best == text.args["points"]
    return won[-1] == who and won.count(who) == text.args["count"] and raised_by_it


TRUE: dict[str, Callable[[Facts, Text], bool]] = {
    "told-led": led,
    "told-led-from": led_from,
    "told-last-round": last_round,
    "told-from-last": from_last,
    "told-won-by": won_by,
    "told-best-round": best_round,
    "told-level": level,
    "told-tricks-in-a-row": in_a_row,
    "told-last-trick": last_trick,
    "scharfe-told-both": both_alone,
    "scharfe-told-last": raised,
    "square-told-run": longest_run,
    "square-told-turns": turns,
    "square-told-tie": tie,
    "saizen-told-play-offs": play_offs,
    "saizen-told-ahead-from": ahead_from,
    "tezuma-told-bid": bid_made,
}
"""For each key of a sentence: the function that tells whether the sentence is true."""


@pytest.mark.drawn(1)
@every_plain_case
def test_every_sentence_is_true_by_the_record(case: Any) -> None:
    for number in range(GAMES):
        game = finished(case, number)
        told = game.view(None)["highlights"]
        assert 1 <= len(told) <= highlights.MOST
        facts = Facts(game)
        for text in told:
            assert TRUE[text.key](facts, text), f"game {number}: {text}"


@pytest.mark.slow
def test_every_game_tells_more_than_its_course() -> None:
    told: dict[str, set[str]] = {kind.id: set() for kind in KINDS}
    for case in PLAIN_CASES:
        for number in range(GAMES):
            told[case.kind.id] |= {text.key for text in finished(case, number).view(None)["highlights"]}
    assert all(any(not key.startswith("told-") for key in keys) for keys in told.values()), told


@every_plain_case
def test_running_game_has_no_highlights(case: Any) -> None:
    assert case.start(0).view(None)["highlights"] == []


@pytest.mark.parametrize(
    ("ranking_scores", "winners", "teams", "sentence"),
    [
        ([[5, 3, 1], [9, 8, 2], [12, 9, 9]], [0], 3, "seat 0 led after every round"),
        ([[1, 3, 5], [9, 8, 2], [12, 9, 9]], [0], 3, "From last place after round 1 to victory: seat 0"),
        ([[1, 1, 5], [9, 8, 2], [12, 9, 9]], [0], 3, "seat 0 took the lead in round 2 and kept it"),
        ([[5, 3, 1], [9, 12, 2], [15, 14, 9]], [0], 3, "seat 0 made up 3 points in the last round"),
        ([[5, 3, 5, 3], [3, 9, 3, 9], [12, 9, 12, 9]], [0, 2], 2, "seat 0, seat 2 made up 6 points in the last round"),
        ([[5, 3, 1], [12, 12, 9]], [0, 1], 3, "Level in the end, with 12 points: seat 0, seat 1"),
        ([[20, 3, 1]], [0], 3, "17 points lay between first and second"),
        ([[20, 19, 1]], [0], 3, "1 point lay between first and second"),
    ],
)
def test_course_of_a_game_is_told(
    ranking_scores: list[list[int]], winners: list[int], teams: int, sentence: str
) -> None:
    seats = len(ranking_scores[0])
    sides = [tuple(range(team, seats, teams)) for team in range(teams)]
    rounds = [[0] * seats for _ in ranking_scores]
    told = highlights.best(highlights.of_course(ranking_scores, rounds, winners, sides))
    assert str(told[0]) == sentence


def test_at_most_three_sentences_are_told_and_one_of_a_kind() -> None:
    text = phrases.WON_BY(points=1)
    found = [Highlight(weight, kind, text) for weight, kind in [(30, "a"), (90, "b"), (80, "b"), (70, "c"), (60, "d")]]
    assert len(highlights.best(found)) == 3
    assert len(highlights.best([Highlight(90, "a", text), Highlight(80, "a", text)])) == 1


def test_plain_sentence_is_told_only_if_there_is_no_other() -> None:
    plain, rare = phrases.WON_BY(points=9), phrases.WON_BY(points=1)
    assert highlights.best([Highlight(10, "a", plain), Highlight(90, "b", rare)]) == [rare]
    assert highlights.best([Highlight(10, "a", plain), Highlight(5, "b", rare)]) == [plain]


def won(*winners: int) -> list[Text]:
    return [phrases.TRICK_WON(seat=seat_text(one)) for one in winners]


def test_longest_series_of_tricks_is_told_and_does_not_cross_rounds() -> None:
    scored = phrases.ROUND_POINTS(seat=seat_text(0), points=1, round=1)
    (told,) = highlights.of_tricks([*won(1, 1, 1, 0, 0, 0, 0, 0), scored, *won(0, 0, 1)])
    assert str(told.text) == "seat 0 won 5 tricks in a row in round 1"
    assert not list(highlights.of_tricks([*won(0, 0, 0, 0), scored, *won(0, 0)]))


@pytest.mark.parametrize(("points", "decided"), [(1, False), (2, True), (5, True)])
def test_last_trick_has_decided_a_game_whose_lead_it_made(points: int, decided: bool) -> None:
    assert bool(list(highlights.of_last_trick([10, 8], [0], 0, points))) == decided
    assert not list(highlights.of_last_trick([10, 8], [0], 1, points)), "another seat has won it"

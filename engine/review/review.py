"""The review of one seat of a finished game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import mean
from time import process_time
from typing import TypeAlias, TypedDict, cast

from engine.contract.view import View
from engine.game import Game
from engine.players.budget import ThinkingBudget
from engine.players.levels import choose
from engine.players.utility import margins
from engine.record import Record, play_text
from engine.review.advice import telling_advice
from engine.review.contrast import SURE_ERRORS
from engine.review.holdings import Compared, Holding, telling_holding
from engine.review.outcomes import Outcome, Scored, alike_outcome, scored, telling_outcome
from engine.review.second_look import SecondLook
from engine.review.valuation import Difference, Trial, Tried, difference, trial_of
from engine.text import Text

VERSION = 10
"""The version of the method. Stored reviews of another version are made anew."""
OWN = ThinkingBudget(playouts=7_000)
"""The budget for a decision of the reviewed seat."""
OTHERS = ThinkingBudget(playouts=400)
"""The budget for a decision of another seat."""
THOUGHT = ThinkingBudget(playouts=10_000)
"""The budget of the hard level when it is asked for its move. It counts playouts, so that the same view always gets the
same answer. On an idle core these playouts take about a second, the level's usual budget.
"""
AHEAD = ThinkingBudget(playouts=32)
"""The budget of each choice of the players in a second look."""
LAPS = 2
"""In a second look each seat makes about this many choices, then rules of thumb end the round."""
CHOICE = 32
"""A choice of such a player takes about as long as this many playouts."""
CHECKED = 1.0
"""The greatest time for second looks at a move, as a share of the budget of its decision."""
CLEAR_LOOKS = 8
"""The least number of second looks after which a clear result ends them early."""
HALF = 0.5
"""The share of a loss that second looks must confirm."""
SOLVED_GAMES = 200
"""The number of games in which a solved round is played to its end, to count outcomes."""
USUAL_GAMES = 200
"""The number of games in which rules of thumb choose, to find their usual choice."""
OWN_SHARE, OTHERS_SHARE = 0.6, 0.2
"""The shares of a limited time for the decisions of the reviewed seat and of the others; second looks get the rest."""
WORTH_A_LOSS = 0.1
"""Least difference in points that matters. A decision is flagged if its loss is at least this much, and counted if it
is flagged or if two of its moves differ by at least this much in the first half of the games.
"""

Kept: TypeAlias = tuple[list[Game], list[Game]]
"""The games of a decision: first those in which its best move was chosen, then those in which the lead was measured."""


class MoveValue(TypedDict):
    """A move and its mean utility."""

    move: str
    value: float


class Checked(TypedDict):
    """The lead of the best move over the played one in second looks, in points; see `engine.review.second_look`."""

    lead: float
    error: float
    """The standard error of the lead."""
    looks: int


class Decision(TypedDict):
    """One decision of the reviewed seat.

    Values are points, minus the mean points of the others. In the last round the place counts too, see
    `engine.players.utility`.
    """

    number: int
    """The index of its move in the record."""
    round: int
    moves: list[MoveValue]
    """The moves that were tried, best first.

    The best move and the played move are valued in the second half of the games, the others in the first half.
    """
    played: str
    best: str
    """The move that was best in the first half of the games."""
    loss: float
    """The value of the best move minus the value of the played move; 0 if the difference is not certain, or if second
    looks did not confirm it.
    """
    error: float
    """The standard error of the difference; 0 if the rest of the round was solved."""
    exact: bool
    """True: the rest of the round was solved in all games that agree with the view."""
    counted: bool
    """True: the decision could cost at least `WORTH_A_LOSS`."""
    flagged: bool
    """True: the loss is at least `WORTH_A_LOSS`."""
    second: Checked | None
    """What second looks said of a loss of at least `WORTH_A_LOSS`; None without such a loss, and if it is exact."""
    holding: Holding | None
    """The fact about another hand that explains most of the loss; None if no fact clearly does, or if the decision is
    not flagged.
    """
    advice: Text | None
    """The sentence of the game's advice that names the best move and not the played move; None if there is no such
    sentence, or if the decision is not flagged.
    """
    gain: float
    """The value of the played move minus the value of the move that rules of thumb play; 0 if the difference is not
    certainly positive, if the moves had a loss before the second looks, or if rules of thumb often play this move too.
    """
    usual: str | None
    """The move that rules of thumb play most often; None without a gain."""
    gain_error: float
    """The standard error of the gain."""
    gain_outcome: Outcome | None
    """The good outcome that best distinguishes the played move from the move that rules of thumb play; None if there is
    no such outcome, or no gain.
    """
    expected: float
    """The seat's expected total at the end of the round, minus the expected mean total of the others. It is estimated
    before the decision.
    """
    worlds: int
    """The number of games in which the moves were compared. All these games agree with the view."""
    outcome: Outcome | None
    """The good outcome that best distinguishes the best move from the played move; None if there is no such outcome.

    If the rest of the round was solved, all seats play their best moves in the counted games.
    """
    scored: Scored | None
    """The mean points after the best and the played move; None if the decision is not flagged."""


class Suggestion(TypedDict):
    """The move of the hard level in a position, and its comparison with the best of the other moves."""

    move: str
    decision: Decision
    """The comparison, as a decision between `move` and the best of the other moves.

    Its `best` is `move`, unless the other move is clearly worth more. Its `played` is the move that is not `best`.
    """
    contrary: Outcome | None
    """The good outcome that best distinguishes the `played` move of the comparison from its `best`; None if there is
    no such outcome, or if a move is better.
    """
    alike: Outcome | None
    """The outcome that matters most among those that both moves reach about equally often; None if a move is better."""


class Review(TypedDict):
    """The review of one seat. `result` is the sum of `luck`, `own` and `others`, up to rounding errors."""

    version: int
    game: str
    seat: int
    decisions: list[Decision]
    counted: int
    """The number of decisions that are counted."""
    loss: float
    """The sum of the losses of the counted decisions."""
    result: float
    """The points of the seat's team, minus the mean points of the others."""
    own: float
    """Points that the seat's moves gained over the moves of rules of thumb."""
    others: float
    """Points that the others' moves gave the seat, compared with the moves of rules of thumb."""
    luck: float
    """The rest of `result`: the points that came from the deal and the draws."""
    luck_error: float
    """The standard error of `luck`."""
    deal: float
    """The part of `luck` that the seat saw before its first decision of each round."""


@dataclass(frozen=True)
class Reviewer:
    """The budgets and the seed of reviews.

    The same record, seat and seed give the same review if the budgets count playouts.
    """

    own: ThinkingBudget = OWN
    others: ThinkingBudget | None = OTHERS
    """None: the others' moves are not valued, and their effect counts as luck."""
    seed: str = "1"

    @classmethod
    def within(cls, seconds: float, record: Record) -> Reviewer:
        """Return a reviewer that takes about this many CPU seconds for one seat of a record."""
        moves = max(1, len(record.moves))
        own, others = (
            ThinkingBudget(seconds=share * seconds * part / moves, clock=process_time)
            for share, part in ((OWN_SHARE, record.seats), (OTHERS_SHARE, record.seats / (record.seats - 1)))
        )
        return cls(own, others)

    def decide(self, view: View, text: str, number: int = 0) -> tuple[Decision, Difference]:
        """Value a decision from the view of its seat.

        Args:
            view: the view before the decision.
            text: the move that was played.
            number: the index of the move in the record.

        Returns:
            The valued decision, and the points that the played move gained over the rules of thumb's choice.
        """
        [(decision, gained)] = self.compare(view, [text])
        return {**decision, "number": number}, gained

    def compare(self, view: View, texts: Sequence[str]) -> list[tuple[Decision, Difference]]:
        """Value one decision for each of several moves that were played, as `decide` does for a single move.

        All moves are tried in the same games, and compared with the same best move.

        Args:
            view: the view before the decision.
            texts: the moves; there must be at least one.
        """
        trial = self._trial(view)
        seat, played = trial.seat, [trial.kind.parse(text) for text in texts]
        moves, meter, solved = trial.candidates(*played), self.own.meter(), trial.solve()
        if solved is not None:
            best = max(solved, key=lambda move: (solved[move], move in played))
            moves = list(dict.fromkeys([*moves, best]))
        games: Kept = [], []
        first = trial.try_out(moves, meter, 0.5, kept=games[0])
        if solved is None:
            best = max(moves, key=lambda move: sum(first[move].utility))
        tried = (best, *played, None)
        second = trial.try_out(tried, meter, 1.0, watched=tried, kept=games[1])
        found = []
        for move in played:
            decision = valued(trial, moves, best, move, solved, games, (first, second))
            if decision["flagged"] and solved is None:
                decision = self._checked(view, decision)
            if decision["gain"]:
                decision = _with_usual(trial, decision, games[1], second[move], second[None])
            found.append((decision, _points(second[move], second[None], seat)))
        return found

    def _checked(self, view: View, decision: Decision) -> Decision:
        """Return a flagged decision with the result of second looks; without its loss if they do not confirm it."""
        kind, moves = Game.games[view["game"]], (decision["best"], decision["played"])
        best, played = map(kind.parse, moves)
        second = SecondLook(view, (best, played), f"second {self.seed}", AHEAD, turns=LAPS * view["seats"])
        meter, looks, least = self.own.meter(), 0, HALF * decision["loss"]
        while not looks or meter.spent < CHECKED:
            second.look()
            looks, meter.playouts = looks + 1, CHOICE * second.choices
            lead = second.lead(best, played)
            if looks >= CLEAR_LOOKS and abs(lead.mean - least) > SURE_ERRORS * lead.error:
                break
        checked: Checked = {"lead": lead.mean, "error": lead.error, "looks": looks}
        if lead.mean >= least:
            return {**decision, "second": checked}
        none = {"loss": 0.0, "flagged": False, "holding": None, "advice": None, "outcome": None, "scored": None}
        return cast("Decision", {**decision, **none, "second": checked})

    def suggest(self, view: View, thought: ThinkingBudget = THOUGHT) -> Suggestion:
        """Return the move of the hard level, compared with the best of the other moves.

        The same view, budgets and seed give the same suggestion if the budgets count playouts.

        Args:
            view: the view of a seat that has at least two legal moves.
            thought: the budget of the hard level.
        """
        trial, meter = self._trial(view), self.own.meter()
        text = choose(view, "hard", trial.random.getrandbits(64), thought)
        move, solved = trial.kind.parse(text), trial.solve()
        tried = trial.candidates(move) if solved is None else trial.legal
        others = [one for one in tried if one != move] or [one for one in trial.legal if one != move]
        games: Kept = [], []
        first = trial.try_out([move, *others], meter, 0.5, kept=games[0])
        worth = solved or {one: sum(first[one].utility) for one in others}
        other = max(others, key=lambda one: worth[one])
        second = trial.try_out([move, other, None], meter, 1.0, watched=(move, other), kept=games[1])
        if solved is None:
            is_behind = difference(second[other].utility, second[move].utility).certain
        else:
            solved = {one: solved[one] for one in (move, other)}
            is_behind = solved[other] > solved[move]
        best, worse = (other, move) if is_behind else (move, other)
        decision = valued(trial, [best, worse], best, worse, solved, games, (first, second))
        results = _results(trial, games, second, best, worse)
        decision["outcome"] = telling_outcome(*results)
        decision["scored"] = scored(*results, trial.team)
        level = not decision["loss"]
        contrary, alike = (telling_outcome(*reversed(results)), alike_outcome(*results)) if level else (None, None)
        return {"move": text, "decision": decision, "contrary": contrary, "alike": alike}

    def gained(self, view: View, text: str, seat: int) -> Difference:
        """Return the points that another seat's move gave `seat`, compared with the move that rules of thumb play.

        `view` is the other seat's view before its move `text`.
        """
        if self.others is None:
            return Difference(0.0, 0.0)
        trial = self._trial(view)
        played = trial.kind.parse(text)
        tried = trial.try_out([played, None], self.others.meter(), 1.0)
        return _points(tried[played], tried[None], seat)

    def _trial(self, view: View) -> Trial:
        return trial_of(view, self.seed)


def review(
    record: Record, seat: int, reviewer: Reviewer | None = None, progress: Callable[[int, int], None] | None = None
) -> Review:
    """Review a seat of a finished game.

    Args:
        record: the record of a finished game.
        seat: the seat.
        reviewer: the budgets and the seed.
        progress: is called after each move of the record, with the number of moves done and the number of all moves.

    Raises:
        BadRecord: the record is wrong.
    """
    reviewer = reviewer or Reviewer()
    decisions: list[Decision] = []
    own, others, deal, variance = 0.0, 0.0, 0.0, 0.0
    game, seen = record.start(), 0
    for number, (who, text) in enumerate(record.moves):
        view = game.view(who) if who in game.to_act and len(game.legal_moves(who)) > 1 else None
        if view and text in view["legal"]:
            if who == seat:
                decision, gained = reviewer.decide(view, text, number)
                decisions.append(decision)
                own += gained.mean
                if game.round > seen:
                    seen, deal = game.round, deal + decision["expected"] - margins(game.scores, game.teams)[seat]
            else:
                gained = reviewer.gained(view, text, seat)
                others += gained.mean
            variance += gained.error**2
        play_text(game, number + 1, who, text)
        if progress:
            progress(number + 1, len(record.moves))
    counted = [one for one in decisions if one["counted"]]
    result = margins(game.scores, game.teams)[seat]
    return {
        "version": VERSION,
        "game": game.id,
        "seat": seat,
        "decisions": decisions,
        "counted": len(counted),
        "loss": sum(one["loss"] for one in counted),
        "result": result,
        "own": own,
        "others": others,
        "luck": result - own - others,
        "luck_error": sqrt(variance),
        "deal": deal,
    }


def valued(
    trial: Trial,
    moves: Sequence[int],
    best: int,
    played: int,
    solved: Mapping[int, float] | None,
    games: Kept,
    halves: Sequence[Mapping[int | None, Tried]],
) -> Decision:
    """Return a decision between `moves`, valued by their results in the games.

    Args:
        trial: the trial of the view before the decision.
        moves: the moves whose values are given.
        best: the best move.
        played: the move with which the best move is compared.
        solved: the exact values of the moves; None: the rest of the round was not solved.
        games: the games in which the moves were tried, by half.
        halves: the results of the moves in both halves. The second half has only the best move, the played move and,
            under the key None, the move that rules of thumb play.
    """
    kind, seat, view, (first, second) = trial.kind, trial.seat, trial.view, halves
    if solved is None:
        lead = difference(second[best].utility, second[played].utility)
        values: Mapping[int, float] = {move: mean(second.get(move, first[move]).utility) for move in moves}
        loss, error = lead.mean if lead.certain else 0.0, lead.error
    else:
        values, loss, error = solved, solved[best] - solved[played], 0.0
    flagged = loss >= WORTH_A_LOSS
    results = _results(trial, games, second, best, played) if flagged else None
    # All these values come from the same games: values from different games would also differ by luck.
    alike = values if solved is not None else {move: mean(first[move].utility) for move in moves}
    gain = difference(second[played].utility, second[None].utility)
    before = margins(view["scores"], kind.teams_of(view["seats"]))[seat]
    return {
        "number": 0,
        "round": view["round"],
        "moves": [
            {"move": kind.text(move), "value": value}
            for move, value in sorted(values.items(), key=lambda item: item[1], reverse=True)
        ],
        "played": kind.text(played),
        "best": kind.text(best),
        "loss": loss,
        "error": error,
        "exact": solved is not None,
        "counted": flagged or max(alike.values()) - min(alike.values()) >= WORTH_A_LOSS,
        "flagged": flagged,
        "second": None,
        "holding": _holding(trial, games, halves, best, played) if flagged else None,
        "advice": telling_advice(view, best, played) if flagged else None,
        "gain": gain.mean if gain.certain and not loss else 0.0,
        "gain_error": gain.error,
        "usual": None,
        "gain_outcome": None,
        "expected": before + mean(points[seat] for points in second[None].points),
        "worlds": len(second[played].utility),
        "outcome": telling_outcome(*results) if results else None,
        "scored": scored(*results, trial.team) if results else None,
    }


def _results(
    trial: Trial, games: Kept, second: Mapping[int | None, Tried], best: int, played: int
) -> tuple[Tried, Tried]:
    """Return the results of two moves that explain their values: exact play explains an exact value."""
    if trial.solver is None:
        return second[best], second[played]
    some = games[1][:SOLVED_GAMES]
    return trial.exact_ends(some, best), trial.exact_ends(some, played)


def _with_usual(trial: Trial, decision: Decision, games: Sequence[Game], played: Tried, usual: Tried) -> Decision:
    """Return a find with its usual choice and its outcome; without its gain if it is the usual choice itself."""
    move = trial.kind.text(trial.usual(games[:USUAL_GAMES]))
    if move == decision["played"]:
        return {**decision, "gain": 0.0}
    return {**decision, "usual": move, "gain_outcome": telling_outcome(played, usual)}


def _holding(
    trial: Trial, games: Kept, halves: Sequence[Mapping[int | None, Tried]], best: int, played: int
) -> Holding | None:
    """Return the fact about another hand that explains most of the loss; use exact values if the round is solved."""
    one, other = (
        Compared(these, _leads(tried, best, played) if trial.solver is None else trial.exact_leads(these, best, played))
        for these, tried in zip(games, halves, strict=True)
    )
    # A game without tricks has no suits to follow, so a missing suit is no fact that matters.
    suits = [] if trial.kind.tricks is Game.tricks else [suit.letter for suit in trial.kind.suits]
    return telling_holding(trial.seat, one, other, suits)


def _leads(tried: Mapping[int | None, Tried], best: int, played: int) -> list[float]:
    """Return in each game the value of the best move minus the value of the played move."""
    return [one - other for one, other in zip(tried[best].utility, tried[played].utility, strict=True)]


def _points(one: Tried, other: Tried, seat: int) -> Difference:
    return difference([points[seat] for points in one.points], [points[seat] for points in other.points])

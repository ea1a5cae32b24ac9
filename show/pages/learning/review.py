"""Private pages of a review: the best finds, the luck of the cards, and what cost most, from the reader's own seat.

A find is a move that was worth more than the move that rules of thumb play. The sentences state only what the review
contains: values, counts, and advice about the position.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Literal, TypeAlias

import pictures
from engine.game import Game
from engine.knowledge.positions import position_after
from engine.players.utility import PLACE
from engine.review import Decision, Review
from engine.review.outcomes import Outcome
from engine.review.summary import costliest, finds, mean_loss
from engine.text import Text
from host.learning.reviews import ReviewInProgress
from host.people.replays import steps_of
from host.tables.table import Table
from locales import Translation
from show.actions.replay_actions import PlayOn
from show.actions.review_actions import OpenReview, ShowCost, ShowCounting, ShowFind
from show.pages.game.hand.situation import cards_line
from show.pages.game.tricks import has_tricks
from show.pages.replay import position_picture
from show.text.page import DOT, Chart, Json, Page, Part, Picture, Section, button
from show.text.phone import fitting_texts, text_width

List: TypeAlias = Literal["find", "cost"]
"""A list of decisions that can be looked at: the best finds, or what cost most."""
HUNDRED = 100
"""Number of games out of which a share is stated; if fewer games were compared, their number is used instead."""
BAR = 10
"""The number of blocks in a bar."""
SHORT = 14
"""Greatest width of a move's name, in Latin letters, that fits beside its bar."""
ROOM = 13.0
"""The height that the texts of a decision may have on a phone beside the picture, in lines of small print."""
KEPT: Mapping[List, int] = {"find": 2, "cost": 3}
"""The number of lines that the texts of a decision keep if not all fit: what a move was worth, and the first reason."""
FINE = 0.3
"""The points below which a figure, and its error, are given in hundredths."""


def progress_page(now: ReviewInProgress, tr: Translation) -> Page:
    """Build the page of a review that is being made."""
    said = tr("review-working", done=now.done, all=len(now.choices)) if now.begun else tr("review-waiting")
    return Page((_title(now.table, [], tr), said, tr("review-kept"), [_look_again(now.table, tr)]), framed=False)


def failed_page(table: Table, reason: Text, tr: Translation) -> Page:
    """Build the page of a review that could not be made."""
    return Page((_title(table, [], tr), tr.sentence(reason), [_look_again(table, tr)]), framed=False)


def review_page(table: Table, game: Game, review: Review, tr: Translation) -> Page:
    """Build the first page of a review: the best finds, the result with its luck, the mean loss, and a curve.

    How the seat's moves did against rules of thumb stands on `counting_page` only: beside the mean loss, which compares
    them with the best moves, the two figures seemed to contradict each other.
    """
    parts: list[Part] = [_title(table, [], tr)]
    found = finds(review)
    parts += [tr("review-finds")] if found else []
    for place, one in enumerate(found):
        before = position_after(game, one["number"])
        where = tr("hand-small", line=DOT.join(position_words(before, tr)))
        name = move_name(before, review["seat"], one["played"], tr)
        said = "\n".join([_find(before, one, name, tr, "review-found"), where])
        parts.append(Section(said, button(ShowFind(table.id, place), tr("review-look"))))
    lines = [] if found else [tr("review-no-finds")]
    lines += [_luck(review, tr), _loss(review, tr)]
    lines += [tr("review-helped")] if table.helped else []
    cost = costliest(review)
    if not cost:
        lines.append(tr("review-no-cost"))
    parts += ["\n".join(lines), *_curve(review, tr)]
    ways = [button(ShowCost(table.id, 0), tr("review-cost"), style="primary")] if cost else []
    parts.append([*ways, button(ShowCounting(table.id), tr("review-counting"))])
    return Page((*parts, tr("review-about")), framed=False)


def counting_page(table: Table, review: Review, tr: Translation) -> Page:
    """Build the page that explains how a review counts, and splits the result into luck and moves."""
    result, own, others = _split(review)
    split = tr(
        "review-split",
        result=_signed(result),
        luck=_signed(result - own - others),
        error=_points(review["luck_error"]),
        own=_signed(own),
        others=_signed(others),
    )
    said = (tr("review-counting-loss", loss=_points(review["loss"]), count=review["counted"]), split)
    back = button(OpenReview(table.id, here=True), tr("hand-back"), "↩️")
    return Page((_title(table, [tr("review-counting")], tr), *said, tr("review-counting-kept"), [back]), framed=False)


def decision_page(table: Table, game: Game, review: Review, which: List, place: int, tr: Translation) -> Page | None:
    """Build the page of a decision: number `place`, from 0, of the list `which`, with the picture that its seat saw.

    Return None if the list has no such decision.
    """
    every = finds(review) if which == "find" else costliest(review)
    if not 0 <= place < len(every):
        return None
    decision, seat = every[place], review["seat"]
    before = position_after(game, decision["number"])
    view = before.view(seat)
    count = tr("review-place", place=place + 1, count=len(every))
    parts: list[Part] = [_title(table, [count, *position_words(before, tr)], tr), position_picture(view, tr)]
    if view["hand"]:
        parts.append(tr("replay-hand", who=tr.signed_seat(seat), cards=cards_line(view, tr)))
    said = [*(find_lines if which == "find" else decision_lines)(before, seat, decision, tr)]
    variants = (["\n".join([*said[:count], *last_round(before, decision, tr)])] for count in (len(said), KEPT[which]))
    parts += fitting_texts(parts, variants, ROOM)
    parts.append([*_ways(table, game, seat, decision, which, place, len(every), tr)])
    return Page(tuple(parts), framed=False)


def _title(table: Table, situation: Sequence[str], tr: Translation) -> str:
    return tr("hand-title", game=table.kind.title, situation=DOT.join([tr("table-review"), *situation]))


def _look_again(table: Table, tr: Translation) -> Json:
    return button(OpenReview(table.id, here=True), tr("review-again"))


def position_words(before: Game, tr: Translation) -> list[str]:
    """Return texts that name the round of a position and, in games with tricks, the trick."""
    phase = [tr.sentence(before.phase.name(before))] if has_tricks(type(before)) else []
    return [tr("hand-round", round=before.round, rounds=before.round_count), *phase]


def move_name(before: Game, seat: int, move: str, tr: Translation) -> str:
    """Return the full name of a move, with a capital first letter; `before` is the position before the move."""
    return tr.sentence(before.full_name(seat, before.parse(move)))


def whose(before: Game) -> str:
    """Return whose points a value means: "team" if seats share their points, else "own"."""
    return "team" if any(len(team) > 1 for team in before.teams) else "own"


def last_round(before: Game, decision: Decision, tr: Translation) -> list[str]:
    """Return a line that says how the value of a move counts in the last round; none in another round."""
    return [tr("review-last-round", points=f"{PLACE:.0f}")] if decision["round"] == before.round_count else []


def _find(
    before: Game, decision: Decision, name: str, tr: Translation, key: str = "review-find", usual: str | None = None
) -> str:
    """Return how much a find gained; `name` is the name of its move, `usual` that of the usual choice."""
    return tr(
        key,
        move=name,
        points=_points(decision["gain"], decision["gain"]),
        whose=whose(before),
        error=_points(decision["gain_error"], decision["gain"]),
        sure=certainty(decision["gain_error"], decision["gain"]),
        known="yes" if usual else "no",
        usual=usual or "",
    )


def _split(review: Review) -> tuple[float, float, float]:
    """Return the rounded result, and the rounded worth of the seat's and of the others' moves.

    Luck is what remains of the rounded result, so the displayed numbers add up.
    """
    result, own, others = (round(review[name], 1) for name in ("result", "own", "others"))
    return result, own, others


def _luck(review: Review, tr: Translation) -> str:
    """Return a line with the result, and the part of it that was luck."""
    result, own, others = _split(review)
    return tr(
        "review-luck",
        how="above" if result > 0 else "below" if result < 0 else "level",
        points=_points(abs(result)),
        luck=_signed(result - own - others),
        error=_points(review["luck_error"]),
    )


def _loss(review: Review, tr: Translation) -> str:
    mean = mean_loss(review)
    if mean is None:
        return tr("review-few", count=review["counted"])
    return tr("review-loss", loss=f"{mean:.2f}", count=review["counted"])


def _curve(review: Review, tr: Translation) -> Iterator[Picture]:
    """Yield a curve of the points that were expected before each decision; its last point is the result.

    The alt text has the points that were expected before the first decision of each round.
    """
    decisions = review["decisions"]
    course = [round(one, 1) for one in (*(one["expected"] for one in decisions), review["result"])]
    if decisions:
        draw = partial(pictures.career_picture, review["game"], course, (), 0)
        rounds = {one["round"]: one["expected"] for one in reversed(decisions)}
        said = tr.listed(_signed(rounds[number]) for number in sorted(rounds))
        yield Picture(Chart(draw), tr("review-curve", rounds=said, result=_signed(review["result"])))


def _better_line(before: Game, seat: int, decision: Decision, tr: Translation) -> str:
    """Return how much more the best move of a decision was worth than the played one."""
    return tr(
        "review-better",
        move=move_name(before, seat, decision["best"], tr),
        points=_points(decision["loss"], decision["loss"]),
        whose=whose(before),
        error=_points(decision["error"], decision["loss"]),
        sure=certainty(decision["error"], decision["loss"], exact=decision["exact"]),
    )


def find_lines(before: Game, seat: int, decision: Decision, tr: Translation) -> Iterator[str]:
    """Yield a find's gain over the move that rules of thumb play, and an outcome that the find made likelier."""
    played = move_name(before, seat, decision["played"], tr)
    yield _find(
        before, decision, played, tr, usual=decision["usual"] and move_name(before, seat, decision["usual"], tr)
    )
    yield from outcome_lines(decision["gain_outcome"], played, None, tr, "then")


def decision_lines(before: Game, seat: int, decision: Decision, tr: Translation) -> Iterator[str]:
    """Yield what a decision cost, and why. The decision's best move must differ from the played move."""
    yield tr("review-played", move=move_name(before, seat, decision["played"], tr))
    yield _better_line(before, seat, decision, tr)
    yield from why(before, seat, decision, tr)


def why(
    before: Game, seat: int, decision: Decision, tr: Translation, *, is_open: bool = False, bars: bool = True
) -> Iterator[str]:
    """Yield why the best move of a decision is worth more than the played one, in at most two sentences.

    Three sentences are possible: an outcome that the best move makes likelier, a fact about another hand, and advice.
    The first two that exist are yielded. If there is only the outcome, its bars follow; if there is nothing, the mean
    points after both moves. If the two moves take cards of different kinds, a line before them says that it is about
    which kind to take first.

    Args:
        before: the position before the decision.
        seat: the seat that decides.
        decision: a valued decision whose best move is not the played one.
        tr: the reader's language.
        is_open: whether the decision is still to be made.
        bars: whether the page has room for the outcome's bars.
    """
    when = "now" if is_open else "then"
    kinds = {before.tab(type(before).path(before.parse(decision[one]))[0]) for one in ("best", "played")}
    if len(kinds) > 1:
        yield tr("review-order")
    best, played = (move_name(before, seat, decision[one], tr) for one in ("best", "played"))
    outcome = [*outcome_lines(decision["outcome"], best, played, tr, when)]
    said = outcome[:1]
    yield from said
    more = [*_holding(before, seat, decision, tr, when, these=bool(said))]
    if decision["advice"] is not None and not (said and more):
        more.append(tr("review-advice", when=when, advice=tr.sentence(decision["advice"])))
    yield from more or (outcome[1:] if bars else [])
    if not said and not more:
        yield from mean_points(before, decision, best, played, tr)


def mean_points(before: Game, decision: Decision, best: str, played: str, tr: Translation) -> Iterator[str]:
    """Yield a sentence with the mean points of the round after the two moves with these names."""
    points = decision["scored"]
    if points is not None:
        (own, others), (own_other, others_other) = points["better"], points["other"]
        yield tr(
            "review-scored",
            best=best,
            played=played,
            whose=whose(before),
            own=f"{own:.1f}",
            others=f"{others:.1f}",
            other=f"{own_other:.1f}",
            rest=f"{others_other:.1f}",
        )


def outcome_lines(outcome: Outcome | None, better: str, other: str | None, tr: Translation, when: str) -> Iterator[str]:
    """Yield a sentence that says how often each of two moves leads to an outcome, then a bar for each move.

    There are no bars if they would look alike, or if a move's name is too long to stand beside its bar.

    Args:
        outcome: the outcome; None yields nothing.
        better: the name of the better move.
        other: the name of the other move; None stands for the move that rules of thumb play.
        tr: the reader's language.
        when: "now" if the decision is still to be made, else "then".
    """
    if outcome is None:
        return
    games = min(outcome["games"], HUNDRED)
    counts = [round(count * games / outcome["games"]) for count in (outcome["better"], outcome["other"])]
    yield tr(
        "review-outcome",
        outcome=tr.text(outcome["text"]),
        when=when,
        games=games,
        best=counts[0],
        better=better,
        played=counts[1],
        than="usual" if other is None else "move",
        move=other or "",
    )
    names = (better, other or tr("review-usual"))
    bars = [bar(count / games) for count in counts]
    if bars[0] != bars[1] and all(text_width(move) <= SHORT for move in names):
        for full, count, move in zip(bars, counts, names, strict=True):
            yield tr("review-bar", bar=full, count=count, games=games, move=move)


def bar(share: float) -> str:
    """Return a bar filled up to a share from 0 to 1. The bar is empty only for 0, and quite full only for 1."""
    full = int(BAR * share + 0.5)
    if 0 < share < 1:
        full = min(max(full, 1), BAR - 1)
    return "▰" * full + "▱" * (BAR - full)


def _holding(before: Game, seat: int, decision: Decision, tr: Translation, when: str, *, these: bool) -> Iterator[str]:
    """Yield a sentence about a card or suit that another seat may hold: which move is better in each of two cases.

    In one case the other seat holds the card or suit, in the other case it does not. The sentence begins with the
    case in which the best move leads by more points, and with the number of games in this case.

    Args:
        before: the position before the decision.
        seat: the seat that decides.
        decision: the decision.
        tr: the reader's language.
        when: "now" if the decision is still to be made, else "then".
        these: whether the sentence before was about the same games.
    """
    held = decision["holding"]
    if held is None:
        return
    best, played = (move_name(before, seat, decision[one], tr) for one in ("best", "played"))
    leads = sorted((held["here"], held["elsewhere"]), reverse=True)
    better = [_better(lead) for lead in leads]
    if better == ["best", "best"]:
        better[1] = "only"
    greater, lesser = (
        tr("review-lead", better=which, best=best, played=played, points=_points(abs(lead)))
        for which, lead in zip(better, leads, strict=True)
    )
    so, worlds, of = held["here"] > held["elsewhere"], decision["worlds"], min(decision["worlds"], HUNDRED)
    if held["card"] is None:
        what, cases = tr.text(_suit(before, held["suit"])), ("no", "some") if so else ("some", "none")
    else:
        yes = "still" if len(before.tricks()) > 1 else "yes"
        what, cases = tr.card(held["card"]), (yes, "no") if so else ("no", "yes")
    count = round((held["games"] if so else worlds - held["games"]) * of / worlds)
    yield tr(
        "review-holding",
        which="these" if these else when,
        count=count,
        games=of,
        who=tr.seat(held["seat"]),
        fact=tr("review-holds", has=cases[0], what=what, when=when),
        greater=greater,
        others=of - count,
        rest=tr("review-holds-else", has=cases[1], when=when),
        lesser=lesser,
    )


def _suit(before: Game, letter: str | None) -> Text:
    """Return the name of the suit with this letter."""
    return next(suit.name for suit in before.suits if suit.letter == letter)


def _ways(
    table: Table, game: Game, seat: int, decision: Decision, which: List, place: int, count: int, tr: Translation
) -> Iterator[Json]:
    """Yield the buttons: practice from this position, the next decision of the list, and the way back."""
    step = max(number for number, one in enumerate(steps_of(game)) if one.moves == decision["number"])
    yield button(PlayOn(table.id, step, seat + 1), tr("review-try"), style="success")
    if place + 1 < count:
        after = ShowFind(table.id, place + 1) if which == "find" else ShowCost(table.id, place + 1)
        yield button(after, tr("review-next"), "▶️", "primary")
    yield button(OpenReview(table.id, here=True), tr("hand-back"), "↩️")


def _points(points: float, beside: float = FINE) -> str:
    """Return points rounded to tenths, or to hundredths if the points `beside` them are below `FINE`."""
    return f"{points:.{1 if beside >= FINE else 2}f}"


def certainty(error: float, beside: float = FINE, *, exact: bool = False) -> str:
    """Return how sure points are: "exact", "about", or "small" if the error, rounded like the points, is 0."""
    return "exact" if exact else "about" if float(_points(error, beside)) else "small"


def _better(lead: float) -> str:
    """Return which move is better, "best" or "played"; "none" if the best move's `lead`, rounded to tenths, is 0."""
    rounded = round(lead, 1)
    return "best" if rounded > 0 else "played" if rounded < 0 else "none"


def _signed(points: float) -> str:
    """Return points with their sign, rounded to tenths; zero has no sign."""
    rounded = round(points, 1)
    return f"{rounded:+.1f}" if rounded else "0.0"

"""Scharfe Schoten: the view builder and the types of its views."""

from collections.abc import Iterator, Sequence
from typing import ClassVar, TypeAlias, TypedDict

from engine import highlights
from engine.contract.view import Points, View, ViewBuilder
from engine.games.scharfe_schoten import messages
from engine.games.scharfe_schoten.cards import CODES, COLOURS, PREDICTIONS, counts, prediction_points
from engine.games.scharfe_schoten.game import COLOUR_MASKS, NONE_YET, Result, ScharfeSchoten
from engine.games.scharfe_schoten.learning.advice import advise
from engine.games.scharfe_schoten.learning.coaching import coach
from engine.games.scharfe_schoten.learning.outlook import Known
from engine.games.scharfe_schoten.messages import SUITS
from engine.highlights import Highlight
from engine.text import Phrase, Text, card_text, seat_text

Counts: TypeAlias = dict[str, int]
"""The number of cards by the letter of their colour."""
Prediction: TypeAlias = list[str]
"""The letters of two colours: the colour for "most", then the colour for "fewest"."""
ALONE = 5
"""The points for a right prediction if no other colour ties with the predicted colour."""
WORTH_TELLING = 5
"""A last trick that raises a prediction by at least this many points is a highlight."""
LAST_CARDS = 2
"""With at most this many cards in hand, the sentence about a seat's goal also states the points of the prediction.

With more cards in hand, the points may still change a lot.
"""
_LETTERS = tuple((COLOURS[most], COLOURS[fewest]) for most, fewest in PREDICTIONS)
"""By number of the prediction: the letters of its colours for "most" and "fewest"."""


class SeatResult(TypedDict):
    """The result of one seat in a finished round: the facts from which its points follow."""

    most: str
    fewest: str
    captured: Counts
    points: list[int]
    """The points for "most", for "fewest", and for both."""


class SchotenPublic(TypedDict):
    """Public knowledge."""

    trumps: list[str]
    """The trumps, strongest first."""
    rack: Counts
    hand_colours: list[Counts]
    captured: list[Counts]
    predicted: list[bool]
    predictions: list[Prediction] | None
    """None until all have predicted."""
    leader: int
    first: int
    """The leader of the first trick of the first round."""
    results: list[list[SeatResult]]
    """By finished round and seat."""


class SchotenPrivate(TypedDict, total=False):
    """A seat's own knowledge."""

    prediction: Prediction | None


class SchotenView(View, SchotenPublic, SchotenPrivate):
    """A view of Scharfe Schoten."""


class SchotenViewBuilder(ViewBuilder[ScharfeSchoten, SchotenView]):
    """The view builder of Scharfe Schoten."""

    advised: ClassVar = {
        **{
            phrase.key: ("cards",)
            for phrase in (
                messages.WINS,
                messages.LOSES,
                messages.ONLY_WIN,
                messages.ONLY_LOSE,
                messages.OPEN_ELSE_LOSES,
                messages.LOSES_ELSE_OPEN,
                messages.RIDS,
                messages.LEAD_BRINGS,
                messages.LEAD_RIDS,
                messages.LEAD_BRINGS_ONE,
            )
        },
        **{
            phrase.key: ("card",)
            for phrase in (
                messages.THROW_FEWEST,
                messages.THROW_OTHER,
                messages.THROW_WEAKEST,
            )
        },
        messages.HOLDS_TOP.key: ("suit", ""),
        messages.HOLDS_FEW.key: ("", "suit"),
        messages.TAKE_FREES.key: ("suit",),
        messages.TAKE_SAFE.key: ("suits",),
    }

    def public(self, game: ScharfeSchoten) -> SchotenPublic:
        revealed = NONE_YET not in game.predictions
        return {
            "trumps": [CODES[card] for card in game.deals[-1].trumps],
            "rack": _counts(game.rack),
            "hand_colours": [_counts(_in_hand(hand)) for hand in game.hands],
            "captured": [_counts(counts(captured)) for captured in game.captured],
            "predicted": [one != NONE_YET for one in game.predictions],
            "predictions": [list(_LETTERS[one]) for one in game.predictions] if revealed else None,
            "leader": game.leader,
            "first": game.first,
            "results": [[_seat_result(result, seat) for seat in range(game.seats)] for result in game.results],
        }

    def private(self, game: ScharfeSchoten, seat: int) -> SchotenPrivate:
        own = game.predictions[seat]
        return {"prediction": list(_LETTERS[own]) if own != NONE_YET else None}

    def goal(self, game: ScharfeSchoten, seat: int) -> Text | None:
        """Return the seat's own prediction and its progress, even while other seats still have to predict."""
        if game.predictions[seat] == NONE_YET:
            return None
        most, fewest = PREDICTIONS[game.predictions[seat]]
        captured = counts(game.captured[seat])
        progress = messages.GOAL(
            most=SUITS[most].name, have=captured[most], fewest=SUITS[fewest].name, few=captured[fewest]
        )
        if game.hands[seat].bit_count() > LAST_CARDS:
            return progress
        points = sum(prediction_points(most, fewest, captured))
        return messages.GOAL_WORTH(progress=progress, points=points)

    def advice(self, view: SchotenView) -> list[Text]:
        seat = view["seat"]
        if seat not in view["to_act"]:
            return []
        held = [list(colours.values()) for colours in view["hand_colours"]]
        return advise(Known(ScharfeSchoten.from_view(view), seat, held))

    def coaching(self, view: SchotenView) -> list[Text]:
        seat = view["seat"]
        return coach(ScharfeSchoten.from_view(view), seat) if seat in view["to_act"] else []

    def table_lines(self, game: ScharfeSchoten) -> list[Text]:
        trumps = game.deals[-1].trumps
        return [
            messages.TRUMPS(cards=tuple(card_text(CODES[card]) for card in trumps)),
            messages.COLOUR_ORDER(suits=tuple(SUITS[card // 12].name for card in trumps)),
            _counted(messages.RACK, game.rack),
        ]

    def seat_lines(self, game: ScharfeSchoten, seat: int) -> list[Text]:
        lines = []
        if NONE_YET not in game.predictions:
            most, fewest = PREDICTIONS[game.predictions[seat]]
            lines.append(messages.PREDICTION(most=SUITS[most].name, fewest=SUITS[fewest].name))
        elif game.predictions[seat] != NONE_YET:
            lines.append(messages.PREDICTED())
        lines.append(_counted(messages.CAPTURED, counts(game.captured[seat])))
        if game.hands[seat]:
            lines.append(_counted(messages.HAND_COLOURS, _in_hand(game.hands[seat])))
        return lines

    def highlights(self, view: SchotenView) -> Iterator[Highlight]:
        """Yield the best prediction that is right in both colours without a tie, and highlights of the last trick."""
        right = [
            (sum(one["points"]), number, seat)
            for number, results in enumerate(view["results"], 1)
            for seat, one in enumerate(results)
            if one["points"][:2] == [ALONE, ALONE]
        ]
        if right:
            points, number, seat = max(right)
            text = messages.BOTH_ALONE(seat=seat_text(seat), points=points, round=number)
            yield Highlight(min(45 + points, 95), "prediction", text)
        yield from _last_trick(view)

    def outcomes(self, view: SchotenView, game: ScharfeSchoten) -> list[Text]:
        """Return which predictions came true; their colours are named only if the seat had predicted in `view`."""
        seat = view["seat"] or 0
        for_most, for_fewest, _ = game.results[-1].points(seat)
        most, fewest = (SUITS[colour].name for colour in PREDICTIONS[game.results[-1].predictions[seat]])
        named = bool(view.get("prediction"))
        right = [messages.MOST_RIGHT(suit=most) if named else messages.MOST_TRUE()] if for_most else []
        right += [messages.FEWEST_RIGHT(suit=fewest) if named else messages.FEWEST_TRUE()] if for_fewest else []
        both = messages.BOTH_RIGHT(most=most, fewest=fewest) if named else messages.BOTH_TRUE()
        return [*right, both] if len(right) > 1 else right

    def sheet(self, game: ScharfeSchoten, round_number: int) -> list[Points]:
        result = game.results[round_number - 1]
        return [_seat_sheet(result, seat) for seat in range(game.seats)]


def _last_trick(view: SchotenView) -> Iterator[Highlight]:
    """Yield the highlights of the last trick if its cards, with the one from the rack, raised its winner's points."""
    seat, cards = _last_captured(view)
    result = view["results"][-1][seat]
    before = [count - sum(code[0] == letter for code in cards) for letter, count in result["captured"].items()]
    had = sum(prediction_points(COLOURS.index(result["most"]), COLOURS.index(result["fewest"]), before))
    points = sum(result["points"])
    yield from highlights.of_last_trick(view["standings"], view["winners"], seat, points - had)
    if points - had >= WORTH_TELLING:
        yield Highlight(55, "end", messages.LAST_RAISED(seat=seat_text(seat), before=had, points=points))


def _last_captured(view: SchotenView) -> tuple[int, list[str]]:
    """Return the winner of the last trick and the codes of the cards that it captured.

    The number of the card from the rack is unknown, so only its colour's letter is returned.
    """
    trick, lines = view["tricks"][-1], highlights.by_round(view["log"])[-1]
    taken = lines[-1].args["suit"] if lines[-1].key == messages.TAKES.key else None
    cards = [code for play in trick["plays"] for code in play["cards"]]
    return trick["winner"] or 0, [*cards, *(suit.letter for suit in SUITS if suit.name == taken)]


def _seat_sheet(result: Result, seat: int) -> Points:
    most, fewest = PREDICTIONS[result.predictions[seat]]
    captured = counts(result.captured[seat])
    for_most, for_fewest, for_both = result.points(seat)
    lines = [
        (_score(messages.SCORE_MOST, most, captured, for_most, max(captured)), for_most),
        (_score(messages.SCORE_FEWEST, fewest, captured, for_fewest, min(captured)), for_fewest),
    ]
    return [*lines, (messages.SCORE_DIFFERENCE(), for_both)] if for_most and for_fewest else lines


def _score(phrase: Phrase, colour: int, captured: Sequence[int], points: int, right: int) -> Text:
    """Return the reason for the points of a prediction.

    A prediction is right if the seat has captured exactly `right` cards of the colour. For "most" this is the number of
    cards of the most captured colour, for "fewest" that of the least captured colour.
    """
    level = {letter: count for letter, count in _counts(captured).items() if count == right}
    level.pop(COLOURS[colour], None)
    others = _count_texts(level)
    not_alone = messages.TIED if points else messages.WRONG
    outcome = not_alone(others=others) if others else messages.ALONE()
    return phrase(suit=SUITS[colour].name, count=captured[colour], outcome=outcome)


def _seat_result(result: Result, seat: int) -> SeatResult:
    most, fewest = _LETTERS[result.predictions[seat]]
    captured = _counts(counts(result.captured[seat]))
    return {"most": most, "fewest": fewest, "captured": captured, "points": list(result.points(seat))}


def _counts(numbers: Sequence[int]) -> Counts:
    return dict(zip(COLOURS, numbers, strict=True))


def _in_hand(hand: int) -> tuple[int, ...]:
    return tuple([(hand & mask).bit_count() for mask in COLOUR_MASKS])


def _counted(phrase: Phrase, numbers: Sequence[int]) -> Text:
    return phrase(counts=_count_texts(_counts(numbers)))


def _count_texts(by_letter: Counts) -> tuple[Text, ...]:
    return tuple(card_text(f"{letter}{count}") for letter, count in by_letter.items())

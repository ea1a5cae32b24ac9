"""Tennos Square: the view builder and the types of its views."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import ClassVar, TypeAlias, TypedDict

from engine import highlights, phrases
from engine.contract.view import Points, View, ViewBuilder
from engine.games.tennos_square import messages
from engine.games.tennos_square.cards import CODES, EXCHANGE, STOCK, codes, has_worth, row_points, row_text, runs
from engine.games.tennos_square.game import EXCHANGED, NOTHING, Result, TennosSquare
from engine.games.tennos_square.learning.advice import advise
from engine.games.tennos_square.learning.coaching import coach
from engine.highlights import Highlight
from engine.text import Text, card_text, seat_text

LONG_RUN, MANY_TURNS = 5, 3
"""Lower limits for a highlight: the length of a run, and the number of turns in a row."""
Row: TypeAlias = list[str | None]
"""The codes of a row's cards; None: face down."""


class Run(TypedDict):
    """A run of a finished row."""

    cards: list[str]
    points: int


class SeatResult(TypedDict):
    """The result of one seat in a finished round: the facts from which its points follow."""

    row: Row
    runs: list[Run]
    bonus: int
    """The points for turning the whole row first; 0 for all other seats."""


class Finished(TypedDict):
    """The result of a finished round."""

    finisher: int
    """The seat that turned its whole row."""
    by_seat: list[SeatResult]


class SquarePublic(TypedDict):
    """Public knowledge."""

    dealer: int
    start: int
    """The seat with the round's first turn."""
    rows: list[Row]
    hand_sizes: list[int]
    shown_hands: list[list[str]]
    """The public cards of each hand."""
    market: list[str]
    """The face-up cards in the order in which they came."""
    stock: int
    laid: list[bool]
    """By seat: True if it has laid a card in the market before the first turn."""
    discards: list[str] | None
    """The laid cards; None until all have laid one."""
    last: list[int] | None
    """The seat and slot (1-based) filled last; None at first and after an exchange."""
    exchanged: bool
    finished: list[Finished]
    """The results of all finished rounds."""


class SquarePrivate(TypedDict, total=False):
    """A seat's own knowledge."""

    discard: str | None
    """The card that the seat has laid in the market."""


class SquareView(View, SquarePublic, SquarePrivate):
    """A view of Tennos Square."""


class SquareViewBuilder(ViewBuilder[TennosSquare, SquareView]):
    """The view builder of Tennos Square."""

    advised: ClassVar = {
        messages.ENDS.key: ("card", ""),
        messages.ENDS_MARKET.key: ("", "card"),
        messages.FINISHES.key: ("", "slots"),
        messages.FITS.key: ("card", "slots"),
        messages.FITS_NOWHERE.key: ("card", "slots"),
        messages.PLAYS_AGAIN.key: ("card", "slots"),
        messages.MARKET_FITS.key: ("", "cards"),
    }

    def public(self, game: TennosSquare) -> SquarePublic:
        discarding = NOTHING in game.discards
        return {
            "dealer": game.dealer,
            "start": game.start,
            "rows": [_row(game.seen_row(seat)) for seat in range(game.seats)],
            "hand_sizes": [len(hand) for hand in game.hands],
            "shown_hands": [codes(_known(game, seat)) for seat in range(game.seats)],
            "market": _market(game),
            "stock": len(game.stock) - game.drawn,
            "laid": [card != NOTHING for card in game.discards],
            "discards": None if discarding else codes(game.discards),
            "last": [game.last // game.size, game.last % game.size + 1] if game.last >= 0 else None,
            "exchanged": game.last == EXCHANGED,
            "finished": [_finished(result) for result in game.results],
        }

    def private(self, game: TennosSquare, seat: int) -> SquarePrivate:
        card = game.discards[seat]
        return {"discard": CODES[card] if card != NOTHING else None}

    def goal(self, game: TennosSquare, seat: int) -> Text:
        row = game.seen_row(seat)
        down = game.down[seat].bit_count()
        worth = messages.GOAL_WORTH(points=row_points(row), down=down)
        own = worth if has_worth(row) else messages.GOAL(down=down)
        return phrases.LINE(parts=(own, *_shared(game, seat)))

    def advice(self, view: SquareView) -> list[Text]:
        seat = view["seat"]
        return advise(TennosSquare.from_view(view), seat) if seat in view["to_act"] else []

    def steps(self, term: Text) -> Iterator[str]:
        """Yield the slots that a term such as "slots 1–3, 7" names."""
        if term.key == messages.SLOT.key:
            yield str(term.args["slot"])
        for group in str(term.args["slots"]).split(", ") if term.key == messages.SLOTS.key else ():
            first, _, last = group.partition("–")
            yield from map(str, range(int(first), int(last or first) + 1))

    def coaching(self, view: SquareView) -> list[Text]:
        seat = view["seat"]
        return coach(TennosSquare.from_view(view), seat) if seat in view["to_act"] else []

    def table_lines(self, game: TennosSquare) -> list[Text]:
        stock = len(game.stock) - game.drawn
        cards = tuple(card_text(code) for code in _market(game))
        market = messages.MARKET(cards=cards, stock=stock) if cards else messages.ONLY_STOCK(stock=stock)
        lying = [] if game.over else [market]
        rows = (messages.ROW_LEFT(seat=seat_text(seat), count=down.bit_count()) for seat, down in enumerate(game.down))
        return [messages.FACE_DOWN_LEFT(rows=tuple(rows)), messages.DEALER(seat=seat_text(game.dealer)), *lying]

    def seat_lines(self, game: TennosSquare, seat: int) -> list[Text]:
        row = game.seen_row(seat)
        said = row_text(row, game.seats)
        lines = [messages.ROW_WORTH(row=said, points=row_points(row)) if has_worth(row) else messages.ROW(row=said)]
        if NOTHING in game.discards and game.discards[seat] != NOTHING:
            lines.append(messages.HAS_LAID())
        known = _known(game, seat)
        holds = phrases.CARDS_IN_HAND(count=len(game.hands[seat]))
        lines.append(messages.HOLDS_SEEN(card=card_text(CODES[known[0]])) if known else holds)
        return [*lines, *_shared(game, seat)]

    def highlights(self, view: SquareView) -> Iterator[Highlight]:
        """Yield the longest run, the most turns in a row, and how a tie of two teams was broken."""
        every = [
            (len(run["cards"]), number, seat)
            for number, finished in enumerate(view["finished"], 1)
            for seat, result in enumerate(finished["by_seat"])
            for run in result["runs"]
        ]
        length, number, seat = max(every, default=(0, 0, 0))
        if length >= LONG_RUN:
            text = messages.LONGEST_RUN(seat=seat_text(seat), length=length, points=length**2, round=number)
            yield Highlight(15 * length - 37, "run", text)
        turns = [
            (count, number, seat)
            for number, lines in enumerate(highlights.by_round(view["log"]), 1)
            for seat, count in _turns_in_a_row(lines)
        ]
        count, number, seat = max(turns, default=(0, 0, 0))
        if count >= MANY_TURNS:
            text = messages.TURNS_IN_A_ROW(seat=seat_text(seat), count=count, round=number)
            yield Highlight(min(25 * count - 30, 94), "turns", text)
        if len(view["winners"]) == 2 and len({*view["standings"]}) == 1:
            yield Highlight(96, "end", messages.TIE_BROKEN(seat=seat_text(view["finished"][-1]["finisher"])))

    def outcomes(self, view: SquareView, game: TennosSquare) -> list[Text]:
        """Return an outcome for each length from 2 to that of the longest run, and one for finishing the round."""
        result, seat = game.results[-1], view["seat"] or 0
        longest = max(map(len, _runs(result.rows[seat])), default=0)
        first = [messages.TURNED_FIRST()] if result.bonus(seat) else []
        return [*(messages.RUN_AT_LEAST(length=length) for length in range(2, longest + 1)), *first]

    def sheet(self, game: TennosSquare, round_number: int) -> list[Points]:
        result = game.results[round_number - 1]
        return [_seat_sheet(result, seat) for seat in range(game.seats)]


def _shared(game: TennosSquare, seat: int) -> Iterator[Text]:
    """Yield a sentence about the partner or neighbour whose points are added to this seat's points, with the sum."""
    if game.seats == 4:
        yield messages.TEAM(seat=seat_text(seat ^ 2), points=game.ranking_score(seat))
    elif game.split:
        neighbour = seat_text((seat + 1) % game.seats)
        yield messages.SPLIT_TOTAL(seat=neighbour, points=game.ranking_score(seat))


def _turns_in_a_row(lines: Iterable[Text]) -> Iterator[tuple[int, int]]:
    """Yield a seat and its number of turns in a row, for each series of turns in the log of a round."""
    played = (highlights.seat_of(line) for line in lines if line.key == messages.PLAYED.key)
    return ((seat, len(list(turns))) for seat, turns in groupby(played))


def _seat_sheet(result: Result, seat: int) -> Points:
    bonus = result.bonus(seat)
    first = [(messages.SCORE_FIRST(), bonus)] if bonus else []
    return first + [(_score(run), len(run) ** 2) for run in _runs(result.rows[seat])]


def _score(run: Sequence[str]) -> Text:
    return messages.SCORE_RUN(length=len(run), cards=tuple(map(card_text, run)))


def _runs(row: Iterable[int]) -> list[list[str]]:
    return [codes(run) for run in runs(row)]


def _finished(result: Result) -> Finished:
    return {
        "finisher": result.finisher,
        "by_seat": [
            {
                "row": _row(row),
                "runs": [{"cards": run, "points": len(run) ** 2} for run in _runs(row)],
                "bonus": result.bonus(seat),
            }
            for seat, row in enumerate(result.rows)
        ],
    }


def _known(game: TennosSquare, seat: int) -> tuple[int, ...]:
    """Return the cards in a seat's hand that everybody knows: a card taken from the market."""
    return tuple(card for card in game.hands[seat] if card == game.market_card[seat])


def _market(game: TennosSquare) -> list[str]:
    return codes(move - EXCHANGE for move in game.market if move != STOCK)


def _row(cards: Iterable[int]) -> Row:
    return [CODES[card] if card >= 0 else None for card in cards]

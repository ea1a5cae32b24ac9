"""Tezuma: the view builder and the types of its views."""

from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import groupby
from typing import ClassVar, TypedDict, cast

from engine import highlights, phrases
from engine.cards import bits
from engine.contract.view import Points, View, ViewBuilder
from engine.game import Game
from engine.games.tezuma import messages
from engine.games.tezuma.abilities import ABILITIES
from engine.games.tezuma.cards import TRICKS, BidCard, hand_size
from engine.games.tezuma.deal import ability_ids
from engine.games.tezuma.game import NOBODY, NOTHING, Result, Tezuma
from engine.games.tezuma.learning.advice import advice
from engine.games.tezuma.learning.coaching import coach
from engine.games.tezuma.phases import DRAFT
from engine.highlights import Highlight
from engine.text import Text, seat_text

PAIN_TOLD = 10
"""The outcome "at most N captured cards of the pain suit" is listed only for N below this number."""


class Open(TypedDict):
    """The cards left in the draft."""

    pains: list[str]
    """The letters of the suits."""
    bids: list[int]
    """The numbers of the bid cards."""
    abilities: list[str]
    """The ids of the abilities."""


class SeatResult(TypedDict):
    """The result of one seat in a finished round: the facts from which its points follow."""

    bid: int
    won: int
    pain: str
    captured: int
    """The number of captured cards of the pain suit."""
    points: list[int]
    """The points for the bid, for captured pain cards, and the points that lift a negative sum to 0."""


class TezumaPublic(TypedDict):
    """Public knowledge."""

    first: int
    """The starter of the first round."""
    leader: int
    bids: list[int]
    """The bid cards on display this round."""
    abilities: list[str]
    """The abilities on display this round."""
    open: Open
    seat_pains: list[str | None]
    seat_bids: list[int | None]
    seat_abilities: list[str | None]
    uses: list[int]
    """The uses left of each seat's ability."""
    won: list[int]
    """The number of tricks by seat."""
    hand_sizes: list[int]
    results: list[list[SeatResult]]
    """The results of each finished round, in the order of the seats."""


class TezumaView(View, TezumaPublic):
    """A view of either edition."""


class TezumaViewBuilder(ViewBuilder[Tezuma, TezumaView]):
    """The view builder of both editions."""

    advised: ClassVar = {
        **{
            phrase.key: ("cards",)
            for phrase in (
                messages.ADVICE_WILL_WIN,
                messages.ADVICE_WOULD_WIN,
                messages.ADVICE_ONLY_WILL_WIN,
                messages.ADVICE_ONLY_WOULD_WIN,
                messages.ADVICE_ONLY_WILL_LOSE,
                messages.ADVICE_DUMP,
            )
        },
        messages.ADVICE_SPLIT_SURE.key: ("winners",),
        messages.ADVICE_SPLIT_NOW.key: ("winners",),
        messages.ADVICE_LOW.key: ("card",),
        messages.ADVICE_THROW_PAIN.key: ("cards",),
        messages.ADVICE_THROW_HIGH.key: ("card",),
        messages.ADVICE_THROW_LOW.key: ("card",),
        messages.ADVICE_THROW_TRUMP.key: ("card",),
    }

    def public(self, game: Tezuma) -> TezumaPublic:
        letters = [suit.letter for suit in game.suits]
        displays = game.deals[-1].displays
        pains, bids, abilities = (list(bits(mask)) for mask in game.open)
        return {
            "first": game.first,
            "leader": game.leader,
            "bids": list(displays.bids),
            "abilities": ability_ids(displays.abilities),
            "open": {
                "pains": [letters[place] for place in pains],
                "bids": [place + 1 for place in bids],
                "abilities": ability_ids([place + 1 for place in abilities]),
            },
            "seat_pains": [None if pain == NOTHING else letters[pain] for pain in game.pains],
            "seat_bids": [bid or None for bid in game.bids],
            "seat_abilities": [ABILITIES[number].id or None for number in game.abilities],
            "uses": list(game.uses),
            "won": list(game.won),
            "hand_sizes": [hand_size(hand) for hand in game.hands],
            "results": [[_seat_result(game, result) for result in results] for results in game.results],
        }

    def goal(self, game: Tezuma, seat: int) -> Text | None:
        """Return the cards that the seat has drafted; once tricks are played, also the score so far."""
        parts = list(_drafted_cards(game, seat) if game.phase is DRAFT else _goal(game, seat))
        return phrases.LINE(parts=tuple(parts)) if parts else None

    def advice(self, view: TezumaView) -> list[Text]:
        seat = view["seat"]
        if seat is None or seat not in view["to_act"]:
            return []
        return advice(_kind(view).from_view(view), seat, view["hand_sizes"])

    def coaching(self, view: TezumaView) -> list[Text]:
        seat = view["seat"]
        return coach(_kind(view).from_view(view), seat) if seat in view["to_act"] else []

    def table_lines(self, game: Tezuma) -> list[Text]:
        if game.over:
            return []
        return list(_display_lines(game) if game.phase is DRAFT else _trick_lines(game))

    def seat_lines(self, game: Tezuma, seat: int) -> list[Text]:
        lines = list(_drafted_cards(game, seat))
        lines.append(phrases.TRICKS_WON(count=game.won[seat]))
        lines.append(phrases.CARDS_IN_HAND(count=hand_size(game.hands[seat])))
        return lines

    def highlights(self, view: TezumaView) -> Iterator[Highlight]:
        """Yield a highlight about the best bid that got its full points only by its round's last trick.

        Also yield one about the game's last trick if this trick decided the game.
        """
        rounds = zip(view["results"], highlights.by_round(view["log"]), strict=True)
        made = []
        for number, (results, lines) in enumerate(rounds, 1):
            seat = highlights.tricks_won(lines)[-1]
            points, before = _bid_points(view, results[seat], 0), _bid_points(view, results[seat], 1)
            if points > before and points == max(_bid(view, results[seat]).points):
                made.append((points, number, seat, results[seat]["won"]))
        if made:
            points, number, seat, won = max(made)
            text = messages.MADE_BY_LAST(seat=seat_text(seat), count=won, points=points, round=number)
            yield Highlight(min(45 + 3 * points, 88), "bid", text)
        yield from _last_trick(view)

    def outcomes(self, view: TezumaView, game: Tezuma) -> list[Text]:
        """Return outcomes "the bid paid at least N points" and "at most N captured cards of the pain suit".

        While the seat has no bid in `view`, all points stand for those of the bid: two bids pay for different tricks.
        Without a pain suit, outcomes about it are left out.
        """
        seat = view["seat"] or 0
        result = game.results[-1][seat]
        if view["seat_bids"][seat] is None:
            reached = [messages.SCORED_AT_LEAST(count=count) for count in range(1, game.rounds[-1][seat] + 1)]
        else:
            points = game.edition.bids[result.bid - 1].points
            paid = sorted({each for each in points if 0 < each <= points[result.won]})
            reached = [_bid_paid(points, one) for one in paid]
        if view["seat_pains"][seat] is not None:
            suit = game.suits[result.pain].name
            reached += [messages.PAIN_AT_MOST(suit=suit, count=most) for most in range(result.captured or 1, PAIN_TOLD)]
            reached += [] if result.captured else [messages.PAIN_NONE(suit=suit)]
        return reached

    def sheet(self, game: Tezuma, round_number: int) -> list[Points]:
        return [_seat_sheet(game, result) for result in game.results[round_number - 1]]


def _drafted_cards(game: Tezuma, seat: int) -> Iterator[Text]:
    """Yield the draft cards of a seat."""
    if game.pains[seat] != NOTHING:
        yield messages.SEAT_PAIN(suit=game.suits[game.pains[seat]].name)
    if game.bids[seat]:
        yield messages.SEAT_BID(table=game.edition.bids[game.bids[seat] - 1].table)
    if game.abilities[seat]:
        yield messages.USES_LEFT(ability=ABILITIES[game.abilities[seat]].name, uses=game.uses[seat])


def _goal(game: Tezuma, seat: int) -> Iterator[Text]:
    """Yield the bid and the pain suit of a seat that has both, with the tricks won and the pain cards captured so far.

    The points for the bid are left out while they are 0 but can still grow.
    """
    bid, pain, won = game.edition.bids[game.bids[seat] - 1], game.pains[seat], game.won[seat]
    if bid.points[won] or not any(bid.points[won : won + game.tricks_left + 1]):
        yield messages.GOAL_BID(table=bid.arrows, count=won, points=bid.points[won])
    else:
        yield messages.GOAL_TRICKS(table=bid.arrows, count=won)
    count = game.captured[seat] >> 8 * pain & 0xFF
    suit = game.suits[pain].name
    yield messages.GOAL_PAIN(suit=suit, count=count) if count else messages.SEAT_PAIN(suit=suit)


def _display_lines(game: Tezuma) -> Iterator[Text]:
    pains, bids, abilities = game.open
    if pains:
        yield messages.OPEN_PAINS(suits=tuple(game.suits[place].name for place in bits(pains)))
    letter = game.deals[-1].displays.letter
    cards = [game.edition.bids[place] for place in bits(bids)]
    yield messages.OPEN_BIDS(
        bids=tuple(messages.OPEN_BID(letter=letter(card.number), table=card.table) for card in cards)
    )
    for place in bits(abilities):
        yield game.edition.offers[place + 1]


def _trick_lines(game: Tezuma) -> Iterator[Text]:
    """Yield the suit and state of the trick in progress, then the effects of abilities that have uses left."""
    if game.follow != NOTHING:
        yield messages.LED_SUIT(suit=game.suits[game.follow].name)
    elif game.trick:
        yield messages.LEADS_ANY(seat=seat_text(game.to_act[0]))
    if game.watered:
        yield messages.NO_ACTIVE()
    if game.egg != NOBODY:
        yield messages.PLAYS_LAST(seat=seat_text(game.egg))
    if game.next_leader != NOBODY:
        yield messages.NEXT_LEADER(seat=seat_text(game.next_leader))
    for number in game.armed:
        if number:
            ability = ABILITIES[number]
            yield messages.ABILITY_RULE(ability=ability.name, effect=messages.EFFECTS[ability.id]())


def _kind(view: TezumaView) -> type[Tezuma]:
    """Return the kind of game that a view shows: one of the two editions."""
    return cast("type[Tezuma]", Game.games[view["game"]])


def _bid(view: TezumaView, result: SeatResult) -> BidCard:
    return _kind(view).edition.bids[result["bid"] - 1]


def _bid_points(view: TezumaView, result: SeatResult, fewer: int) -> int:
    """Return the points that a seat's bid would have made with `fewer` tricks less than the seat has won."""
    return _bid(view, result).points[result["won"] - fewer]


def _last_trick(view: TezumaView) -> Iterator[Highlight]:
    """Yield a highlight if the last trick decided the game: without its points, the winner would not be ahead."""
    trick = view["tricks"][-1]
    seat = trick["winner"] or 0
    result = view["results"][-1][seat]
    # A play with Fire Breathing has two cards of one suit, but only one is captured. So only the first is counted.
    pains = sum(play["cards"][0][0] == result["pain"] for play in trick["plays"] if play["cards"])
    without = max(0, _bid_points(view, result, 1) - result["captured"] + pains)
    yield from highlights.of_last_trick(view["standings"], view["winners"], seat, sum(result["points"]) - without)


def _seat_sheet(game: Tezuma, result: Result) -> Points:
    by_bid, by_pain, lifted = game.points(result)
    bid = messages.SCORE_BID(count=result.won, table=game.edition.bids[result.bid - 1].table)
    pain = messages.SCORE_PAIN(count=result.captured, suit=game.suits[result.pain].name)
    if not lifted:
        return [(bid, by_bid), (pain, by_pain)]
    total = f"{by_bid} - {result.captured} = {by_bid + by_pain}" if by_bid else f"{by_pain}"
    points = f"{by_bid:+d}" if by_bid else "0"
    return [(messages.SCORE_FLOOR(bid=bid, points=points, pain=pain, total=total), 0)]


def _seat_result(game: Tezuma, result: Result) -> SeatResult:
    return {
        "bid": result.bid,
        "won": result.won,
        "pain": game.suits[result.pain].letter,
        "captured": result.captured,
        "points": list(game.points(result)),
    }


def _bid_paid(points: Sequence[int], least: int) -> Text:
    """Return the sentence that a bid paid at least `least` points; it names the numbers of tricks that pay so much."""
    paying = [tricks for tricks, each in enumerate(points) if each >= least]
    runs = [[*run] for _, run in groupby(paying, key=lambda tricks: tricks - paying.index(tricks))]
    phrase = messages.BID_FULL if least == max(points) else messages.BID_PAID
    return phrase(tricks=reduce(_either, (_span(run[0], run[-1]) for run in runs)), points=least)


def _either(some: Text, others: Text) -> Text:
    return messages.TRICKS_OR(some=some, others=others)


def _span(first: int, last: int) -> Text:
    """Return a range of numbers of tricks."""
    if first == last:
        return messages.TRICKS_ONE(count=first)
    return messages.TRICKS_MORE(count=first) if last == TRICKS else messages.TRICKS_SPAN(first=first, last=last)

"""Saizen: the view builder and the types of its views."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from operator import itemgetter
from typing import ClassVar, TypeAlias, TypedDict

from engine import highlights, phrases
from engine.cards import mask_of
from engine.contract.view import PlayedTrick, Points, View, ViewBuilder
from engine.games.saizen import messages
from engine.games.saizen.cards import JOKERS, RANK_OF, RANKS, SUIT_LETTERS, codes, read_ranks
from engine.games.saizen.game import Saizen
from engine.games.saizen.knowledge import knowledge
from engine.games.saizen.learning.advice import advice
from engine.games.saizen.learning.coaching import coach
from engine.games.saizen.messages import SUITS
from engine.games.saizen.moves import CARD_OF
from engine.games.saizen.rows import ROWS, chips_data, sides_data
from engine.highlights import Highlight
from engine.text import Text, card_text, seat_text

Sides: TypeAlias = dict[str, dict[str, str]]
"""For each suit, and each row of its rule card: the side in force, see `rows`."""
Ranks: TypeAlias = dict[str, list[str]]
"""Cards, as a list of ranks for each suit; jokers are ranks 1 and 2 of "X"."""


class PlayOffData(TypedDict):
    """A play-off in progress."""

    number: int
    """The number of this play-off within its trick, from 1."""
    seats: list[int]
    """The seats of the play-off in the order of play."""


class PastRound(TypedDict):
    """An earlier round."""

    sides: Sides
    tricks: list[PlayedTrick]


class SaizenSets(TypedDict):
    """Knowledge about the set that each seat has this round, including the cards already played."""

    known: list[list[str]]
    """For each seat: the cards that are certainly in its set."""
    ruled_out: list[Ranks]
    """For each seat: the cards that its set cannot have, without cards that are certainly in another set."""


class SaizenPublic(SaizenSets):
    """Public knowledge. In the view of a seat, the knowledge about the sets is the seat's own."""

    sides: Sides
    moved: dict[str, list[str]]
    """For each suit: the rows whose chip has moved."""
    idle_order: list[str]
    """The suits for which the row "order" has no effect now."""
    first: int
    """The leader of the first trick of the first round."""
    leader: int
    led: str | None
    """The letter of the led suit; None: no card is led."""
    winning: int | None
    """The seat that is winning the trick; None: nobody, or equal ranks will play off."""
    match: str | None
    """The rank whose cards will play off; None: no play-off is due."""
    playoff: PlayOffData | None
    hand_sizes: list[int]
    taken: list[int]
    """Tricks won this round, by seat."""
    earlier: list[PastRound]


class SaizenView(View, SaizenPublic):
    """A view of Saizen."""


class SaizenViewBuilder(ViewBuilder[Saizen, SaizenView]):
    """The view builder of Saizen."""

    advised: ClassVar = {
        messages.ADVICE_WILL_WIN.key: ("cards",),
        messages.ADVICE_ONLY_WILL_WIN.key: ("cards",),
        messages.ADVICE_ONLY_WILL_LOSE.key: ("cards",),
        messages.ADVICE_ENOUGH.key: ("card",),
        messages.ADVICE_BEATEN.key: ("card",),
        messages.ADVICE_BEATEN_OR_EQUAL.key: ("card",),
        messages.ADVICE_EQUAL.key: ("card",),
        messages.ADVICE_MATCH.key: ("cards",),
        messages.ADVICE_LEAD_WINS.key: ("cards",),
        messages.ADVICE_LEAD_BEATEN.key: ("card",),
        messages.ADVICE_LEAD_BEATEN_OR_EQUAL.key: ("card",),
        messages.ADVICE_LEAD_EQUAL.key: ("card",),
        messages.ADVICE_LEAD_ONLY_WINS.key: ("cards",),
        messages.ADVICE_THROW.key: ("card",),
        messages.ADVICE_THROW_NOW.key: ("card",),
        messages.ADVICE_LEAD_WEAKEST.key: ("card",),
        messages.ADVICE_GAIN.key: ("suits", "side"),
    }

    def public(self, game: Saizen) -> SaizenPublic:
        matched = game.match >= 0
        return {
            "sides": sides_data(game.sides),
            "moved": chips_data(game.moved),
            "idle_order": [letter for suit, letter in enumerate(SUIT_LETTERS) if game.idle_order(suit) is not None],
            "first": game.first,
            "leader": game.leader,
            "led": SUIT_LETTERS[game.led] if game.trick else None,
            "winning": game.ahead if game.best >= 0 and not matched else None,
            "match": RANKS[RANK_OF[game.match]] if matched else None,
            "playoff": {"number": game.playoff, "seats": list(game.order)} if game.playoff else None,
            "hand_sizes": [hand.bit_count() for hand in game.hands],
            "taken": list(game.tricks_won),
            "earlier": [
                {"sides": sides_data(sides), "tricks": [game.trick_data(trick) for trick in tricks]}
                for sides, tricks in game.past
            ],
            **_sets(game, None),
        }

    def private(self, game: Saizen, seat: int) -> SaizenSets:
        return _sets(game, seat)

    def goal(self, game: Saizen, seat: int) -> Text | None:
        count = game.tricks_won[seat]
        return messages.GOAL(count=count) if count else None

    def advice(self, view: SaizenView) -> list[Text]:
        seat = view["seat"]
        if seat is None or seat not in view["to_act"]:
            return []
        ruled_out = [read_ranks(ranks) for ranks in view["ruled_out"]]
        return advice(Saizen.from_view(view), seat, ruled_out, view["hand_sizes"])

    def steps(self, term: Text) -> Iterator[str]:
        """Yield the chips that `term` stands for: one in each suit for "high" or "low", else none."""
        if term in messages.SIDES[0]:
            yield from (f"{letter}-{ROWS[0]}" for letter in SUIT_LETTERS)

    def coaching(self, view: SaizenView) -> list[Text]:
        seat = view["seat"]
        return coach(Saizen.from_view(view), seat) if seat in view["to_act"] else []

    def table_lines(self, game: Saizen) -> list[Text]:
        """Return each rule card in full, and the state of the trick."""
        lines = [game.rule_card(suit) for suit in range(4)]
        if game.trick:
            lines.append(messages.LED_SUIT(suit=SUITS[game.led].name))
        if game.playoff:
            lines.append(messages.IN_PLAYOFF(seats=tuple(seat_text(seat) for seat in game.order)))
        if game.match >= 0:
            lines.append(messages.MATCH(rank=RANKS[RANK_OF[game.match]]))
        elif game.best >= 0:
            lines.append(messages.AHEAD(seat=seat_text(game.ahead)))
        return lines

    def seat_lines(self, game: Saizen, seat: int) -> list[Text]:
        lines = [
            phrases.TRICKS_WON(count=game.tricks_won[seat]),
            phrases.CARDS_IN_HAND(count=game.hands[seat].bit_count()),
        ]
        if game.playoff and seat in game.order:
            lines.append(messages.PLAYS_OFF())
        seen = _seen_before(game, seat)
        return [*lines, _seen_line(seen)] if seen else lines

    def highlights(self, view: SaizenView) -> Iterator[Highlight]:
        """Yield the trick with the most play-offs, and the last round's trick after which the winner stayed ahead."""
        offs = [
            (count, number, seat)
            for number, lines in enumerate(highlights.by_round(view["log"]), 1)
            for count, seat in _play_offs(lines)
        ]
        count, number, seat = max(offs, default=(0, 0, 0))
        if count > 1:
            text = messages.PLAY_OFFS(seat=seat_text(seat), count=count, round=number)
            yield Highlight(min(50 + 10 * count, 99), "play-offs", text)
        yield from _turning_trick(view)

    def outcomes(self, view: SaizenView, game: Saizen) -> list[Text]:
        """Return one outcome for each number of tricks that the seat reached: at least 1, at least 2, and so on."""
        won = game.rounds[-1][view["seat"] or 0]
        return [messages.WON_AT_LEAST(count=count) for count in range(1, won + 1)]

    def sheet(self, game: Saizen, round_number: int) -> list[Points]:
        """Return the score sheet of a round: for each seat one line, with a point for each trick that the seat won."""
        return [[(phrases.TRICKS_WON(count=points), points)] for points in game.rounds[round_number - 1]]


def _play_offs(lines: Iterable[Text]) -> Iterator[tuple[int, int]]:
    """Yield, for each trick of a round's log that somebody won, its number of play-offs and its winner."""
    count, matched = 0, False
    for line in lines:
        if line.key == phrases.PLAYED.key and matched:  # the first card after equal ranks begins a play-off
            count += 1
        matched = line.key == messages.MATCHED.key or (matched and line.key == messages.OUT_OF_CARDS.key)
        if line.key == phrases.TRICK_WON.key:
            yield count, highlights.seat_of(line)
        if line.key in {phrases.TRICK_WON.key, messages.NOBODY_WINS.key}:
            count = 0


def _turning_trick(view: SaizenView) -> Iterator[Highlight]:
    """If there is only one winner, yield the last round's trick after which the winner stayed ahead."""
    scores = [sum(points) for points in zip(*view["rounds"][:-1], strict=True)] or [0] * view["seats"]
    leads = [highlights.lead(scores, view["winners"])]
    for trick in view["tricks"]:
        if trick["winner"] is not None:
            scores[trick["winner"]] += 1
        leads.append(highlights.lead(scores, view["winners"]))
    if len(view["winners"]) > 1 or leads[0] > 0:
        return
    turned = max(number for number, one in enumerate(leads) if one <= 0) + 1
    seat, last = view["winners"][0], len(view["tricks"])
    if turned < last:
        yield Highlight(60, "course", messages.AHEAD_FROM(seat=seat_text(seat), trick=turned))
    elif view["tricks"][-1]["winner"] == seat:
        yield from highlights.of_last_trick(view["standings"], view["winners"], seat, 1)


def _ranks(cards: int) -> Ranks:
    """Return a set of cards as the ranks of each suit."""
    return {suit: [code[1:] for code in of_suit] for suit, of_suit in groupby(codes(cards), itemgetter(0))}


def _sets(game: Saizen, viewer: int | None) -> SaizenSets:
    certain, possible = knowledge(game, viewer)
    unknown = game.deck
    for cards in certain:
        unknown &= ~cards
    return {
        "known": [codes(cards) for cards in certain],
        "ruled_out": [_ranks(unknown & ~cards) for cards in possible],
    }


def _seen_before(game: Saizen, seat: int) -> int:
    """Return the cards in a seat's hand that everybody has seen, because they were played in an earlier round."""
    seen = 0
    for number, (_, tricks) in enumerate(game.past, start=1):
        owner = (seat + game.round - number) % game.seats
        seen |= mask_of(CARD_OF[move] for _, plays, _ in tricks for one, move in plays if one == owner)
    return seen & game.hands[seat]


def _seen_line(cards: int) -> Text:
    suits = _ranks(cards & ~JOKERS)
    texts = [
        messages.SUIT_RANKS(suit=suit.name, ranks=" ".join(suits[suit.letter]))
        for suit in SUITS
        if suit.letter in suits
    ]
    return messages.SEEN_BEFORE(cards=(*texts, *map(card_text, codes(cards & JOKERS))))

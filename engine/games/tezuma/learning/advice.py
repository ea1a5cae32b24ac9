"""Tezuma: advice on the open decision, from a game restored from the seat's own view.

Every sentence is certain. "Would win now" speaks of the cards on the table only. "Will win for sure" holds whatever the
others have in hand and however they play. `Outlook` tries more replies than the rules allow, so it may miss a sure
card, but is never wrong. If a sentence names a card and no ability, it is about playing the card without an ability.
"""

from collections.abc import Iterator, Sequence
from itertools import islice

from engine.cards import bits
from engine.games.tezuma import messages
from engine.games.tezuma.abilities import ABILITIES, FIRE
from engine.games.tezuma.cards import DECKS, TRICKS, TRUMP, hand_cards, suit_size
from engine.games.tezuma.game import NOTHING, Tezuma
from engine.games.tezuma.knowledge import Unknown, unknown, void_suits
from engine.games.tezuma.learning.outlook import Groups, Outlook
from engine.games.tezuma.moves import (
    ABILITY_OF,
    ABILITY_PLAYS,
    CAPTURE,
    CARDS_OF,
    DEFER,
    WIN,
)
from engine.phrases import name_cards
from engine.text import Text, card_text, seat_text

SENTENCES = 3
"""The greatest number of sentences of one advice."""
FEW = 3
"""A sentence that names winning and losing cards names at most this many of each."""
_HIGH = 3
"""The number of ranks, from the highest in play down, that count as high."""


def advice(game: Tezuma, seat: int, hand_sizes: Sequence[int]) -> list[Text]:
    """Return at most `SENTENCES` sentences for a seat that must act, the most useful one first."""
    lines = _draft(game, seat) if game.phase.id == "draft" else _play(game, seat, unknown(game, seat, hand_sizes))
    return list(islice(lines, SENTENCES))


# --- The draft


def _draft(game: Tezuma, seat: int) -> Iterator[Text]:
    hand = hand_cards(game.hands[seat])
    deck = DECKS[game.seats]
    ranks = sorted({card % 10 for card in deck if card % 10 != TRUMP})[-_HIGH:]
    high = [card for card in hand if card % 10 in ranks]
    trumps = [card for card in hand if card % 10 == TRUMP]
    if not game.bids[seat]:
        every = sum(copies for card, copies in deck.items() if card % 10 == TRUMP)
        yield messages.ADVICE_STRENGTH(
            share=TRICKS // game.seats,
            own=len(high),
            high=4 * _HIGH,
            rank=ranks[0] + 1,
            trumps=len(trumps),
            all=every,
        )
    if game.pains[seat] == NOTHING and game.open[0].bit_count() > 1:
        counts = [
            messages.SUIT_COUNT(suit=game.suits[suit].name, count=sum(card // 10 == suit for card in high))
            for suit in bits(game.open[0])
        ]
        yield messages.ADVICE_HIGH(rank=ranks[0] + 1, counts=tuple(counts))
    if not game.abilities[seat]:
        yield from _fitting(game, hand)
    suit = min(range(4), key=lambda suit: suit_size(game.hands[seat], suit))
    off = sum(card // 10 != suit for card in trumps)
    if off and suit_size(game.hands[seat], suit) < 2:
        phrase = messages.ADVICE_ONE_SUIT if suit_size(game.hands[seat], suit) else messages.ADVICE_NO_SUIT
        yield phrase(suit=game.suits[suit].name, trumps=off)


def _fitting(game: Tezuma, hand: Sequence[int]) -> Iterator[Text]:
    """Yield a sentence about the ability in the draft that can be used with the most cards of this hand.

    Abilities that go with every card, with two cards or without a card are left out.
    """
    fits = [
        (sum(card % 10 in ABILITIES[number].ranks for card in hand), number)
        for number in (place + 1 for place in bits(game.open[2]))
        if ABILITIES[number].only is not None and ABILITIES[number].cards == 1
    ]
    if fits:
        count, number = max(fits)
        yield messages.ADVICE_FITS(ability=ABILITIES[number].name, count=count, hand=len(hand))


# --- A trick


def _play(game: Tezuma, seat: int, hidden: Unknown) -> Iterator[Text]:
    """Yield the sentences about a play, the most useful first."""
    outlook = Outlook(game, seat, hidden)
    legal = game.legal_moves(seat)
    plays = [move for move in legal if move < ABILITY_PLAYS]
    groups = outlook.groups(plays)
    aim = _Aim(game, seat)
    if not game.trick:
        yield from _lead_lines(outlook, groups, aim)
        return
    with_ability = [move for move in legal if move >= ABILITY_PLAYS and move != DEFER]
    helped = len(outlook.groups(with_ability).lost) < len(with_ability)
    yield _outcome(game, groups, helped=helped)
    winners = groups.sure + groups.ahead
    if len(groups.lost) == len(plays) and not helped:
        yield from _lost_lines(game, seat, groups.lost, aim)
        return
    if aim.urgent:
        yield aim.line()
    if not aim.dead:
        yield from _pain_lines(game, seat, groups, winning=bool(winners) or helped)
    if not aim.dead and (aim.wants >= 0 if not winners else aim.wants < 0 and len(winners) == len(plays)):
        yield from _ability_lines(outlook, with_ability, wins=not winners)
    if groups.sure and (groups.ahead or groups.behind):
        yield messages.ADVICE_WILL_WIN(cards=_named(game, groups.sure))
    elif groups.ahead:
        yield _threat(outlook, groups.ahead, weakest=aim.wants < 0)
    if not aim.urgent:
        yield aim.line()


def _lost_lines(game: Tezuma, seat: int, lost: Sequence[int], aim: "_Aim") -> Iterator[Text]:
    """Yield the sentences for a seat that cannot win the trick with any play."""
    if aim.dead:
        yield aim.line()
        return
    dumped = [card for card in lost if card // 10 == game.pains[seat]]
    if 0 < len(dumped) < len(lost):
        yield messages.ADVICE_DUMP(cards=_named(game, dumped))
    numbers = [card for card in lost if card % 10 != TRUMP]
    if len(lost) > 1 and numbers and aim.now == aim.lose > aim.win:
        highest = max(numbers, key=lambda card: card % 10)
        yield messages.ADVICE_SHED(card=card_text(game.edition.codes[highest]))
    if not aim.wants:
        yield aim.line()


def _named(game: Tezuma, cards: Sequence[int]) -> tuple[Text, ...]:
    return name_cards([game.edition.codes[card] for card in cards])


def _outcome(game: Tezuma, groups: Groups, *, helped: bool) -> Text:
    """Return which cards win. `helped` tells whether the seat may win with its ability."""
    winners, losers = groups.sure + groups.ahead, groups.behind + groups.lost
    certain = not groups.ahead and not groups.behind
    if not winners and certain and not helped:
        return messages.ADVICE_NONE_WILL_WIN()
    if len(winners) + len(losers) == 1:
        return _single(game, groups)
    if not losers:
        return messages.ADVICE_ALL_WILL_WIN() if certain else messages.ADVICE_ALL_WOULD_WIN()
    if not winners:
        return messages.ADVICE_NONE_WOULD_WIN()
    return _split(game, sorted(winners), sorted(losers), certain=certain)


def _split(game: Tezuma, winners: Sequence[int], losers: Sequence[int], *, certain: bool) -> Text:
    """Return a sentence with the winning and the losing cards, or only with the smaller of these groups."""
    if max(len(winners), len(losers)) <= FEW:
        phrase = messages.ADVICE_SPLIT_SURE if certain else messages.ADVICE_SPLIT_NOW
        return phrase(winners=_named(game, winners), losers=_named(game, losers))
    if len(winners) <= len(losers):
        phrase = messages.ADVICE_ONLY_WILL_WIN if certain else messages.ADVICE_ONLY_WOULD_WIN
        return phrase(cards=_named(game, winners))
    phrase = messages.ADVICE_ONLY_WILL_LOSE if certain else messages.ADVICE_ONLY_WOULD_NOT_WIN
    return phrase(cards=_named(game, losers))


def _single(game: Tezuma, groups: Groups) -> Text:
    phrases = (
        messages.ADVICE_WILL_WIN,
        messages.ADVICE_WOULD_WIN,
        messages.ADVICE_WOULD_NOT_WIN,
        messages.ADVICE_WILL_LOSE,
    )
    phrase, cards = next((phrase, cards) for phrase, cards in zip(phrases, groups, strict=True) if cards)
    return phrase(cards=_named(game, cards))


def _threat(outlook: Outlook, ahead: Sequence[int], *, weakest: bool = False) -> Text:
    """Return a sentence about what can beat the strongest of the plays `ahead`, or the weakest if `weakest` is True."""
    game = outlook.game
    best = (min if weakest else max)(ahead, key=lambda move: outlook.row(move)[move])
    numbers, trumps, able = outlook.beaters(best)
    card = card_text(game.edition.codes[best])
    if numbers:
        phrase = messages.ADVICE_BEATEN_OR_TRUMP if trumps else messages.ADVICE_BEATEN
        return phrase(beaters=_named(game, numbers), card=card)
    if trumps:
        return messages.ADVICE_TRUMP_ONLY(cards=(card,))
    if len(able) == 1:
        ability = ABILITIES[able[0].ability].name
        return messages.ADVICE_ABILITY_ONLY(ability=ability, seat=seat_text(able[0].seat), card=card)
    return messages.ADVICE_ABILITIES_ONLY(card=card)


def _ability_lines(outlook: Outlook, plays: Sequence[int], *, wins: bool) -> Iterator[Text]:
    """Yield the cards that, played with the ability, would win now (`wins` True) or would not (`wins` False)."""
    game = outlook.game
    good = [move for move in plays if outlook.is_ahead(move, outlook.row(move)) == wins]
    if not good:
        return
    ability = ABILITIES[ABILITY_OF[good[0]]].name
    if good[0] == WIN:
        yield messages.ADVICE_SAND(ability=ability)
        return
    first = CARDS_OF[min(good, key=lambda move: outlook.row(move)[move])]
    cards = first if ABILITY_OF[good[0]] == FIRE else [CARDS_OF[move][0] for move in good]
    phrase = messages.ADVICE_WITH if wins else messages.ADVICE_WITH_LOSES
    yield phrase(ability=ability, cards=_named(game, cards))


def _pain_lines(game: Tezuma, seat: int, groups: Groups, *, winning: bool) -> Iterator[Text]:
    pain = game.pains[seat]
    dumped = [card for card in groups.lost if card // 10 == pain]
    if dumped and any(card // 10 != pain for cards in groups for card in cards):
        yield messages.ADVICE_DUMP(cards=_named(game, dumped))
    count = sum(CAPTURE[move] for move in game.trick) >> 8 * pain & 0xFF
    if count and winning:
        yield messages.ADVICE_PAIN(count=count, suit=game.suits[pain].name)


# --- The lead


def _lead_lines(outlook: Outlook, groups: Groups, aim: "_Aim") -> Iterator[Text]:
    if aim.urgent:
        yield aim.line()
    lines = [_strong_lead(outlook, groups), _void(outlook), _weak_lead(outlook, groups)]
    if aim.wants < 0:
        lines.reverse()
    yield from (line for line in lines if line is not None)
    if not aim.urgent:
        yield aim.line()


def _strong_lead(outlook: Outlook, groups: Groups) -> Text | None:
    game = outlook.game
    if groups.sure:
        return messages.ADVICE_WILL_WIN(cards=_named(game, groups.sure))
    beaten = [(*outlook.beaters(move), move) for move in groups.ahead]
    top = [move for numbers, trumps, _, move in beaten if not numbers and trumps]
    if top:
        return messages.ADVICE_TRUMP_ONLY(cards=_named(game, top))
    return _threat(outlook, [min(beaten, key=lambda one: (len(one[0]), one[1]))[3]]) if beaten else None


def _weak_lead(outlook: Outlook, groups: Groups) -> Text | None:
    """Return a sentence about the weakest lead; None if no number card in another hand can beat any lead.

    For each lead, the number cards in the hands of later seats that can beat it are counted. The weakest lead has the
    highest count.
    """
    game = outlook.game
    found = []
    for move in groups.ahead:
        out = {
            card
            for rival in outlook.rivals(move)
            for card in rival.cards
            if card // 10 == move // 10 and card % 10 != TRUMP
        }
        count = sum(outlook.row(move)[card] > outlook.row(move)[move] for card in out)
        found.append((count, -len(out), move, len(out)))
    if not found or not max(found)[0]:
        return None
    count, _, move, every = max(found)
    suit = game.suits[move // 10].name
    return messages.ADVICE_LOW(card=card_text(game.edition.codes[move]), count=count, out=every, suit=suit)


def _void(outlook: Outlook) -> Text | None:
    """Return a sentence that names a seat that may trump a lead; None if no such seat is known.

    It is the first seat clockwise that lacks a suit of this hand and may hold a trump.
    """
    game = outlook.game
    own = {card // 10 for card in hand_cards(game.hands[outlook.seat])}
    for after in range(1, game.seats):
        seat = (outlook.seat + after) % game.seats
        suits = sorted(void_suits(game)[seat] & own)
        trumps = any(card % 10 == TRUMP for card in outlook.hidden.possible(seat))
        if suits and trumps:
            return messages.ADVICE_VOID(seat=seat_text(seat), suits=tuple(game.suits[suit].name for suit in suits))
    return None


# --- The bid


class _Aim:
    """The most points that a seat's bid can still make: after winning the trick in progress, and after losing it."""

    def __init__(self, game: Tezuma, seat: int) -> None:
        """Compare the points that the seat's bid can reach after winning and after losing the trick."""
        points = game.edition.bids[game.bids[seat] - 1].points
        self.left = TRICKS - len(game.finished)
        self.won = game.won[seat]
        self.now = points[self.won]
        self.points = points
        self.win = max(points[self.won + 1 : self.won + self.left + 1])
        self.lose = max(points[self.won : self.won + self.left])

    @property
    def dead(self) -> bool:
        """True if the bid can no longer make points."""
        return not self.win and not self.lose

    @property
    def wants(self) -> int:
        """The most points after winning the trick minus the most after losing it; above 0 if the seat should win."""
        return self.win - self.lose

    @property
    def urgent(self) -> bool:
        """True if winning or losing this trick changes the most points that the bid can make, or if the bid is dead."""
        return bool(self.wants) or self.dead

    def line(self) -> Text:
        """Return a sentence about the trick's effect on the bid."""
        if self.dead:
            return messages.ADVICE_DEAD()
        if self.left == 1:
            return self._last_line()
        if self.wants:
            return self._fork_line()
        if self.now == self.win:
            return messages.ADVICE_HAVE(points=self.now)
        count = self.points.index(self.win, self.won) - self.won
        return messages.ADVICE_MORE(points=self.win, count=count, left=self.left)

    def _last_line(self) -> Text:
        if self.win == self.lose:
            return messages.ADVICE_LAST_SAME(points=self.win)
        return messages.ADVICE_LAST_TRICK(win=self.win, lose=self.lose)

    def _fork_line(self) -> Text:
        if not self.win:
            return messages.ADVICE_WINNING_RUINS(points=self.lose)
        if not self.lose:
            return messages.ADVICE_LOSING_RUINS(points=self.win)
        return messages.ADVICE_BID(win=self.win, lose=self.lose)

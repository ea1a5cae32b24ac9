"""Tezuma: advice on the open decision, from a game restored from the seat's own view.

Every sentence is certain, or an average over test rounds (see `averages`). "Would win now" speaks of the cards on the
table only. "Will win for sure" holds whatever the others have in hand and however they play. `Outlook` tries more
replies than the rules allow, so it may miss a sure card, but is never wrong. If a sentence names a card and no ability,
it is about playing the card without an ability.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from math import hypot
from statistics import fmean

from engine.cards import bits
from engine.games.tezuma import messages
from engine.games.tezuma.abilities import ABILITIES, FIRE
from engine.games.tezuma.cards import TRICKS, TRUMP, hand_cards
from engine.games.tezuma.game import NOTHING, Tezuma
from engine.games.tezuma.knowledge import Unknown, unknown, void_suits
from engine.games.tezuma.learning.averages import high_cards, high_ranks, table
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
LOW = 5
"""Numbers up to this one are worth less in later tricks than a trump."""


def advice(game: Tezuma, seat: int, hand_sizes: Sequence[int]) -> list[Text]:
    """Return at most `SENTENCES` sentences for a seat that must act, the most useful one first."""
    lines = _draft(game, seat) if game.phase.id == "draft" else _play(game, seat, unknown(game, seat, hand_sizes))
    return list(islice(lines, SENTENCES))


# --- The draft


def _draft(game: Tezuma, seat: int) -> Iterator[Text]:
    """Yield sentences about the kinds of cards that the seat still has to take."""
    hand = hand_cards(game.hands[seat])
    if not game.bids[seat]:
        yield from _bids(game, hand)
    if game.pains[seat] == NOTHING:
        yield from _pains(game, hand)
    if not game.abilities[seat]:
        yield from _abilities(game, hand)


def _bids(game: Tezuma, hand: Sequence[int]) -> Iterator[Text]:
    """Yield the average points of test rounds with each bid in the draft and a hand like this one, the best first.

    Nothing is yielded if the best and the worst average are within two standard errors of each other.
    """
    averages, letters = table(game, "bids"), game.deals[-1].displays.letter
    high = len(high_cards(hand, game.seats))
    known = {bid: averages[bid, high] for bid in _open(game, 1) if (bid, high) in averages}
    if len(known) < game.open[1].bit_count() or len(known) < 2:
        return
    order = _best_first({bid: average.mean for bid, average in known.items()})
    best, worst = known[order[0]], known[order[-1]]
    if best.mean - worst.mean > 2 * hypot(best.error, worst.error):
        told = (messages.BID_AVERAGE(letter=letters(bid), points=f"{known[bid].mean:.1f}") for bid in order)
        yield messages.ADVICE_BIDS(own=high, rank=high_ranks(game.seats)[0] + 1, bids=tuple(told))


def _pains(game: Tezuma, hand: Sequence[int]) -> Iterator[Text]:
    """Yield the average cost of each pain suit in the draft, the lowest first, unless all cost the same."""
    averages, high = table(game, "pains"), high_cards(hand, game.seats)
    counts = {suit: sum(card // 10 == suit for card in high) for suit in bits(game.open[0])}
    costs = {suit: averages[count,].mean for suit, count in counts.items() if (count,) in averages}
    if len({*counts.values()}) > 1 and len(costs) == len(counts):
        told = tuple(
            messages.PAIN_AVERAGE(suit=game.suits[suit].name, points=f"{costs[suit]:.1f}")
            for suit in sorted(costs, key=costs.__getitem__)
        )
        yield messages.ADVICE_PAINS(suits=told)


def _abilities(game: Tezuma, hand: Sequence[int]) -> Iterator[Text]:
    """Yield which ability in the draft brought hands with as many trumps the most points in test rounds.

    If the best average is not above the mean of these averages by two standard errors, nothing is yielded.
    """
    averages, trumps = table(game, "abilities"), sum(card % 10 == TRUMP for card in hand)
    known = {number: averages[number, trumps] for number in _open(game, 2) if (number, trumps) in averages}
    if len(known) != game.open[2].bit_count() or len(known) < 2:
        return
    best, *_, worst = _best_first({number: average.mean for number, average in known.items()})
    if known[best].mean - fmean(average.mean for average in known.values()) > 2 * known[best].error:
        yield messages.ADVICE_ABILITIES(
            trumps=trumps,
            best=ABILITIES[best].name,
            points=f"{known[best].mean:.1f}",
            worst=ABILITIES[worst].name,
            less=f"{known[worst].mean:.1f}",
        )


def _open(game: Tezuma, kind: int) -> list[int]:
    """Return the numbers of the bids (`kind` 1) or abilities (2) that are left in the draft."""
    return [place + 1 for place in bits(game.open[kind])]


def _best_first(points: Mapping[int, float]) -> list[int]:
    return sorted(points, key=lambda one: (-points[one], one))


# --- A trick


def _play(game: Tezuma, seat: int, hidden: Unknown) -> Iterator[Text]:
    """Yield the sentences about a play, the most useful first."""
    outlook = Outlook(game, seat, hidden)
    legal = game.legal_moves(seat)
    plays = [move for move in legal if move < ABILITY_PLAYS]
    groups = outlook.groups(plays)
    aim = _Aim(game, seat)
    if aim.dead:
        yield messages.ADVICE_DEAD()
    elif not game.trick:
        yield from _lead_lines(outlook, groups, aim)
    else:
        yield from _follow_lines(outlook, groups, aim, [move for move in legal if move >= ABILITY_PLAYS])


def _follow_lines(outlook: Outlook, groups: Groups, aim: "_Aim", abilities: Sequence[int]) -> Iterator[Text]:
    """Yield the sentences for a seat that plays to a trick in progress; `abilities` has its plays with an ability."""
    game, seat = outlook.game, outlook.seat
    with_ability = [move for move in abilities if move != DEFER]
    helped = len(outlook.groups(with_ability).lost) < len(with_ability)
    winners, every = groups.sure + groups.ahead, sum(map(len, groups))
    if len(groups.lost) == every and not helped:
        ability = ABILITIES[game.abilities[seat]].name if abilities else None
        yield _throw(game, seat, groups.lost, aim, ability)
        return
    useful = aim.wants >= 0 if not winners else aim.wants < 0 and len(winners) == every
    told = [*_ability_lines(outlook, with_ability, wins=not winners)] if useful else []
    if not any(text.key == messages.ADVICE_SAND.key for text in told):
        yield _outcome(game, groups, helped=helped)
    yield from told
    if aim.wants:
        yield from aim.lines()
    yield from _pain_lines(game, seat, groups, winning=bool(winners) or helped)
    if groups.sure and (groups.ahead or groups.behind):
        yield messages.ADVICE_WILL_WIN(cards=_named(game, groups.sure))
    elif groups.ahead:
        yield _threat(outlook, groups.ahead, weakest=aim.wants < 0)
    if not aim.wants:
        yield from aim.lines()


def _throw(game: Tezuma, seat: int, lost: Sequence[int], aim: "_Aim", ability: Text | None) -> Text:
    """Return what to play if no play can win the trick.

    That is a card of the pain suit; else the highest number if the bid needs no more tricks, and the lowest one if it
    does, or a trump that follows if all numbers are above `LOW`. Otherwise trumps are kept for later tricks. A seat
    without a choice of numbers is only told that it cannot win, with its `ability` (None: none may be used) or without.
    """
    numbers = sorted((card for card in lost if card % 10 != TRUMP), key=lambda card: card % 10)
    pains = [card for card in lost if card // 10 == game.pains[seat]]
    trumps = [card for card in lost if card % 10 == TRUMP and card // 10 == game.follow]
    code = game.edition.codes
    if 0 < len(pains) < len(lost):
        own = sorted(card for card in pains if card % 10 != TRUMP) or pains
        return messages.ADVICE_THROW_PAIN(cards=_named(game, own))
    if trumps and numbers and numbers[0] % 10 >= LOW and aim.now != aim.lose:
        return messages.ADVICE_THROW_TRUMP(card=card_text(code[trumps[0]]))
    if len(numbers) < 2:
        return messages.ADVICE_EVEN_WITH(ability=ability) if ability else messages.ADVICE_NONE_WILL_WIN()
    if aim.now == aim.lose:
        return messages.ADVICE_THROW_HIGH(card=card_text(code[numbers[-1]]))
    return messages.ADVICE_THROW_LOW(card=card_text(code[numbers[0]]))


def _named(game: Tezuma, cards: Sequence[int]) -> tuple[Text, ...]:
    return name_cards([game.edition.codes[card] for card in cards])


def _outcome(game: Tezuma, groups: Groups, *, helped: bool) -> Text:
    """Return which cards win; some play must be able to win, with or without an ability.

    If an ability may help (`helped`), no card is said to lose beside cards that win.
    """
    winners, losers = groups.sure + groups.ahead, groups.behind + groups.lost
    certain = not groups.ahead and not groups.behind
    if len(winners) + len(losers) == 1:
        return _single(game, groups)
    if not losers:
        return messages.ADVICE_ALL_WILL_WIN() if certain else messages.ADVICE_ALL_WOULD_WIN()
    if not winners:
        return messages.ADVICE_NONE_WOULD_WIN()
    if helped:
        return (messages.ADVICE_WILL_WIN if certain else messages.ADVICE_WOULD_WIN)(cards=_named(game, sorted(winners)))
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
        following = messages.ADVICE_BEATEN, messages.ADVICE_BEATEN_OR_TRUMP
        leading = messages.ADVICE_LEAD_BEATEN, messages.ADVICE_LEAD_BEATEN_OR_TRUMP
        phrase = (following if game.trick else leading)[trumps]
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
        own = min(CAPTURE[move] >> 8 * pain & 0xFF for move in game.legal_moves(seat))
        yield messages.ADVICE_PAIN(count=count + own, suit=game.suits[pain].name)


# --- The lead


def _lead_lines(outlook: Outlook, groups: Groups, aim: "_Aim") -> Iterator[Text]:
    if aim.wants:
        yield from aim.lines()
    lines = [_strong_lead(outlook, groups), _void(outlook)]
    if aim.wants < 0:
        lines = [_weak_lead(outlook, groups), *reversed(lines)]
    elif not aim.wants and aim.now == aim.win:
        lines.insert(1, _weak_lead(outlook, groups))
    yield from (line for line in lines if line is not None)
    if not aim.wants:
        yield from aim.lines()


def _strong_lead(outlook: Outlook, groups: Groups) -> Text | None:
    game = outlook.game
    if groups.sure:
        return messages.ADVICE_WILL_WIN(cards=_named(game, groups.sure))
    beaten = [(*outlook.beaters(move), move) for move in groups.ahead]
    top = [move for numbers, trumps, _, move in beaten if not numbers and trumps]
    if top:
        strong = [move for move in top if move % 10 != TRUMP] or top
        return messages.ADVICE_TRUMP_ONLY(cards=_named(game, strong))
    return _threat(outlook, [min(beaten, key=lambda one: (len(one[0]), one[1]))[3]]) if beaten else None


def _weak_lead(outlook: Outlook, groups: Groups) -> Text | None:
    """Return a sentence about the weakest lead; None if there is one lead, or no number in other hands can beat any.

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
    if sum(map(len, groups)) == 1 or not found or not max(found)[0]:
        return None
    count, _, move, every = max(found)
    suit = game.suits[move // 10].name
    return messages.ADVICE_LOW(card=card_text(game.edition.codes[move]), count=count, out=every, suit=suit)


def _void(outlook: Outlook) -> Text | None:
    """Return a sentence that names the seats that may trump a lead of a suit; None if no such seat is known.

    The suit is one of this hand that most other seats lack; a seat counts if it may hold a trump.
    """
    game = outlook.game
    others = [(outlook.seat + after) % game.seats for after in range(1, game.seats)]
    able = [seat for seat in others if any(card % 10 == TRUMP for card in outlook.hidden.possible(seat))]
    own = sorted({card // 10 for card in hand_cards(game.hands[outlook.seat])})
    voids = {suit: [seat for seat in able if suit in void_suits(game)[seat]] for suit in own}
    suit = max(own, key=lambda suit: len(voids[suit]))
    seats = tuple(map(seat_text, voids[suit]))
    return messages.ADVICE_VOID(seats=seats, suit=game.suits[suit].name) if seats else None


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

    def lines(self) -> Iterator[Text]:
        """Yield a sentence about the trick's effect on the bid; none if most tricks left would have to be won."""
        count = self.points.index(self.win, self.won) - self.won
        if self.left == 1:
            yield self._last_line()
        elif self.wants:
            yield self._fork_line()
        elif self.now == self.win:
            yield messages.ADVICE_HAVE(points=self.now)
        elif 2 * count <= self.left:
            exact = self.points[self.won + count + 1] < self.win
            phrase = messages.ADVICE_EXACTLY if exact else messages.ADVICE_MORE
            yield phrase(points=self.win, count=count, left=self.left)

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

"""Saizen: advice on the open decision, from a game restored from the seat's own view.

Every sentence is certain. "Would win now" speaks of the cards on the table only. "Will win" and "will lose" hold
whatever the others have in hand and however they play. `_Trick` tries more replies than the rules allow, so it may miss
a sure card, but is never wrong.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, islice
from typing import NamedTuple

from engine.games.saizen import messages
from engine.games.saizen.cards import ALL, CODES, FOLLOWING, JOKERS, RANK, SAME, SUIT, codes
from engine.games.saizen.game import Saizen
from engine.games.saizen.messages import SUITS
from engine.games.saizen.moves import CARD_OF, NAMED
from engine.games.saizen.rows import EARLIER, FREE, LOW, MAY, PLAYOFF
from engine.games.saizen.trick_winner import STRONGER
from engine.phrases import MOST_NAMED, name_cards
from engine.text import Phrase, Text, card_text, seat_text

SENTENCES = 3
"""The greatest number of sentences of one advice."""
FEW = 4
"""A sentence names at most this many cards that beat a card; more cards are only counted."""


def advice(game: Saizen, seat: int, ruled_out: Sequence[int], hand_sizes: Sequence[int]) -> list[Text]:
    """Return at most `SENTENCES` sentences for a seat that must act, the most useful one first.

    Args:
        game: a game restored from the view of the seat.
        seat: the seat that must act.
        ruled_out: by seat, the cards that cannot be in its set; cards that are certainly in another set are left out.
        hand_sizes: by seat, the number of cards in hand.
    """
    if game.phase.id == "chips":
        lines = _chips(game, seat)
    else:
        trick = _Trick(game, seat, ruled_out)
        lines = _lead(trick, last=1 in hand_sizes) if game.phase.id == "lead" else _follow(trick)
    return list(islice(lines, SENTENCES))


# --- The chips


def _chips(game: Saizen, seat: int) -> Iterator[Text]:
    hand = game.hands[seat]
    now = [_strongest(hand, suit, low=bool(game.sides >> 5 * suit & LOW)) for suit in range(4)]
    turned = [_strongest(hand, suit, low=not game.sides >> 5 * suit & LOW) for suit in range(4)]
    free = [suit for suit in range(4) if not game.moved >> 5 * suit & LOW]
    gains = {suit: turned[suit].bit_count() - now[suit].bit_count() for suit in free}
    most = max(gains.values(), default=0)
    for low in (0, LOW) if most > 0 else ():
        suits = [suit for suit in free if gains[suit] == most and game.sides >> 5 * suit & LOW == low]
        if suits:
            cards = sum(turned[suit] for suit in suits)
            names = tuple(SUITS[suit].name for suit in suits)
            yield messages.ADVICE_GAIN(suits=names, side=messages.SIDES[0][not low], cards=name_cards(codes(cards)))
    if any(now):
        yield messages.ADVICE_KEEP(cards=name_cards(codes(sum(now))))
    for suit in range(4):
        ignored = not game.sides >> 5 * suit & PLAYOFF and game.options.equals == "followers"
        if ignored and not hand & FOLLOWING[suit]:
            yield messages.ADVICE_NO_SUIT(suit=SUITS[suit].name)


def _strongest(hand: int, suit: int, *, low: bool) -> int:
    """Return the unbroken run of a suit's strongest cards in hand; 0 if the hand lacks the strongest card."""
    run = 0
    for rank in range(13) if low else range(12, -1, -1):
        card = SUIT[suit] & RANK[rank]
        if not hand & card:
            break
        run |= card
    return run


# --- A trick


class _Fate(NamedTuple):
    """A play and its fate: whether it wins the trick for sure, may win, or loses for sure."""

    move: int
    name: str
    """`sure` (it wins), `ahead` (it may still lose), `doomed` (ahead, but another seat must beat it), `matched` (it
    would be in a play-off now), `behind` (it may still win) or `lost`.
    """
    beaters: int
    """The cards with which a later seat may beat the play; meaningful for `ahead`."""
    equals: bool
    """True if a play-off of equal ranks may still beat the play; meaningful for `ahead`."""
    witness: tuple[int, int] | None
    """For a doomed play: a seat that must beat the play, and this seat's known cards that beat it; else None."""


class _Trick:
    """The trick in progress as a seat sees it."""

    def __init__(self, game: Saizen, seat: int, ruled_out: Sequence[int]) -> None:
        """Find the fate of each legal play of `seat`, which must act; `ruled_out` is as in `advice`."""
        self.game, self.seat = game, seat
        hidden = game.deck & ~sum(game.sets)
        self.possible = [hidden & ~out | hand for out, hand in zip(ruled_out, game.hands, strict=True)]
        """The cards that each seat may have in hand."""
        self.fates = [self._fate(move) for move in game.legal_moves(seat)]

    def named(self, fate: str) -> list[_Fate]:
        """Return the plays whose fate has this name, see `_Fate.name`."""
        return [one for one in self.fates if one.name == fate]

    def _fate(self, move: int) -> _Fate:
        game, card = self.game, CARD_OF[move]
        table = game.copy()
        (table.lay if table.trick else table.lead)(self.seat, move)
        rivals = table.order[table.turn :]
        if table.match >= 0:
            if SAME[table.match] >> card & 1:
                return _Fate(move, "matched", 0, equals=True, witness=None)
        elif table.best == card and table.ahead == self.seat:
            return self._ahead(table, move, rivals)
        return _Fate(move, "behind" if self._may_return(table, card, rivals) else "lost", 0, equals=False, witness=None)

    def _ahead(self, table: Saizen, move: int, rivals: Sequence[int]) -> _Fate:
        """Return the fate of `move`, which is ahead in `table`, the game after this move."""
        beats = table.beats[table.best]
        beaters = 0
        for rival in rivals:
            beaters |= self._replies(table, rival) & beats
        equals = bool(table.rule & PLAYOFF) and self._may_match(table, rivals)
        if not table.equals_matter and not table.rule & FREE:
            for rival in rivals:
                known = table.hands[rival] & beats & FOLLOWING[table.led]
                if known:
                    return _Fate(move, "doomed", beaters, equals, (rival, known))
        return _Fate(move, "ahead" if beaters or equals else "sure", beaters, equals, None)

    def _replies(self, table: Saizen, rival: int) -> int:
        """Return the cards that a rival may play, as far as is known: only cards that follow if it can and must."""
        must = not table.rule & MAY and table.hands[rival] & FOLLOWING[table.led]
        return self.possible[rival] & (FOLLOWING[table.led] if must else ALL)

    def _may_match(self, table: Saizen, rivals: Sequence[int]) -> bool:
        """Tell whether a rival may play a rank that is on the table, or two rivals may play equal ranks."""
        replies = [self._replies(table, rival) for rival in rivals]
        if any(cards & table.ranks_seen for cards in replies):
            return True
        pairs = combinations(replies, 2)
        return any(one & rank and other & rank for one, other in pairs for rank in RANK)

    def _may_return(self, table: Saizen, card: int, rivals: Sequence[int]) -> bool:
        """Tell whether a play that is not ahead may still win."""
        if table.rule & PLAYOFF:
            stronger = table.match < 0 or STRONGER[table.rule & LOW][table.match] >> card & 1
            return bool(stronger) and any(self.possible[rival] & SAME[card] for rival in rivals)
        any_suit = table.options.equals == "any-suit" and table.rule & EARLIER
        return bool(any_suit) and any(self.possible[rival] & SAME[card] for rival in rivals)

    def better(self, card: int) -> int:
        """Return the cards of `stronger(card)` that are unplayed and in other hands; none for a joker."""
        if JOKERS >> card & 1:
            return 0
        out = self.game.deck & ~self.game.hands[self.seat]
        for cards, hand in zip(self.game.sets, self.game.hands, strict=True):
            out &= ~(cards & ~hand)
        return out & self.stronger(card)

    def stronger(self, card: int) -> int:
        """Return the cards that beat a card in its own suit, by the ranks as the suit's rule card orders them now.

        The cards may be played, in a hand or unseen.
        """
        suit = card // 13
        return SUIT[suit] & STRONGER[self.game.sides >> 5 * suit & LOW][card]


def _cards(fates: Sequence[_Fate]) -> tuple[Text, ...]:
    return name_cards([CODES[card] for card in dict.fromkeys(CARD_OF[fate.move] for fate in fates)])


def _follow(trick: _Trick) -> Iterator[Text]:
    sure, ahead, doomed, matched, lost = map(trick.named, ("sure", "ahead", "doomed", "matched", "lost"))
    if sure:
        yield _winners(trick, sure, lost)
        yield from _enough(trick, [CARD_OF[fate.move] for fate in sure])
    elif ahead:
        yield _threat(min(ahead, key=lambda fate: (fate.equals, fate.beaters.bit_count())), leads=False)
    if doomed:
        yield from _known(doomed[0])
    if matched:
        yield messages.ADVICE_MATCH(cards=_cards(matched))
    if len(lost) == len(trick.fates):
        yield _weakest(trick, messages.ADVICE_THROW, messages.ADVICE_NONE_WILL_WIN)
    elif not (sure or ahead or doomed or matched):
        yield _weakest(trick, messages.ADVICE_THROW_NOW, messages.ADVICE_NONE_WOULD_WIN)
    elif 0 < len(lost) <= FEW and len(sure) + len(lost) < len(trick.fates):
        yield messages.ADVICE_WILL_LOSE(cards=_cards(lost))


def _enough(trick: _Trick, sure: Sequence[int]) -> Iterator[Text]:
    """Yield the weakest of the cards that win for sure, if another one of them is worth more in later tricks."""
    values = {card: _weakness(trick, card)[:2] for card in sure}
    weakest = max(sure, key=lambda card: _weakness(trick, card))
    if min(values.values()) < values[weakest]:
        yield messages.ADVICE_ENOUGH(card=card_text(CODES[weakest]))


def _weakest(trick: _Trick, phrase: Phrase, otherwise: Phrase) -> Text:
    """Return a sentence with the weakest card that may be played, and the number of stronger cards in other hands.

    Only cards of its suit are counted. If cards of another suit are as weak by this count, or if all cards that may be
    played are, return `otherwise`.
    """
    cards = {CARD_OF[fate.move] for fate in trick.fates}
    weakest = max(cards, key=lambda card: _weakness(trick, card))
    count = trick.better(weakest).bit_count()
    level = {card for card in cards if trick.better(card).bit_count() == count}
    if level == cards or len({card // 13 for card in level}) > 1:
        return otherwise()
    return phrase(card=card_text(CODES[weakest]), count=count, suit=SUITS[weakest // 13].name)


def _winners(trick: _Trick, sure: Sequence[_Fate], lost: Sequence[_Fate]) -> Text:
    """Return a sentence that names the plays that win for sure, or tells that all do.

    If all other plays lose for sure and are fewer, the sentence names those instead.
    """
    if len(sure) == len(trick.fates) > 1:
        return messages.ADVICE_ALL_WILL_WIN()
    fewer = min(sure, lost, key=len)
    if fewer and len(sure) + len(lost) == len(trick.fates) and len(fewer) <= MOST_NAMED:
        phrase = messages.ADVICE_ONLY_WILL_WIN if fewer is sure else messages.ADVICE_ONLY_WILL_LOSE
        return phrase(cards=_cards(fewer))
    return messages.ADVICE_WILL_WIN(cards=_cards(sure))


def _weakness(trick: _Trick, card: int) -> tuple[int, int, int]:
    """Return a sort key that is greater for a weaker card; a joker has the smallest key.

    The key has the number of unplayed cards that beat the card, then the number of all cards that beat it.
    """
    if JOKERS >> card & 1:
        return (0, 0, 0)
    return (1, trick.better(card).bit_count(), trick.stronger(card).bit_count())


def _threat(fate: _Fate, *, leads: bool) -> Text:
    """Return a sentence about the ways in which a play that is ahead may lose; `leads` is True for a lead."""
    card, beaters = card_text(CODES[CARD_OF[fate.move]]), name_cards(codes(fate.beaters))
    count = fate.beaters.bit_count()
    if count > FEW:
        return (messages.ADVICE_LEAD_BEATEN_BY_MANY if leads else messages.ADVICE_BEATEN_BY_MANY)(
            card=card, count=count
        )
    if not count:
        return (messages.ADVICE_LEAD_EQUAL if leads else messages.ADVICE_EQUAL)(card=card)
    if fate.equals:
        phrase = messages.ADVICE_LEAD_BEATEN_OR_EQUAL if leads else messages.ADVICE_BEATEN_OR_EQUAL
    else:
        phrase = messages.ADVICE_LEAD_BEATEN if leads else messages.ADVICE_BEATEN
    return phrase(card=card, beaters=beaters)


def _known(fate: _Fate) -> Iterator[Text]:
    """Yield a sentence that names a seat whose known cards force it to beat a doomed play, if there is such a seat."""
    if fate.witness is not None:
        seat, cards = fate.witness
        card = card_text(CODES[CARD_OF[fate.move]])
        yield messages.ADVICE_KNOWN(card=card, seat=seat_text(seat), cards=name_cards(codes(cards)))


def _lead(trick: _Trick, *, last: bool) -> Iterator[Text]:
    """Yield the sentences about a lead. `last` tells whether this is the round's last trick."""
    game = trick.game
    sure, ahead, doomed = (_leads(trick.named(fate)) for fate in ("sure", "ahead", "doomed"))
    every = len(sure) + len(doomed) == len(trick.fates)
    if every and not sure:
        yield _weakest(trick, messages.ADVICE_LEAD_WEAKEST, messages.ADVICE_LEAD_ALL_LOSE)
    elif every and doomed and min(len(sure), len(doomed)) <= MOST_NAMED:
        fewer = min(sure, doomed, key=len)
        phrase = messages.ADVICE_LEAD_ONLY_WINS if fewer is sure else messages.ADVICE_LEAD_ONLY_LOSES
        yield phrase(cards=_cards(fewer))
    else:
        yield from _some_lead(sure, ahead, doomed)
    if last and game.round < game.round_count:
        yield messages.ADVICE_LAST_TRICK()


def _some_lead(sure: Sequence[_Fate], ahead: Sequence[_Fate], doomed: Sequence[_Fate]) -> Iterator[Text]:
    """Yield a sentence about the leads that win for sure, or else about the best lead; then one about the doomed."""
    if sure:
        yield messages.ADVICE_LEAD_WINS(cards=_cards(sure))
    elif plain := [fate for fate in ahead if fate.move < NAMED]:
        yield _threat(min(plain, key=lambda fate: fate.beaters.bit_count() + FEW * fate.equals), leads=True)
    if doomed:
        yield messages.ADVICE_LEAD_LOSES(cards=_cards(doomed))


def _leads(fates: Sequence[_Fate]) -> list[_Fate]:
    """Return those leads of `fates` that a sentence can name without a suit.

    All leads of `fates` have the same fate. A joker is kept only if `fates` has it as a lead of each of the four suits.
    """
    moves = {fate.move for fate in fates}
    return [
        fate
        for fate in fates
        if fate.move < NAMED or all(NAMED + 4 * (CARD_OF[fate.move] - 52) + suit in moves for suit in range(4))
    ]

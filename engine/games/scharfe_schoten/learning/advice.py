"""Scharfe Schoten: advice on the open decision, from what the seat knows.

Every sentence is certain, or an average over test rounds (see `averages`).
"""

from collections.abc import Iterable

from engine.games.scharfe_schoten import messages
from engine.games.scharfe_schoten.cards import CODES, PREDICTIONS
from engine.games.scharfe_schoten.learning.averages import key, table
from engine.games.scharfe_schoten.learning.outlook import Hopes, Known, Outlook, hopes_of, outlook_of
from engine.games.scharfe_schoten.messages import SUITS
from engine.text import Phrase, Text, card_text

MOST_SENTENCES = 3
MOST_NAMED = 6
"""The greatest number of cards that a sentence names. A hand has at most twelve cards, so six names are enough for the
smaller of two groups.
"""
FEW_BEAT = 3
"""The strongest card in hand is worth a sentence if at most this many cards in other hands can beat it."""
STRONGEST = 10
"""The number of cards that count as strong when a seat predicts: about as many as there are tricks."""


def advise(known: Known) -> list[Text]:
    """Return the advice on the open decision of a seat that must act, the most useful sentence first."""
    phase = known.game.phase.id
    if phase == "predict":
        return _on_prediction(known)
    hopes = hopes_of(known)
    if hopes == (None, None):
        return [messages.LOST_BOTH()]
    if phase == "take":
        lines = _on_take(known, hopes)
    else:
        lines = _on_following(known, hopes) if known.game.trick else _on_lead(known, hopes)
    return [*_lost(known, hopes), *lines][:MOST_SENTENCES]


# --- Predictions


def _on_prediction(known: Known) -> list[Text]:
    """Return which two colours came true most often in test rounds, and the seat's cards of these colours.

    Their shares are not told: they are those of all hands with as many cards, and differ much from this hand's.
    """
    trumps, tables = known.game.deals[-1].trumps, (table(known.game, "most"), table(known.game, "fewest"))
    keys = [key(known.hand, trumps, colour) for colour in range(4)]
    shares = [[averages[one].mean for one in keys] for averages in tables]
    most, fewest = max(PREDICTIONS, key=lambda pair: shares[0][pair[0]] + shares[1][pair[1]])
    came_true = messages.CAME_TRUE(most=SUITS[most].name, fewest=SUITS[fewest].name)
    return [came_true, *_strong(known, most), *_short(known, fewest)]


def _strong(known: Known, colour: int) -> Iterable[Text]:
    """Yield how many cards of a colour the seat holds and which of them are strong, if any is (see `STRONGEST`)."""
    top = sorted(range(48), key=known.game.power.__getitem__)[-STRONGEST:]
    here = [card for card in known.hand if card // 12 == colour and card in top]
    if here:
        count = known.held[known.seat][colour]
        yield messages.HOLDS_TOP(suit=SUITS[colour].name, count=count, cards=_named(here))


def _short(known: Known, colour: int) -> Iterable[Text]:
    """Yield the seat's cards of a colour, and how many unseen ones beat all of these, if any does."""
    suit, cards = SUITS[colour].name, [card for card in known.hand if card // 12 == colour]
    beaten = min((known.stronger(card, colour) for card in cards), default=0)
    if beaten:
        yield messages.HOLDS_FEW(suit=suit, cards=_named(cards), beaten=beaten)


# --- Tricks


def _on_following(known: Known, hopes: Hopes) -> list[Text]:
    """Return which cards win, which predicted colour a card gives away or captures, and what the trick contains."""
    outlook, led = outlook_of(known), known.game.trick[0] // 12
    if not outlook.wins and not outlook.open:
        return [_throw(known, outlook.loses, hopes)]
    held = [sum(card // 12 == colour for card in known.game.trick) for colour in range(4)]
    many, few = (0 if colour is None else held[colour] for colour in hopes)
    thrown = [] if known.held[known.seat][led] else [*_captured(outlook, hopes), *_thrown(outlook, hopes)]
    worth = _holds(known, hopes, many, few)
    return [*_who_wins(outlook, wanted=many > 0 or few == 0), *thrown, *worth]


def _throw(known: Known, cards: list[int], hopes: Hopes) -> Text:
    """Return which of `cards`, none of which can win the trick, serves the predictions best.

    That is a card of the colour predicted fewest, and of several the strongest; else the weakest card of a colour that
    is not predicted, or of the colour predicted most.
    """
    power = known.game.power.__getitem__
    away = [card for card in cards if card // 12 == hopes.fewest]
    spare = [card for card in cards if card // 12 != hopes.most]
    if hopes.fewest is not None and away:
        return messages.THROW_FEWEST(card=card_text(CODES[max(away, key=power)]), suit=SUITS[hopes.fewest].name)
    weakest = card_text(CODES[min(spare or cards, key=power)])
    if hopes.most is not None and 0 < len(spare) < len(cards):
        return messages.THROW_OTHER(card=weakest, suit=SUITS[hopes.most].name)
    return messages.THROW_WEAKEST(card=weakest)


def _who_wins(outlook: Outlook, *, wanted: bool) -> Iterable[Text]:
    """Yield which cards win and which lose; name the winning cards if the trick is `wanted`, else the losing cards."""
    wins, open_, loses = outlook
    if not open_:
        yield _all_certain(wins, loses)
    elif wins and (wanted or not loses):
        yield _about(messages.WINS, wins)
    elif wins:
        yield _about(messages.LOSES, loses)
    elif not loses:
        yield messages.ALL_OPEN()
    elif (wanted and len(open_) <= MOST_NAMED) or len(loses) > MOST_NAMED:
        yield _about(messages.OPEN_ELSE_LOSES, open_)
    else:
        yield _about(messages.LOSES_ELSE_OPEN, loses)


def _all_certain(wins: list[int], loses: list[int]) -> Text:
    """Return which cards win and which lose, if the fate of every card is certain and some card wins."""
    if not loses:
        return messages.ALL_WIN()
    return _about(messages.ONLY_WIN, wins) if len(wins) <= len(loses) else _about(messages.ONLY_LOSE, loses)


def _holds(known: Known, hopes: Hopes, many: int, few: int) -> Iterable[Text]:
    """Yield which predicted colours the trick contains so far, or else what its winner may take from the rack."""
    most, fewest = (None if colour is None else SUITS[colour].name for colour in hopes)
    if most and fewest and many and few:
        yield messages.HOLDS_BOTH(most=most, count=many, fewest=fewest, few=few)
    elif most and many:
        yield messages.HOLDS_MOST(suit=most, count=many)
    elif fewest and few:
        yield messages.HOLDS_FEWEST(suit=fewest, count=few)
    elif most and known.game.rack[known.goal[0]]:
        yield messages.RACK_HAS(suit=most)
    elif most and fewest:
        yield messages.HOLDS_NEITHER(most=most, fewest=fewest)


def _captured(outlook: Outlook, hopes: Hopes) -> Iterable[Text]:
    """Yield a sentence that names winning cards of a predicted colour, if other winning cards are of another colour.

    The winner captures the own card, too. The caller checks that the seat cannot follow.
    """
    for phrase, colour in ((messages.CAPTURES_FEWEST, hopes.fewest), (messages.CAPTURES_MOST, hopes.most)):
        cards = [card for card in outlook.wins if card // 12 == colour]
        if 0 < len(cards) < len(outlook.wins) and colour is not None:
            yield phrase(cards=_named(cards[-MOST_NAMED:]), suit=SUITS[colour].name)
            return


def _thrown(outlook: Outlook, hopes: Hopes) -> Iterable[Text]:
    """Yield a sentence that names losing cards of a predicted colour, which the winner of the trick captures.

    The caller checks that the seat cannot follow.
    """
    for phrase, colour in ((messages.RIDS, hopes.fewest), (messages.GIVES, hopes.most)):
        cards = [card for card in outlook.loses if card // 12 == colour]
        if cards and colour is not None:
            yield phrase(cards=_named(cards[-MOST_NAMED:]), suit=SUITS[colour].name)
            return


def _on_lead(known: Known, hopes: Hopes) -> list[Text]:
    """Return which cards win or lose for sure if led, and how many cards of a predicted colour the winner gets."""
    outlook = outlook_of(known)
    lines: list[Text] = []
    if best := [card for card in outlook.wins if card // 12 == hopes.most]:
        lines.append(_leads(known, messages.LEAD_BRINGS, best))
    if low := [card for card in outlook.loses if card // 12 == hopes.fewest]:
        lines.append(_leads(known, messages.LEAD_RIDS, low))
    wins = [card for card in outlook.wins if card not in best]
    loses = [card for card in outlook.loses if card not in low]
    if not outlook.open and not outlook.loses:
        return [messages.ALL_WIN(), *lines]
    if not outlook.open and not outlook.wins:
        return lines or [_throw(known, loses, hopes)]
    if wins:
        lines.append(_about(messages.WINS, wins))
    elif not best:
        lines += _strongest(known, outlook)
    if loses:
        lines.append(_about(messages.LOSES, loses))
    return lines


def _leads(known: Known, phrase: Phrase, cards: list[int]) -> Text:
    """Return a sentence about leading one of `cards`: it says how many cards of their colour the trick has at least.

    If nobody has to follow, that is only the card itself; such a card never loses for sure.
    """
    colour = cards[0] // 12
    named, suit, followers = _named(cards[-MOST_NAMED:]), SUITS[colour].name, known.followers(colour)
    if not followers:
        return messages.LEAD_BRINGS_ONE(cards=named, suit=suit)
    return phrase(cards=named, suit=suit, least=1 + followers)


def _strongest(known: Known, outlook: Outlook) -> Iterable[Text]:
    """Yield a sentence about the strongest card in hand: at most how many cards in other hands can beat it.

    If the card loses for sure, or more than `FEW_BEAT` cards can beat it, nothing is yielded.
    """
    card = max(known.hand, key=known.game.power.__getitem__)
    if card in outlook.loses:
        return
    others = [held for seat, held in enumerate(known.held) if seat != known.seat]
    out = (sum(held[colour] for held in others) for colour in range(4))
    beaten = sum(min(count, known.stronger(card, colour)) for colour, count in enumerate(out))
    if beaten <= FEW_BEAT:
        yield messages.STRONGEST(card=card_text(CODES[card]), count=beaten)


def _lost(known: Known, hopes: Hopes) -> Iterable[Text]:
    """Yield a sentence for each prediction that can no longer come true."""
    most, fewest = (SUITS[colour].name for colour in known.goal)
    if hopes.most is None:
        yield messages.LOST_MOST(suit=most)
    if hopes.fewest is None:
        yield messages.LOST_FEWEST(suit=fewest)


# --- Taking a card from the rack


def _on_take(known: Known, hopes: Hopes) -> list[Text]:
    """Return how a card of each colour in the rack would affect the predictions that can still come true."""
    lines: list[Text] = []
    if hopes.most is not None and known.game.rack[hopes.most]:
        lines.append(_taken(known))
    if hopes.fewest is not None:
        lines += _freed(known, hopes.fewest)
    if hopes.most is not None and not known.game.rack[hopes.most]:
        lines += _beside(known, hopes.most)
    return lines


def _freed(known: Known, fewest: int) -> Iterable[Text]:
    """Yield a sentence if a card of the rack can break a tie for the fewest captured cards.

    The tie must be between the colour predicted fewest and exactly one other colour, of which the rack has a card.
    """
    own = known.captured
    level = [colour for colour in range(4) if colour != fewest and own[colour] == own[fewest]]
    if own[fewest] == min(own) and len(level) == 1 and known.game.rack[level[0]]:
        yield messages.TAKE_FREES(suit=SUITS[level[0]].name, fewest=SUITS[fewest].name)


def _beside(known: Known, most: int) -> Iterable[Text]:
    """Yield which colours can be taken from the rack so that the colour predicted most stays the most.

    If none can, yield which ones would only tie with it. Nothing is yielded if another colour is the most already. The
    caller checks that the rack has no card of the colour predicted most.
    """
    own, fewest = known.captured, known.goal[1]
    if any(own[colour] >= own[most] for colour in range(4) if colour != most):
        return
    offered = [colour for colour in range(4) if known.game.rack[colour] and colour != fewest]
    safe = tuple(SUITS[colour].name for colour in offered if own[colour] + 1 < own[most])
    ties = tuple(SUITS[colour].name for colour in offered if own[colour] + 1 == own[most])
    if safe:
        yield messages.TAKE_SAFE(suits=safe, most=SUITS[most].name)
    elif ties:
        yield messages.TAKE_TIES(suits=ties, most=SUITS[most].name)


def _taken(known: Known) -> Text:
    """Return how the colour predicted most would compare with the others if the seat took one more card of it."""
    (most, _), own = known.goal, known.captured
    suit, count = SUITS[most].name, own[most] + 1
    best = max(own[colour] for colour in range(4) if colour != most)
    others = tuple(SUITS[colour].name for colour in range(4) if colour != most and own[colour] == best)
    if count > best:
        return messages.TAKE_AHEAD(suit=suit, count=count, ahead=count - best)
    if count == best:
        return messages.TAKE_LEVEL(suit=suit, count=count, others=others)
    return messages.TAKE_BEHIND(suit=suit, count=count, behind=best - count, other=others[0])


# --- Sentences


def _about(phrase: Phrase, cards: list[int]) -> Text:
    """Return a sentence about cards; it names at most `MOST_NAMED` cards, the last ones."""
    return phrase(cards=_named(cards[-MOST_NAMED:]))


def _named(cards: Iterable[int]) -> tuple[Text, ...]:
    return tuple(card_text(CODES[card]) for card in cards)

"""Scharfe Schoten: advice on the open decision, from what the seat knows.

Every sentence is certain. A card loses for sure if it is beaten already, or if more later players must follow than
there are unseen cards of the led colour that it beats: each of them plays another card, so one of these beats it.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from engine.games.scharfe_schoten import messages
from engine.games.scharfe_schoten.cards import CODES, PREDICTIONS, cards_of, counts
from engine.games.scharfe_schoten.game import ScharfeSchoten
from engine.games.scharfe_schoten.messages import SUITS
from engine.text import Phrase, Text, card_text

MOST_SENTENCES = 3
MOST_NAMED = 5
"""The most cards that a sentence names."""
STRONGEST = 10
"""The number of cards that count as strong when a seat predicts: about as many as there are tricks."""


class Known(NamedTuple):
    """What a seat knows of a round."""

    game: ScharfeSchoten
    """A game restored from the seat's view: the other hands are empty."""
    seat: int
    held: Sequence[Sequence[int]]
    """By seat and colour: the number of cards in hand."""

    @property
    def hand(self) -> tuple[int, ...]:
        """The seat's cards."""
        return cards_of(self.game.hands[self.seat])

    @property
    def captured(self) -> tuple[int, ...]:
        """The number of the seat's captured cards by colour."""
        return counts(self.game.captured[self.seat])

    @property
    def goal(self) -> tuple[int, int]:
        """The colours that the seat predicted most and fewest of."""
        return PREDICTIONS[self.game.predictions[self.seat]]

    @property
    def later(self) -> list[int]:
        """The seats that play to the trick after this one."""
        seats = self.game.seats
        return [(self.seat + step) % seats for step in range(1, seats - len(self.game.trick))]

    def followers(self, colour: int) -> int:
        """Return how many later seats must follow if this colour is led."""
        return sum(self.held[seat][colour] > 0 for seat in self.later)

    def unseen(self, colour: int) -> list[int]:
        """Return the cards of a colour that are neither in the seat's hand nor played in this round."""
        game = self.game
        seen = {card for _, cards, _ in game.finished for card in cards}.union(game.trick, self.hand)
        return [card for card in range(12 * colour, 12 * colour + 12) if card not in seen]

    def stronger(self, card: int, colour: int) -> int:
        """Return how many unseen cards of a colour beat a card."""
        power = self.game.power
        return sum(power[one] > power[card] for one in self.unseen(colour))


class Outlook(NamedTuple):
    """The legal cards by what becomes of them in the trick."""

    wins: list[int]
    """Cards that no later player can beat."""
    open: list[int]
    """Cards that would win now, and that a later player may be able to beat."""
    loses: list[int]
    """Cards that lose for sure."""


def advise(known: Known) -> list[Text]:
    """Return the advice on the open decision of a seat that must act, the most useful sentence first."""
    phase = known.game.phase.id
    if phase == "predict":
        return _on_prediction(known)
    if phase == "take":
        return _on_take(known)
    return [*_lost(known), *(_on_following(known) if known.game.trick else _on_lead(known))][:MOST_SENTENCES]


# --- Predictions


def _on_prediction(known: Known) -> list[Text]:
    """Return where the hand is strong, and where it is short."""
    game, own = known.game, known.held[known.seat]
    strongest = sorted(range(48), key=game.power.__getitem__)[-STRONGEST:]
    top = [card for card in known.hand if card in strongest]
    ranking = [trump // 12 for trump in game.deals[-1].trumps]
    weight = [own[colour] + 2 * sum(card // 12 == colour for card in top) for colour in range(4)]
    most = max(ranking, key=weight.__getitem__)
    fewest = min((colour for colour in reversed(ranking) if colour != most), key=weight.__getitem__)
    return [*_strong(own[most], most, top), _short(known, fewest)]


def _strong(count: int, colour: int, top: Sequence[int]) -> Iterable[Text]:
    """Yield how many cards of a colour the seat holds, and which of the strongest cards."""
    suit, here = SUITS[colour].name, [card for card in top if card // 12 == colour]
    if here:
        yield messages.HOLDS_TOP(suit=suit, count=count, cards=_named(here), top=len(here))
    elif top:
        yield messages.HOLDS(suit=suit, count=count)
        yield messages.TOP(cards=_named(top), count=len(top))
    else:
        yield messages.NO_TOP()
        yield messages.HOLDS(suit=suit, count=count)


def _short(known: Known, colour: int) -> Text:
    """Return how few cards of a colour the seat holds, and how many unseen cards of the colour beat them."""
    suit, cards = SUITS[colour].name, [card for card in known.hand if card // 12 == colour]
    if not cards:
        others = sum(held[colour] for seat, held in enumerate(known.held) if seat != known.seat)
        return messages.HOLDS_NONE(suit=suit, others=others)
    beaten = min(known.stronger(card, colour) for card in cards)
    return messages.HOLDS_FEW(suit=suit, cards=_named(cards), count=len(cards), beaten=beaten)


# --- Tricks


def _outlook(known: Known) -> Outlook:
    """Sort the legal cards by what becomes of them."""
    outlook = Outlook([], [], [])
    game = known.game
    for card in game.legal_moves(known.seat):
        led = game.trick[0] // 12 if game.trick else card // 12
        if _loses(known, card, led):
            outlook.loses.append(card)
        else:
            (outlook.open if _may_lose(known, card, led) else outlook.wins).append(card)
    return outlook


def _loses(known: Known, card: int, led: int) -> bool:
    """Tell whether a card loses for sure."""
    power = known.game.power
    if any(power[one] > power[card] for one in known.game.trick):
        return True
    return known.followers(led) > len(known.unseen(led)) - known.stronger(card, led)


def _may_lose(known: Known, card: int, led: int) -> bool:
    """Tell whether a later seat may hold a card that beats this one, and may play it."""
    for seat in known.later:
        held = known.held[seat]
        colours = (led,) if held[led] else range(4)
        if any(held[colour] and known.stronger(card, colour) for colour in colours):
            return True
    return False


def _on_following(known: Known) -> list[Text]:
    """Return which cards win, what a losing card gives away, and what the trick holds of the predicted colours."""
    game, (most, fewest) = known.game, known.goal
    outlook, led = _outlook(known), game.trick[0] // 12
    held = [sum(card // 12 == colour for card in game.trick) for colour in range(4)]
    wanted = held[most] > 0 or held[fewest] == 0
    thrown = [] if known.held[known.seat][led] else _thrown(outlook, fewest, most)
    worth = [_holds(known, held)] if outlook.wins or outlook.open else []
    return [*_who_wins(outlook, wanted=wanted), *thrown, *worth]


def _who_wins(outlook: Outlook, *, wanted: bool) -> Iterable[Text]:
    """Yield which cards win and which lose; the cards named are those that win if the trick is `wanted`."""
    wins, open_, loses = outlook
    if not open_:
        yield _all_certain(wins, loses)
    elif wins and (wanted or not loses):
        yield _about(messages.WINS, wins)
    elif wins:
        yield _about(messages.LOSES, loses)
    elif not loses:
        yield messages.ALL_OPEN()
    elif len(open_) <= (MOST_NAMED if wanted else 0) or len(loses) > MOST_NAMED:
        yield _about(messages.OPEN if len(open_) > MOST_NAMED else messages.OPEN_ELSE_LOSES, open_)
    else:
        yield _about(messages.LOSES_ELSE_OPEN, loses)


def _all_certain(wins: list[int], loses: list[int]) -> Text:
    """Return which cards win and which lose if each of them does either for sure."""
    if not wins:
        return messages.NONE_WINS()
    if not loses:
        return messages.ALL_WIN()
    return _about(messages.ONLY_WIN, wins) if len(wins) <= len(loses) else _about(messages.ONLY_LOSE, loses)


def _holds(known: Known, held: Sequence[int]) -> Text:
    """Return what the trick so far holds of the predicted colours, or what its winner may take from the rack."""
    most, fewest = known.goal
    most_suit, fewest_suit = SUITS[most].name, SUITS[fewest].name
    if held[most] and held[fewest]:
        return messages.HOLDS_BOTH(most=most_suit, count=held[most], fewest=fewest_suit, few=held[fewest])
    if held[most]:
        return messages.HOLDS_MOST(suit=most_suit, count=held[most])
    if held[fewest]:
        return messages.HOLDS_FEWEST(suit=fewest_suit, count=held[fewest])
    if known.game.rack[most]:
        return messages.RACK_HAS(suit=most_suit, count=known.game.rack[most])
    return messages.HOLDS_NEITHER(most=most_suit, fewest=fewest_suit)


def _thrown(outlook: Outlook, fewest: int, most: int) -> Iterable[Text]:
    """Yield which losing cards give a predicted colour away, where the seat cannot follow."""
    for phrase, colour in ((messages.RIDS, fewest), (messages.GIVES, most)):
        cards = [card for card in outlook.loses if card // 12 == colour]
        if cards:
            yield phrase(cards=_named(cards[-MOST_NAMED:]), suit=SUITS[colour].name)
            return


def _on_lead(known: Known) -> list[Text]:
    """Return which cards win or lose for sure if they are led, and what comes with them."""
    (most, fewest), outlook = known.goal, _outlook(known)
    lines: list[Text] = []
    if best := [card for card in outlook.wins if card // 12 == most]:
        lines.append(_leads(known, messages.LEAD_BRINGS, best))
    if low := [card for card in outlook.loses if card // 12 == fewest]:
        lines.append(_leads(known, messages.LEAD_RIDS, low))
    wins = [card for card in outlook.wins if card not in best]
    loses = [card for card in outlook.loses if card not in low]
    if not outlook.open and (not outlook.wins or not outlook.loses):
        return [_all_certain(outlook.wins, outlook.loses), *lines]
    if wins:
        lines.append(_about(messages.WINS, wins))
    elif not best:
        lines.append(_strongest(known))
    if loses:
        lines.append(_about(messages.LOSES, loses))
    return lines


def _leads(known: Known, phrase: Phrase, cards: list[int]) -> Text:
    """Return what cards of one colour bring to whoever wins the trick: at least one card from each who must follow."""
    colour = cards[0] // 12
    followed = 1 + known.followers(colour)
    return phrase(cards=_named(cards), count=len(cards), suit=SUITS[colour].name, least=followed)


def _strongest(known: Known) -> Text:
    """Return the strongest card of a hand, and how many cards in other hands can beat it at most."""
    card = max(known.hand, key=known.game.power.__getitem__)
    others = [held for seat, held in enumerate(known.held) if seat != known.seat]
    out = (sum(held[colour] for held in others) for colour in range(4))
    beaten = sum(min(count, known.stronger(card, colour)) for colour, count in enumerate(out))
    return messages.STRONGEST(card=card_text(CODES[card]), count=beaten)


def _lost(known: Known) -> Iterable[Text]:
    """Yield a prediction that cannot come true any more."""
    (most, fewest), own = known.goal, known.captured
    taken = [sum(counts(captured)[colour] for captured in known.game.captured) for colour in range(4)]
    left = [12 - count for count in taken]
    ahead = [colour for colour in range(4) if own[most] + left[most] < own[colour]]
    below = [colour for colour in range(4) if own[fewest] > own[colour] + left[colour]]
    if ahead and below:
        yield messages.LOST_BOTH()
    elif ahead:
        yield messages.LOST_MOST(suit=SUITS[most].name)
    elif below:
        yield messages.LOST_FEWEST(suit=SUITS[fewest].name)


# --- Taking a card from the rack


def _on_take(known: Known) -> list[Text]:
    """Return what a card of each colour in the rack does to the prediction."""
    (most, fewest), own, rack = known.goal, known.captured, known.game.rack
    lines = [_taken(known) if rack[most] else messages.RACK_LACKS(suit=SUITS[most].name)]
    others = [colour for colour in range(4) if colour not in {most, fewest} and rack[colour]]
    level = [colour for colour in range(4) if colour != fewest and own[colour] == own[fewest]]
    if own[fewest] == min(own) and len(level) == 1 and rack[level[0]]:
        lines.append(messages.TAKE_FREES(suit=SUITS[level[0]].name, fewest=SUITS[fewest].name))
    if not rack[most]:
        rivals = tuple(SUITS[colour].name for colour in others if own[colour] + 1 >= own[most])
        safe = tuple(SUITS[colour].name for colour in others if own[colour] + 1 < own[most])
        if safe:
            lines.append(messages.TAKE_SAFE(suits=safe, most=SUITS[most].name))
        if rivals:
            lines.append(messages.TAKE_RIVALS(suits=rivals, most=SUITS[most].name))
    return lines[:MOST_SENTENCES]


def _taken(known: Known) -> Text:
    """Return how a card of the colour predicted most compares with the seat's other colours."""
    (most, _), own = known.goal, known.captured
    suit, count = SUITS[most].name, own[most] + 1
    best = max(own[colour] for colour in range(4) if colour != most)
    others = tuple(SUITS[colour].name for colour in range(4) if colour != most and own[colour] == best)
    if count > best:
        return messages.TAKE_AHEAD(suit=suit, count=count, ahead=count - best)
    if count == best:
        return messages.TAKE_LEVEL(suit=suit, count=count, others=others)
    return messages.TAKE_BEHIND(suit=suit, count=count, behind=best - count, others=others)


# --- Sentences


def _about(phrase: Phrase, cards: list[int]) -> Text:
    """Return a sentence about cards; of too many, it names the last ones."""
    named = cards[-MOST_NAMED:]
    return phrase(cards=_named(named), count=len(named))


def _named(cards: Iterable[int]) -> tuple[Text, ...]:
    return tuple(card_text(CODES[card]) for card in cards)

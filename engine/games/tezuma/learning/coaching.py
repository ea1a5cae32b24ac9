"""Tezuma: the rules that matter for the open decision, from what the seat knows."""

from collections.abc import Iterator

from engine.games.tezuma import messages
from engine.games.tezuma.abilities import ABILITIES
from engine.games.tezuma.cards import TRUMP, hand_cards, suit_size
from engine.games.tezuma.game import NOTHING, Tezuma
from engine.games.tezuma.moves import ABILITY_OF, CAPTURE, WIN
from engine.games.tezuma.trick_winner import active_trumps
from engine.text import Text, seat_text


def coach(game: Tezuma, seat: int) -> list[Text]:
    """Return a sentence for each rule that matters for a seat that must act, the most important first.

    Args:
        game: a game restored from the seat's view.
        seat: a seat that must act.
    """
    if game.phase.id == "draft":
        return [] if game.bids[seat] else [messages.COACH_BID()]
    return [*_following(game, seat), *_pain(game, seat), *_ability(game, seat)]


def _following(game: Tezuma, seat: int) -> Iterator[Text]:
    """Yield the effect of the seat's trump in the led suit, and of its other trumps if the seat cannot follow."""
    if game.follow == NOTHING:
        return
    hand, suit = hand_cards(game.hands[seat]), game.suits[game.follow].name
    if 10 * game.follow + TRUMP in hand:
        yield messages.COACH_FOLLOW(suit=suit)
    void = not suit_size(game.hands[seat], game.follow)
    if not void or game.watered or WIN in game.trick or all(card % 10 != TRUMP for card in hand):
        return
    if any(active_trumps(game.trick)):
        yield messages.COACH_TIE()
    elif (rival := _may_idle(game, seat)) is not None:
        water = ABILITIES[game.armed[rival]].name
        yield messages.COACH_TRUMP_OR_WATER(suit=suit, seat=seat_text(rival), ability=water)
    else:
        yield messages.COACH_TRUMP(suit=suit)


def _may_idle(game: Tezuma, seat: int) -> int | None:
    """Return a seat that plays after `seat` and may make the trumps of this trick idle."""
    later = [(game.leader + place) % game.seats for place in range(len(game.trick) + 1, game.seats)]
    able = (rival for rival in later if rival != seat and ABILITIES[game.armed[rival]].idles_trumps)
    return next(able, None)


def _pain(game: Tezuma, seat: int) -> Iterator[Text]:
    """Yield the cost of the seat's pain suit, if the trick contains a card of it."""
    pain = game.pains[seat]
    if any(CAPTURE[move] >> 8 * pain & 0xFF for move in game.trick):
        yield messages.COACH_PAIN(suit=game.suits[pain].name)


def _ability(game: Tezuma, seat: int) -> Iterator[Text]:
    """Yield how the seat uses its ability, if the ability can be used now."""
    number = game.armed[seat]
    if number and any(ABILITY_OF[move] == number for move in game.legal_moves(seat)):
        yield messages.COACH_ABILITY(ability=ABILITIES[number].name)

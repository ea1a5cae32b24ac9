"""Tennos Square: the phases.

First, all seats lay a card in the market. Then come the turns. A turn may begin with an exchange.
"""

from collections.abc import Iterable

from engine import phrases
from engine.cards import bits, subset_tuples
from engine.contract.phase import Path, Phase
from engine.games.tennos_square import messages
from engine.games.tennos_square.cards import CODES, DISCARD, END, EXCHANGE, NEXT, STEPS, STOCK
from engine.games.tennos_square.game import EXCHANGED, NOTHING, TennosSquare
from engine.text import Text, card_text, seat_text

_CARD_AND_SLOT = tuple(divmod(move, 9) for move in range(EXCHANGE))
_BACK = tuple((EXCHANGE + card,) for card in range(60))
"""By card: the move that lays it in the market and takes it back."""
_PLAYS = [moves for card in range(60) for moves in subset_tuples(9, 9 * card)]
"""The moves that play a card. The index is 512 * card + the mask of the face-down slots."""
_TO = {
    3: {1: messages.TO_LEFT, 2: messages.TO_RIGHT},
    4: {1: messages.TO_LEFT, 2: messages.TO_PARTNER, 3: messages.TO_RIGHT},
}
"""The texts that say why a seat is next, by the number of seats and by the clockwise distance to that seat."""
_LABELS = {"exchange": messages.EXCHANGE(), "stock": messages.STOCK()}


class Discard(Phase[TennosSquare]):
    """Every seat secretly lays one of its three cards in the market."""

    __slots__ = ()

    id = "discard"
    moves = range(DISCARD, END)
    advice = messages.HINT_DISCARD()

    def legal_moves(self, game: TennosSquare, seat: int) -> tuple[int, ...]:
        return tuple([DISCARD + card for card in game.hands[seat]])

    def apply(self, game: TennosSquare, seat: int, move: int) -> None:
        card = game.discards[seat] = move - DISCARD
        game.hands[seat] = tuple([one for one in game.hands[seat] if one != card])
        game.to_act = tuple([other for other in game.to_act if other != seat])
        if not game.to_act:
            game.market = (STOCK, *[EXCHANGE + one for one in game.discards])
            game.to_act = (game.start,)
            game.phase = TURN
            if game.log is not None:
                for other, one in enumerate(game.discards):
                    if other != seat:  # the log has this seat's card already
                        game.add_to_log(_had_laid(other, one))
                game.add_to_log(TURN.name(game))

    def refusal(self, game: TennosSquare, seat: int, move: int) -> Text:
        return phrases.NOT_IN_HAND(card=card_text(CODES[move - DISCARD]))

    def name(self, game: TennosSquare) -> Text:
        return messages.DISCARDING()

    def log_line(self, game: TennosSquare, seat: int, move: int) -> Text:
        last = game.to_act == (seat,)  # once the last seat has laid its card, all laid cards are turned up
        return _had_laid(seat, move - DISCARD) if last else messages.LAID(seat=seat_text(seat))

    def prompt(self, game: TennosSquare, seat: int, path: Path) -> Text:
        return messages.ASK_DISCARD()

    def move_name(self, game: TennosSquare, seat: int, move: int) -> Text:
        return messages.LAY(card=card_text(CODES[move - DISCARD]))


def _had_laid(seat: int, card: int) -> Text:
    return messages.HAD_LAID(seat=seat_text(seat), card=card_text(CODES[card]))


class Turn(Phase[TennosSquare]):
    """A card is played on a face-down slot of the seat's row.

    A seat with two cards in hand may first exchange them: it lays both in the market, and takes one card from the
    market or the stock. No flag records the exchange: it needs two cards in hand and leaves one, so it cannot happen
    twice.
    """

    __slots__ = ()

    id = "turn"
    moves = range(DISCARD)
    advice = messages.HINT_TURN()
    open = True  # everybody can see how many cards are in hand and how many slots are face down

    def legal_moves(self, game: TennosSquare, seat: int) -> tuple[int, ...]:
        hand = game.hands[seat]
        down = game.down[seat]
        if len(hand) == 1:
            return _PLAYS[hand[0] << 9 | down]
        low, high = hand
        return _PLAYS[low << 9 | down] + _BACK[low] + _PLAYS[high << 9 | down] + _BACK[high] + game.market

    def apply(self, game: TennosSquare, seat: int, move: int) -> None:
        if move >= EXCHANGE:
            self._exchange(game, seat, move)
            return
        card, slot = _CARD_AND_SLOT[move]
        row = game.row
        game.last = place = game.size * seat + slot
        picked = row[place]
        row[place] = card
        hand = game.hands[seat]
        if len(hand) == 1:
            game.hands[seat] = (picked,)
        else:
            kept = hand[hand[0] == card]
            game.hands[seat] = (kept, picked) if kept < picked else (picked, kept)
        game.down[seat] = down = game.down[seat] ^ 1 << slot
        if not down:
            game.finish_round(seat)
            return
        game.to_act = NEXT[game.seats][place]
        if game.log is not None:
            game.add_to_log(self.name(game))

    def _exchange(self, game: TennosSquare, seat: int, move: int) -> None:
        low, high = game.hands[seat]
        market = (*game.market, EXCHANGE + low, EXCHANGE + high)
        if move == STOCK:
            card = game.stock[game.drawn]
            game.drawn += 1
        else:
            card = move - EXCHANGE
            place = market.index(move)
            market = market[:place] + market[place + 1 :]
            game.market_card[seat] = card
        game.market = market
        game.hands[seat] = (card,)
        game.last = EXCHANGED

    def refusal(self, game: TennosSquare, seat: int, move: int) -> Text:
        if move >= EXCHANGE:
            if len(game.hands[seat]) != 2:
                return messages.NEEDS_TWO()
            return messages.NOT_IN_MARKET(card=card_text(CODES[move - EXCHANGE]))
        card, slot = _CARD_AND_SLOT[move]
        if card not in game.hands[seat]:
            return phrases.NOT_IN_HAND(card=card_text(CODES[card]))
        if slot >= game.size:
            return messages.NO_SLOT(slots=game.size)
        return messages.FACE_UP(slot=slot + 1, others=" ".join(str(other + 1) for other in bits(game.down[seat])))

    def name(self, game: TennosSquare) -> Text:
        """Return whose turn it is, and why."""
        seat = seat_text(game.to_act[0])
        if game.last == NOTHING:
            if game.round == 1:
                return messages.STARTS_LEFT(seat=seat)
            tied = game.scores.count(min(game.scores)) > 1
            return (messages.STARTS_TIED if tied else messages.STARTS_LOWEST)(seat=seat)
        if game.last == EXCHANGED:
            return messages.EXCHANGED(seat=seat)
        last, slot = divmod(game.last, game.size)
        step = STEPS[game.seats][slot]
        if step == 0:
            return messages.AGAIN(seat=seat, slot=slot + 1)
        return _TO[game.seats][step](seat=seat, last=seat_text(last), slot=slot + 1)

    def log_line(self, game: TennosSquare, seat: int, move: int) -> Text:
        who = seat_text(seat)
        if move < EXCHANGE:
            card, slot = _CARD_AND_SLOT[move]
            return messages.PLAYED(seat=who, card=card_text(CODES[card]), slot=slot + 1)
        hand = game.hand(seat)
        given = tuple(card_text(code) for code in hand)
        if move == STOCK:
            return messages.TOOK_STOCK(seat=who, given=given)
        taken = CODES[move - EXCHANGE]
        if taken in hand:
            return messages.KEPT(seat=who, given=given[hand[0] == taken], card=card_text(taken))
        return messages.TOOK(seat=who, given=given, card=card_text(taken))

    def prompt(self, game: TennosSquare, seat: int, path: Path) -> Text:
        if path and path[0] == "exchange":
            return messages.ASK_TAKE(cards=tuple(card_text(code) for code in game.hand(seat)))
        if path:
            return messages.ASK_SLOT(card=card_text(path[0]))
        return messages.ASK_TURN() if len(game.hands[seat]) == 2 else messages.ASK_PLAY()

    def offers(self, game: TennosSquare, seat: int) -> Iterable[int]:
        hand = game.hands[seat]
        plays = [9 * card + slot for card in hand for slot in range(game.size)]
        return [*plays, *game.market, *(EXCHANGE + card for card in hand)]

    def move_name(self, game: TennosSquare, seat: int, move: int) -> Text:
        if move >= EXCHANGE:
            if move == STOCK:
                return messages.EXCHANGE_FOR(card=messages.STOCK())
            card = move - EXCHANGE
            phrase = messages.EXCHANGE_KEEP if card in game.hands[seat] else messages.EXCHANGE_FOR
            return phrase(card=card_text(CODES[card]))
        card, slot = _CARD_AND_SLOT[move]
        return messages.ON_SLOT(card=card_text(CODES[card]), slot=slot + 1)

    def label(self, game: TennosSquare, seat: int, token: str) -> Text:
        if token in _LABELS:
            return _LABELS[token]
        return _slot(game, seat, int(token) - 1) if token.isdecimal() else card_text(token)


def _slot(game: TennosSquare, seat: int, slot: int) -> Text:
    """Return the label of a slot. For a face-down slot, the label says who moves after this slot is filled."""
    down = game.down[seat]
    if not down >> slot & 1:
        return messages.SLOT(slot=slot + 1)
    if down == 1 << slot:
        return messages.SLOT_ENDS(slot=slot + 1)
    (following,) = NEXT[game.seats][game.size * seat + slot]
    if following == seat:
        return messages.SLOT_AGAIN(slot=slot + 1)
    return messages.SLOT_NEXT(slot=slot + 1, seat=seat_text(following))


LAY_CARD = Discard()
TURN = Turn()
PHASES = (LAY_CARD, TURN)
"""In the order of a round."""

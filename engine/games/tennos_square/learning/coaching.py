"""Tennos Square: the rules that matter for the open decision, from what the seat knows."""

from collections.abc import Iterator

from engine.games.tennos_square import messages
from engine.games.tennos_square.cards import CODES, has_worth
from engine.games.tennos_square.game import TennosSquare
from engine.text import Text, card_text, seat_text


def coach(game: TennosSquare, seat: int) -> list[Text]:
    """Return a sentence for each rule that matters for a seat that must act, the most important first.

    Args:
        game: a game restored from the seat's view.
        seat: a seat that must act.
    """
    if game.phase.id == "discard":
        return [messages.COACH_MARKET()]
    exchange = [messages.COACH_EXCHANGE()] if len(game.hands[seat]) > 1 else []
    following = [messages.COACH_NEXT()] if game.down[seat].bit_count() > 1 else []
    run = [messages.COACH_RUN()] if has_worth(game.seen_row(seat)) else []
    return [*_end(game), *following, *exchange, *_equal(game, seat), *run]


def _end(game: TennosSquare) -> Iterator[Text]:
    """Yield a sentence with the bonus for a full row and the lowest seat that has one face-down slot left, if any."""
    close = [seat for seat, down in enumerate(game.down) if down.bit_count() == 1]
    if close:
        yield messages.COACH_END(seat=seat_text(close[0]), bonus=5 * game.seats)


def _equal(game: TennosSquare, seat: int) -> Iterator[Text]:
    """Yield a sentence about the first card in hand that has the rank of a face-up card of the seat's row, if any."""
    row = [card for card in game.seen_row(seat) if card >= 0]
    pairs = ((card, other) for card in game.hands[seat] for other in row if card % 10 == other % 10)
    for card, other in pairs:
        yield messages.COACH_EQUAL(card=card_text(CODES[card]), other=card_text(CODES[other]))
        return

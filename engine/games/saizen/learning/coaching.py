"""Saizen: the rules that matter for the open decision, from what the seat knows."""

from collections.abc import Iterator

from engine import phrases
from engine.games.saizen import messages
from engine.games.saizen.game import Saizen
from engine.games.saizen.messages import SUITS
from engine.games.saizen.rows import LOW
from engine.text import Text, seat_text

_MATCHES = {messages.MUST_MATCH.key, messages.MUST_OUTMATCH.key, messages.MUST_JOIN.key}


def coach(game: Saizen, seat: int) -> list[Text]:
    """Return a sentence for each rule that matters for a seat that must act, the most important first.

    Args:
        game: a game restored from the seat's view.
        seat: a seat that must act.
    """
    if game.phase.id == "chips":
        return [*_passed(game, seat), messages.COACH_CHIP()]
    if not game.trick:
        return [messages.COACH_LEAD()]
    return [*_play_off(game), *_duties(game, seat), *_low(game)]


def _passed(game: Saizen, seat: int) -> Iterator[Text]:
    """Yield a sentence that names the seats between which sets were passed; nothing in the first round."""
    if game.past:
        giver, taker = (seat + 1) % game.seats, (seat - 1) % game.seats
        yield messages.COACH_PASSED(giver=seat_text(giver), taker=seat_text(taker))


def _play_off(game: Saizen) -> Iterator[Text]:
    if game.playoff:
        yield messages.COACH_PLAY_OFF(suit=SUITS[game.led].name)


def _duties(game: Saizen, seat: int) -> Iterator[Text]:
    """Yield a sentence for each kind of duty that forbids a card of the hand. The duty to win comes first."""
    reasons = [choice.reason.args["why"] for choice in game.choices(seat) if choice.reason is not None]
    duties = {reason.key for reason in reasons if isinstance(reason, Text)}
    if messages.MUST_WIN.key in duties:
        yield messages.COACH_WIN()
    if duties & _MATCHES:
        yield messages.COACH_MATCH()
    if phrases.MUST_FOLLOW.key in duties:
        yield messages.COACH_FOLLOW(suit=SUITS[game.led].name)


def _low(game: Saizen) -> Iterator[Text]:
    if game.rule & LOW:
        yield messages.COACH_LOW(suit=SUITS[game.led].name)

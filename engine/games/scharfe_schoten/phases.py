"""Scharfe Schoten: the phases.

First, all seats predict. Then come the tricks. The winner of each trick takes a card from the rack.
"""

from collections.abc import Iterable
from itertools import permutations

from engine import phrases
from engine.cards import bits
from engine.contract.phase import Path, Phase
from engine.games.scharfe_schoten import messages
from engine.games.scharfe_schoten.cards import (
    CAPTURED,
    CARDS,
    CODES,
    COLOURS,
    END,
    ONE_OF,
    PREDICT,
    PREDICTIONS,
    SETS,
    TAKE,
    cards_of,
)
from engine.games.scharfe_schoten.deal import HAND
from engine.games.scharfe_schoten.game import COLOUR_MASKS, ScharfeSchoten
from engine.games.scharfe_schoten.messages import SUITS
from engine.phrases import card_log_line, card_prompt, card_refused, must_follow
from engine.text import Text, card_text, seat_text
from engine.tricks import SEAT_TUPLE

_PREDICTS = tuple(range(PREDICT, END))


class Predict(Phase[ScharfeSchoten]):
    """Every seat predicts in secret which colour it will capture most, and which fewest."""

    __slots__ = ()

    id = "predict"
    moves = range(PREDICT, END)
    advice = messages.HINT_PREDICT()

    def legal_moves(self, game: ScharfeSchoten, seat: int) -> tuple[int, ...]:
        return _PREDICTS

    def apply(self, game: ScharfeSchoten, seat: int, move: int) -> None:
        game.predictions[seat] = move - PREDICT
        place = game.to_act.index(seat)
        game.to_act = game.to_act[:place] + game.to_act[place + 1 :]
        if not game.to_act:
            game.to_act = SEAT_TUPLE[game.leader]
            game.phase = TRICK
            if game.log is not None:
                self._reveal(game)

    def _reveal(self, game: ScharfeSchoten) -> None:
        for seat, prediction in enumerate(game.predictions):
            most, fewest = PREDICTIONS[prediction]
            game.add_to_log(messages.REVEALED(seat=seat_text(seat), most=SUITS[most].name, fewest=SUITS[fewest].name))

    def name(self, game: ScharfeSchoten) -> Text:
        return messages.PREDICTING()

    def log_line(self, game: ScharfeSchoten, seat: int, move: int) -> Text:
        return messages.FORETOLD(seat=seat_text(seat))

    def prompt(self, game: ScharfeSchoten, seat: int, path: Path) -> Text:
        return messages.ASK_FEWEST() if path else messages.ASK_MOST()

    def offers(self, game: ScharfeSchoten, seat: int) -> Iterable[int]:
        return [PREDICT + PREDICTIONS.index(pair) for pair in permutations(game.strongest_first, 2)]

    def move_name(self, game: ScharfeSchoten, seat: int, move: int) -> Text:
        most, fewest = PREDICTIONS[move - PREDICT]
        return messages.PREDICTS(most=SUITS[most].name, fewest=SUITS[fewest].name)

    def label(self, game: ScharfeSchoten, seat: int, token: str) -> Text:
        return SUITS[COLOURS.index(token)].name


class TrickPhase(Phase[ScharfeSchoten]):
    """A card is played to the trick."""

    __slots__ = ()

    id = "trick"
    moves = range(TAKE)
    advice = messages.HINT_PLAY()
    open = True  # the backs make the number of cards of each colour public

    def legal_moves(self, game: ScharfeSchoten, seat: int) -> tuple[int, ...]:
        hand = game.hands[seat]
        follow = game.follow
        if follow >= 0:
            following = CARDS[follow][hand >> 12 * follow & 0xFFF]
            if following:
                return following
        reds, yellows, greens, blacks = CARDS  # a copy of the body of `cards_of`, to save a call
        return reds[hand & 0xFFF] + yellows[hand >> 12 & 0xFFF] + greens[hand >> 24 & 0xFFF] + blacks[hand >> 36]

    def apply(self, game: ScharfeSchoten, seat: int, move: int) -> None:
        game.hands[seat] ^= SETS[move]
        trick = game.trick
        if not trick:
            game.follow = move // 12
        trick.append(move)
        seats = game.seats
        if len(trick) < seats:
            game.to_act = SEAT_TUPLE[(seat + 1) % seats]
            return
        leader = game.leader
        powers = list(map(game.power.__getitem__, trick))
        winner = game.leader = (leader + powers.index(max(powers))) % seats
        game.finished.append((leader, tuple(trick), winner))
        game.trick = []
        game.follow = -1
        game.captured[winner] += sum(powers) & CAPTURED
        if game.log is not None:
            game.add_to_log(phrases.TRICK_WON(seat=seat_text(winner)))
        game.to_act = SEAT_TUPLE[winner]
        if game.takes:
            game.phase = TAKE_FROM_RACK
        elif not game.hands[winner]:
            game.finish_round()

    def refusal(self, game: ScharfeSchoten, seat: int, move: int) -> Text:
        if not game.hands[seat] >> move & 1:
            return phrases.NOT_IN_HAND(card=card_text(CODES[move]))
        following = [CODES[card] for card in bits(game.hands[seat] & COLOUR_MASKS[game.follow])]
        return card_refused(CODES[move], must_follow(SUITS[game.follow].name, following))

    def name(self, game: ScharfeSchoten) -> Text:
        return phrases.TRICK_OF(trick=len(game.finished) + 1, tricks=HAND[game.seats])

    def log_line(self, game: ScharfeSchoten, seat: int, move: int) -> Text:
        return card_log_line(seat, CODES[move], leads=not game.trick)

    def prompt(self, game: ScharfeSchoten, seat: int, path: Path) -> Text:
        if not game.trick:
            return phrases.PLAY_ANY()
        return card_prompt(SUITS[game.follow].name, (game.hands[seat] & COLOUR_MASKS[game.follow]).bit_count())

    def offers(self, game: ScharfeSchoten, seat: int) -> Iterable[int]:
        return cards_of(game.hands[seat])


class Take(Phase[ScharfeSchoten]):
    """The winner of a trick takes a card from the rack."""

    __slots__ = ()

    id = "take"
    moves = range(TAKE, PREDICT)
    advice = messages.HINT_TAKE()
    open = True

    def legal_moves(self, game: ScharfeSchoten, seat: int) -> tuple[int, ...]:
        return game.takes

    def apply(self, game: ScharfeSchoten, seat: int, move: int) -> None:
        colour = move - TAKE
        game.rack[colour] -= 1
        if not game.rack[colour]:
            place = game.takes.index(move)
            game.takes = game.takes[:place] + game.takes[place + 1 :]
        game.captured[seat] += ONE_OF[colour]
        if game.hands[seat]:
            game.phase = TRICK
        else:
            game.finish_round()

    def refusal(self, game: ScharfeSchoten, seat: int, move: int) -> Text:
        return messages.RACK_EMPTY(
            suit=SUITS[move - TAKE].name, others=tuple(SUITS[take - TAKE].name for take in game.takes)
        )

    def name(self, game: ScharfeSchoten) -> Text:
        return messages.TAKING(seat=seat_text(game.leader))

    def log_line(self, game: ScharfeSchoten, seat: int, move: int) -> Text:
        return messages.TAKES(seat=seat_text(seat), suit=SUITS[move - TAKE].name)

    def prompt(self, game: ScharfeSchoten, seat: int, path: Path) -> Text:
        return messages.ASK_TAKE()

    def offers(self, game: ScharfeSchoten, seat: int) -> Iterable[int]:
        return [TAKE + colour for colour in game.strongest_first]

    def label(self, game: ScharfeSchoten, seat: int, token: str) -> Text:
        return SUITS[COLOURS.index(token)].name


PREDICT_COLOURS = Predict()
TRICK = TrickPhase()
TAKE_FROM_RACK = Take()
PHASES = (PREDICT_COLOURS, TRICK, TAKE_FROM_RACK)
"""All phases, in the order of a round."""

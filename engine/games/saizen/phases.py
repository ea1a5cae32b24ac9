"""Saizen: the phases. Each seat may move a rule chip. Then come the tricks, with play-offs between equal ranks."""

from collections.abc import Iterable

from engine import phrases
from engine.cards import bits
from engine.contract.phase import Path, Phase, only
from engine.games.saizen import messages
from engine.games.saizen.cards import CODES, FOLLOWING, INDEX, JOKERS, RANK_OF, RANKS, SUIT_LETTERS, codes
from engine.games.saizen.game import Saizen
from engine.games.saizen.knowledge import knowledge
from engine.games.saizen.messages import SUITS
from engine.games.saizen.moves import (
    CARD_OF,
    CHIP,
    END,
    LED_BY,
    NAMED,
    PASS,
    card_moves,
    chip_moves,
    follow_moves,
    lead_moves,
)
from engine.games.saizen.rows import FREE, MAY, ROWS
from engine.phrases import card_log_line, card_prompt, card_refused, must_follow, name_cards
from engine.text import Text, card_text, seat_text
from engine.tricks import SEAT_TUPLE

LONG_HAND = 12
"""The largest number of cards whose buttons need at most four rows."""
_DUTIES = ((messages.MUST_WIN, messages.MUST_MATCH), (messages.MUST_OUTMATCH, messages.MUST_JOIN))
"""Sentences for the second and the third duty: the first pair until equal ranks will play off, then the second."""


class MoveChip(Phase[Saizen]):
    """Each seat in turn, the leader first, moves one rule chip or passes."""

    __slots__ = ()

    id = "chips"
    moves = range(PASS, END)

    def legal_moves(self, game: Saizen, seat: int) -> tuple[int, ...]:
        return chip_moves(game.moved)

    def apply(self, game: Saizen, seat: int, move: int) -> None:
        if move > PASS:
            game.moved |= 1 << move - CHIP
        after = (seat + 1) % game.seats
        game.to_act = SEAT_TUPLE[after]
        if after == game.leader:
            game.phase = LEAD

    def refusal(self, game: Saizen, seat: int, move: int) -> Text:
        return messages.CHIP_MOVED()

    def name(self, game: Saizen) -> Text:
        return messages.SETTING()

    def log_line(self, game: Saizen, seat: int, move: int) -> Text:
        who = seat_text(seat)
        if move == PASS:
            return messages.PASSES(seat=who)
        suit, row = divmod(move - CHIP, 5)
        before, after = _sides(game, suit, row)
        return messages.CHIP_TURNED(seat=who, suit=SUITS[suit].name, before=before, side=after)

    def prompt(self, game: Saizen, seat: int, path: Path) -> Text:
        if path and path[0] in SUIT_LETTERS:
            return messages.ASK_ROW(suit=SUITS[SUIT_LETTERS.index(path[0])].name)
        return messages.ASK_CHIP()

    def hint(self, game: Saizen, seat: int) -> Text:
        """Explain a chip; from the second round on, name the seats between which sets were passed."""
        if not game.past:
            return messages.HINT_CHIP()
        giver, taker = (seat + 1) % game.seats, (seat - 1) % game.seats
        return messages.HINT_PASSED(giver=seat_text(giver), taker=seat_text(taker))

    def offers(self, game: Saizen, seat: int) -> Iterable[int]:
        """Return the moves of all chips, suit by suit, then the pass. Within a suit, chips without effect come last."""
        chips = sorted(range(CHIP, END), key=lambda move: ((move - CHIP) // 5, _idle(game, *divmod(move - CHIP, 5))))
        return (*chips, PASS)

    def move_name(self, game: Saizen, seat: int, move: int) -> Text:
        if move == PASS:
            return messages.PASS()
        suit, row = divmod(move - CHIP, 5)
        _, after = _sides(game, suit, row)
        return messages.CHIP_OF(suit=SUITS[suit].name, new=after)

    def label(self, game: Saizen, seat: int, token: str) -> Text:
        suit, _, row = token.partition("-")
        if row:
            place = SUIT_LETTERS.index(suit), ROWS.index(row)
            old, new = _sides(game, *place)
            return (messages.CHIP_IDLE if _idle(game, *place) else messages.CHIP)(new=new, old=old)
        return SUITS[SUIT_LETTERS.index(suit)].name if suit in SUIT_LETTERS else messages.PASS()

    def about(self, game: Saizen, token: str) -> Text | None:
        """Describe the side to which a chip can be moved; None for a suit, the pass, or a chip that has moved."""
        letter, _, name = token.partition("-")
        if not name:
            return None
        suit, row = SUIT_LETTERS.index(letter), ROWS.index(name)
        if game.moved >> 5 * suit + row & 1:
            return None
        old, new = _sides(game, suit, row)
        return messages.CHIP_RULE(new=new, old=old, effect=_effect(game, suit, row))


def _sides(game: Saizen, suit: int, row: int) -> tuple[Text, Text]:
    """Return the start side of a row, and the side that is in force once the row's chip has moved."""
    started = game.start >> 5 * suit + row & 1
    return messages.SIDES[row][started], messages.SIDES[row][not started]


def _idle(game: Saizen, suit: int, row: int) -> bool:
    """Tell whether the chip of a row has not moved yet, but would have no effect if it moved now."""
    moved = game.moved >> 5 * suit + row & 1
    return ROWS[row] == "order" and not moved and game.idle_order(suit) is not None


def _effect(game: Saizen, suit: int, row: int) -> Text:
    """Return the effect that moving the chip of a row would have on the tricks led in its suit."""
    idle = game.idle_order(suit) if ROWS[row] == "order" else None
    return idle or messages.EFFECTS[2 * row + (~game.sides >> 5 * suit + row & 1)](suit=SUITS[suit].name)


class Lead(Phase[Saizen]):
    """The leader plays any card. If the card is a joker, the leader names its suit."""

    __slots__ = ()

    id = "lead"
    moves = range(PASS)
    advice = messages.HINT_LEAD()

    def legal_moves(self, game: Saizen, seat: int) -> tuple[int, ...]:
        return lead_moves(game.hands[seat])

    def apply(self, game: Saizen, seat: int, move: int) -> None:
        game.lead(seat, move)
        game.to_act = SEAT_TUPLE[game.order[1]]
        game.phase = FOLLOW

    def refusal(self, game: Saizen, seat: int, move: int) -> Text:
        card = card_text(CODES[CARD_OF[move]])
        if not game.hands[seat] >> CARD_OF[move] & 1:
            return phrases.NOT_IN_HAND(card=card)
        return messages.NAME_SUIT(card=card)

    def forced(self, game: Saizen, seat: int) -> int | None:
        """Return the play of the last card in hand; None if the leader has, or may have, a choice.

        If everybody else has to think that the last card may be a joker, the leader may have to choose its suit.
        """
        move = only(self.legal_moves(game, seat))
        if move is None:
            return None
        _, possible = _known_hand(game, seat)
        return None if possible & JOKERS else move

    def name(self, game: Saizen) -> Text:
        return messages.TRICK(trick=len(game.finished) + 1)

    def log_line(self, game: Saizen, seat: int, move: int) -> Text:
        code = CODES[CARD_OF[move]]
        if move < NAMED:
            return card_log_line(seat, code, leads=True)
        return messages.LED_JOKER(seat=seat_text(seat), card=card_text(code), suit=SUITS[LED_BY[move]].name)

    def prompt(self, game: Saizen, seat: int, path: Path) -> Text:
        return messages.ASK_SUIT() if path and path[0] in {"X1", "X2"} else phrases.PLAY_ANY()

    def offers(self, game: Saizen, seat: int) -> Iterable[int]:
        hand = game.hands[seat]
        return (*bits(hand & ~JOKERS), *lead_moves(hand & JOKERS))

    def move_name(self, game: Saizen, seat: int, move: int) -> Text:
        card = card_text(CODES[CARD_OF[move]])
        return card if move < NAMED else messages.JOKER_AS(card=card, suit=SUITS[LED_BY[move]].name)

    def label(self, game: Saizen, seat: int, token: str) -> Text:
        return card_text(token) if token in INDEX else SUITS[SUIT_LETTERS.index(token)].name


class Follow(Phase[Saizen]):
    """A card is played to a trick after its lead."""

    __slots__ = ()

    id = "follow"
    moves = range(PASS)

    def legal_moves(self, game: Saizen, seat: int) -> tuple[int, ...]:
        hand = game.hands[seat]
        rule = game.rule
        following = 0 if rule & MAY else hand & FOLLOWING[game.led]
        cards = following or hand
        if not rule & FREE:
            if game.equals_matter:
                _, win, meet = game.duties()
                cards = cards & win or cards & meet or cards
            else:
                cards = cards & game.beats[game.best] or cards
        return follow_moves(game.led, cards) if following else card_moves(cards)

    def apply(self, game: Saizen, seat: int, move: int) -> None:
        game.lay(seat, move)
        turn, order = game.turn, game.order
        if turn < len(order):
            game.to_act = SEAT_TUPLE[order[turn]]
        elif game.match >= 0:
            self._play_off(game)
        else:
            self._finish(game, game.ahead)

    def _play_off(self, game: Saizen) -> None:
        """Start a play-off, or end the trick if fewer than two seats have cards left for it."""
        if game.log is not None:
            self._log_matched(game)
        rivals = game.rivals()
        if len(rivals) > 1:
            game.play_off(rivals)
            game.to_act = SEAT_TUPLE[rivals[0]]
            game.phase = PLAY_OFF
        else:
            self._finish(game, rivals[0] if rivals else None)

    def _log_matched(self, game: Saizen) -> None:
        matched = game.matched()
        game.add_to_log(
            messages.MATCHED(rank=RANKS[RANK_OF[game.match]], seats=tuple(seat_text(seat) for seat in matched))
        )
        for seat in matched:
            if not game.hands[seat]:
                game.add_to_log(messages.OUT_OF_CARDS(seat=seat_text(seat)))

    def _finish(self, game: Saizen, winner: int | None) -> None:
        game.finished.append((game.leader, tuple(game.trick), winner))
        if winner is None:
            game.add_to_log(messages.NOBODY_WINS())
        else:
            game.leader = winner
            game.tricks_won[winner] += 1
            if game.log is not None:
                game.add_to_log(phrases.TRICK_WON(seat=seat_text(winner)))
        game.open_trick()
        if 0 in game.hands:
            game.end_round(game.tricks_won)
        else:
            game.to_act = SEAT_TUPLE[game.leader]
            game.phase = LEAD

    def refusal(self, game: Saizen, seat: int, move: int) -> Text:
        card = CARD_OF[move]
        hand = game.hands[seat]
        if not hand >> card & 1:
            return phrases.NOT_IN_HAND(card=card_text(CODES[card]))
        if move >= NAMED:
            return messages.NAMES_LEADING()
        for step, duty in enumerate(game.duties()):
            if hand & duty and not duty >> card & 1:
                return card_refused(CODES[card], _duty(game, step, hand & duty))
            hand = hand & duty or hand
        raise AssertionError(f"{game.text(move)} is legal")

    def forced(self, game: Saizen, seat: int) -> int | None:
        """Return the play of the last card, or of the only legal card if everybody can tell that no other is legal."""
        move = only(self.legal_moves(game, seat))
        if move is None or game.hands[seat].bit_count() == 1:
            return move
        certain, possible = _known_hand(game, seat)
        for duty in game.duties():
            if certain & duty:
                certain &= duty
                possible &= duty
            elif possible & duty:
                return None
        return move if possible.bit_count() == 1 else None

    def name(self, game: Saizen) -> Text:
        return messages.TRICK(trick=len(game.finished) + 1)

    def log_line(self, game: Saizen, seat: int, move: int) -> Text:
        return card_log_line(seat, CODES[CARD_OF[move]], leads=False)

    def prompt(self, game: Saizen, seat: int, path: Path) -> Text:
        hand = game.hands[seat]
        follow, *duties = game.duties()
        following = hand & follow
        for step, duty in enumerate(duties, start=1):
            if allowed := (following or hand) & duty:
                return messages.PLAY_FREELY() if allowed == hand else _duty(game, step, allowed)
        return messages.PLAY_FREELY() if game.rule & MAY else card_prompt(SUITS[game.led].name, following.bit_count())

    def hint(self, game: Saizen, seat: int) -> Text | None:
        """Return the rules of the led suit; None if the hand is long, because a phone then has no room for them."""
        if game.hands[seat].bit_count() > LONG_HAND:
            return None
        return messages.HINT_FOLLOW(rules=game.rule_card(game.led))

    def offers(self, game: Saizen, seat: int) -> Iterable[int]:
        return bits(game.hands[seat])


class PlayOff(Follow):
    """A card is played to a play-off by one of the seats with equal ranks."""

    __slots__ = ()

    id = "playoff"

    def name(self, game: Saizen) -> Text:
        return messages.PLAYING_OFF(trick=len(game.finished) + 1, playoff=game.playoff)

    def prompt(self, game: Saizen, seat: int, path: Path) -> Text:
        return messages.PLAY_OFF(said=super().prompt(game, seat, path))


def _duty(game: Saizen, step: int, cards: int) -> Text:
    """Return the sentence for the duty with the index `step` in `duties`; `cards` are the cards that fulfil it."""
    suit, named = SUITS[game.led].name, codes(cards)
    if step == 0:
        alone = cards & ~JOKERS == 0
        return messages.MUST_FOLLOW_JOKER(suit=suit, cards=name_cards(named)) if alone else must_follow(suit, named)
    return _DUTIES[game.match >= 0][step - 1](cards=name_cards(named))


def _known_hand(game: Saizen, seat: int) -> tuple[int, int]:
    """Return the cards that everybody knows to be in a seat's hand, and the cards that may be in it."""
    everybody = knowledge(game, None)
    played = game.sets[seat] & ~game.hands[seat]
    return everybody.certain[seat] & ~played, everybody.possible[seat] & ~played


MOVE_CHIP = MoveChip()
LEAD = Lead()
FOLLOW = Follow()
PLAY_OFF = PlayOff()
PHASES = (MOVE_CHIP, LEAD, FOLLOW, PLAY_OFF)
"""The phases in the order of a round."""

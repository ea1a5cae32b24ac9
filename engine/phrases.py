"""The sentences that several games use."""

from collections.abc import Sequence

from engine.text import Phrase, Text, card_text, seat_text

MOST_NAMED = 6
"""The greatest number of texts that `name_cards` returns."""

NOT_A_MOVE = Phrase("not-a-move", '"{text}" is no move of this game')
NOT_YOUR_TURN = Phrase("not-your-turn", "it is not this seat's turn")
GAME_OVER = Phrase("game-over", "the game is over")
NOT_NOW = Phrase("not-now", "that cannot be done now: {phase}")
NOT_IN_HAND = Phrase("not-in-hand", "{card} is not in the hand")
CANNOT_GO = Phrase("cannot-go", "{card} cannot go: {why}")
MUST_FOLLOW = Phrase("must-follow", "you must follow {suit}: {cards}")
MORE_CARDS = Phrase("more-cards", "{count} more")

TRICK_OF = Phrase("trick-of", "Trick {trick} of {tricks}")
GAME_ENDED = Phrase("game-ended", "The game is over")
PLAY_ANY = Phrase("play-any", "Lead any card")
CANNOT_FOLLOW = Phrase("cannot-follow", "You have no {suit}: play any card")
FOLLOW = Phrase("follow", "Follow {suit}: {count:only one|{count}} of your cards can")

PLAYED = Phrase("played", "{seat} plays {card}")
LED = Phrase("led", "{seat} leads {card}")
TRICK_WON = Phrase("trick-won", "{seat} wins the trick")
ROUND_POINTS = Phrase("round-points", "Round {round}: {seat} scores {points}")
ONLY_CARD = Phrase("only-card", "the only card so far")
HIGHEST = Phrase("highest", "highest {suit}")
LINE = Phrase("line", "{parts}")
TRICKS_WON = Phrase("tricks-won", "{count} {count:trick|tricks} won")
CARDS_IN_HAND = Phrase("cards-in-hand", "{count} {count:card|cards} in hand")

YES = Phrase("yes", "yes")
NO = Phrase("no", "no")

LED_THROUGHOUT = Phrase("told-led", "{who} led after every round")
LED_FROM = Phrase("told-led-from", "{who} took the lead in round {round} and kept it")
WON_IN_LAST_ROUND = Phrase("told-last-round", "{who} made up {points} {points:point|points} in the last round")
WON_FROM_LAST = Phrase("told-from-last", "From last place after round {round} to victory: {who}")
WON_BY = Phrase("told-won-by", "{points} {points:point|points} lay between first and second")
BEST_ROUND = Phrase("told-best-round", "The best round: {points} {points:point|points} for {seat} in round {round}")
LEVEL_IN_THE_END = Phrase("told-level", "Level in the end, with {points} {points:point|points}: {who}")
TRICKS_IN_A_ROW = Phrase("told-tricks-in-a-row", "{seat} won {count} tricks in a row in round {round}")
DECIDED_BY_LAST_TRICK = Phrase(
    "told-last-trick", "The last trick decided the game: it brought {seat} {points} {points:point|points}"
)
"""The sentences of `engine.highlights`."""


def card_log_line(seat: int, code: str, *, leads: bool) -> Text:
    """Return the log line for a card played to a trick."""
    return (LED if leads else PLAYED)(seat=seat_text(seat), card=card_text(code))


def name_cards(codes: Sequence[str]) -> tuple[Text, ...]:
    """Return at most `MOST_NAMED` texts for cards; if there are more cards, the last text says how many more."""
    if len(codes) <= MOST_NAMED:
        return tuple(map(card_text, codes))
    named = MOST_NAMED - 1
    return (*map(card_text, codes[:named]), MORE_CARDS(count=len(codes) - named))


def must_follow(suit: Text, codes: Sequence[str]) -> Text:
    """Return the rule that a card of `suit` must be played, with the cards of the hand that obey it."""
    return MUST_FOLLOW(suit=suit, cards=name_cards(codes))


def card_refused(code: str, why: Text) -> Text:
    """Return the refusal of a card, with the reason."""
    return CANNOT_GO(card=card_text(code), why=why)


def card_prompt(suit: Text, following: int) -> Text:
    """Return the question to a seat that holds `following` cards of the led suit."""
    return FOLLOW(suit=suit, count=following) if following else CANNOT_FOLLOW(suit=suit)

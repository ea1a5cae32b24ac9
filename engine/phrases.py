"""The sentences that several games use."""

from engine.text import Phrase

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

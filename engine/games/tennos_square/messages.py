"""Tennos Square: its suits and sentences."""

from engine.cards import Suit
from engine.text import Phrase

SUITS = (
    Suit("S", Phrase("square-spade", "spade")(), "♠️"),
    Suit("H", Phrase("square-heart", "heart")(), "♥️"),
    Suit("X", Phrase("square-cross", "cross")(), "✖️"),
    Suit("L", Phrase("square-leaf", "leaf")(), "🍃"),
    Suit("C", Phrase("square-club", "club")(), "♣️"),
    Suit("D", Phrase("square-diamond", "diamond")(), "♦️"),
)

TITLE = Phrase("tennos-square-title", "Tennos Square")
SPELLINGS = Phrase("tennos-square-spellings", "Tenos Square, Tenosu Square")
PITCH = Phrase("tennos-square-pitch", "Turn your row face up in ascending order, before the others turn theirs.")
SHORT_PITCH = Phrase("tennos-square-short", "turn up a row in rising order")
DESIGNER = Phrase("square-designer", "ゆうりさま")
"""The name as printed; no spelling in Latin letters is known."""
SPLIT = Phrase("square-split", "Split partnership")
SPLIT_ABOUT = Phrase("square-split-about", "At the end, your left neighbour's points are added to your own.")

DISCARDING = Phrase("square-discarding", "everybody lays one card in the market")
STARTS_LEFT = Phrase("square-starts-left", "{seat} starts, on the left of the dealer")
STARTS_LOWEST = Phrase("square-starts-lowest", "{seat} starts, with the lowest total so far")
STARTS_TIED = Phrase(
    "square-starts-tied", "{seat} starts, of those with the lowest total the first from the dealer's left"
)
TO_LEFT = Phrase("square-to-left", "{seat} is next: slot {slot} passes the turn to the left of {last}")
TO_RIGHT = Phrase("square-to-right", "{seat} is next: slot {slot} passes the turn to the right of {last}")
TO_PARTNER = Phrase("square-to-partner", "{seat} is next: slot {slot} passes the turn to the partner of {last}")
AGAIN = Phrase("square-again", "{seat} is next again: slot {slot} keeps the turn")
EXCHANGED = Phrase("square-exchanged", "{seat} has exchanged and must now play that card")

ASK_DISCARD = Phrase("square-ask-discard", "Keep two cards: which one goes to the market?")
ASK_TURN = Phrase("square-ask-turn", "Play a card on one of your face-down slots, or exchange first")
ASK_PLAY = Phrase("square-ask-play", "Play your card on one of your face-down slots")
ASK_SLOT = Phrase("square-ask-slot", "{card}: on which slot?")
ASK_TAKE = Phrase("square-ask-take", "Your {cards} go to the market: which one card do you take?")

LAID = Phrase("square-laid", "{seat} has laid a card")
HAD_LAID = Phrase("square-had-laid", "{seat} lays {card} in the market")
PLAYED = Phrase("square-played", "{seat} plays {card} on slot {slot} and picks up the card that lay there")
TOOK = Phrase("square-took", "{seat} exchanges {given} for {card}")
KEPT = Phrase("square-kept", "{seat} leaves {given} in the market in an exchange and takes {card} back")
TOOK_STOCK = Phrase("square-took-stock", "{seat} exchanges {given} for the top of the stock")
DEALS = Phrase("square-deals", "Round {round}: {seat} deals")
COMPLETE = Phrase("square-complete", "{seat} has turned the whole row: the round ends")

FACE_UP = Phrase("square-face-up", "slot {slot} is face up already; face down: {others}")
NO_SLOT = Phrase("square-no-slot", "a row has only {slots} slots here")
NOT_IN_MARKET = Phrase("square-not-in-market", "{card} is not in the market")
NEEDS_TWO = Phrase("square-needs-two", "an exchange comes before playing and needs two cards in hand")

EXCHANGE = Phrase("square-exchange", "exchange")
LAY = Phrase("square-lay", "{card} to the market")
EXCHANGE_KEEP = Phrase("square-exchange-keep", "exchange and take {card} back")
EXCHANGE_FOR = Phrase("square-exchange-for", "exchange both cards for {card}")
ON_SLOT = Phrase("square-on-slot", "{card} on slot {slot}")
STOCK = Phrase("square-stock", "top of the stock")
SLOT = Phrase("square-slot", "slot {slot}")
SLOT_NEXT = Phrase("square-slot-next", "{slot} → {seat}")
SLOT_AGAIN = Phrase("square-slot-again", "{slot} → you again")
SLOT_ENDS = Phrase("square-slot-ends", "slot {slot}, the round ends")
DEALER = Phrase("square-dealer", "Dealer: {seat}")
MARKET = Phrase("square-market", "Market: {cards}, or the top of the stock ({stock} {stock:card|cards})")
ONLY_STOCK = Phrase("square-only-stock", "Market: not open yet; stock: {stock} {stock:card|cards}")
FACE_DOWN_LEFT = Phrase("square-face-down-left", "Face down: {rows}")
ROW_LEFT = Phrase("square-row-left", "{seat} has {count}")
HAS_LAID = Phrase("square-has-laid", "has laid a card")
ROW = Phrase("square-row", "row {row}")
ROW_WORTH = Phrase("square-row-worth", "row {row} (runs now worth {points} points)")
HOLDS_SEEN = Phrase("square-holds-seen", "holds {card}")
TEAM = Phrase("square-team", "team with {seat}: {points} from finished rounds")
SPLIT_TOTAL = Phrase("square-split-total", "with the points of {seat}, on the left: {points} from finished rounds")
GOAL = Phrase("square-goal", "your row has {down} {down:slot|slots} face down")
GOAL_WORTH = Phrase("square-goal-worth", "your row is worth {points} now, {down} {down:slot|slots} face down")
SCORE_FIRST = Phrase("square-score-first", "first to turn the whole row")
RUN_AT_LEAST = Phrase("square-run-at-least", "your longest run had at least {length} cards")
TURNED_FIRST = Phrase("square-turned-first", "you were first to turn your whole row")
SCORE_RUN = Phrase("square-score-run", "run of {length}: {cards}")

LONGEST_RUN = Phrase("square-told-run", "{seat} made a run of {length} in round {round}: {points} points")
TURNS_IN_A_ROW = Phrase("square-told-turns", "{seat} had {count} turns in a row in round {round}")
TIE_BROKEN = Phrase("square-told-tie", "Level in the end: {seat} turned the last row first, and that decided")

HINT_DISCARD = Phrase(
    "square-hint-discard", "Everybody can take the card that you lay down; keep a low and a high one."
)
HINT_TURN = Phrase(
    "square-hint-turn",
    "A run scores its length squared: low cards to the left, high ones to the right. The slot says who is next.",
)

# --- Advice

SLOTS = Phrase("square-slots", "slots {slots}")
NEAR_SLOT = Phrase("square-near-slot", "{card} near slot {slot}")
SPREAD = Phrase("square-advice-spread", "To spread your cards evenly: {places}.")
EQUAL = Phrase("square-advice-equal", "{cards} are equal: next to each other they make a run.")
MAY_TAKE = Phrase("square-advice-may-take", "{seat} has the first turn, and may take the card that you lay down.")
ENDS = Phrase("square-advice-ends", "You end the round. With {card} your row scores {points}, and the bonus {bonus}.")
ENDS_ALIKE = Phrase(
    "square-advice-ends-alike", "You end the round. With either card your row scores {points}, and the bonus {bonus}."
)
ENDS_LESS = Phrase("square-advice-ends-less", "With {card} your row would score only {points}.")
ENDS_MARKET = Phrase("square-advice-ends-market", "With {card} from the market your row would score {points}.")
FINISHES = Phrase("square-advice-finishes", "After {slots} you play again and end the round: bonus {bonus}.")
PASSES = Phrase("square-advice-passes", "After {slots}, {seat} is next and ends the round.")
FITS = Phrase("square-advice-fits", "{card} fits best on {slots}: your row is then worth {points} so far.")
PLAYS_AGAIN = Phrase("square-advice-plays-again", "With {card} on {slots} you play again at once.")
FITS_NOWHERE = Phrase(
    "square-advice-fits-nowhere", "No card of yours fits. Least harm: {card} on {slots}, row then worth {points}."
)
MARKET_FITS = Phrase("square-advice-market-fits", "In an exchange you could take a card that fits: {cards}.")
MARKET_LACKS = Phrase("square-advice-market-lacks", "No face-up card in the market fits either.")

# --- Coaching

COACH_MARKET = Phrase("square-coach-market", "Cards laid down open the market: anybody may take one in an exchange.")
COACH_NEXT = Phrase("square-coach-next", "The slot that you fill decides who plays next: its button says who.")
COACH_EXCHANGE = Phrase(
    "square-coach-exchange", "You may exchange first: give both your cards, take one, and play that one."
)
COACH_EQUAL = Phrase("square-coach-equal", "{card} is equal to {other} in your row: equal cards go on with a run.")
COACH_RUN = Phrase("square-coach-run", "A run scores its length times itself; a lower card begins a new run.")
COACH_END = Phrase("square-coach-end", "{seat} has one slot left: the first full row ends the round, and gets {bonus}.")
"""The `COACH_` sentences explain one rule each, see `coaching`."""

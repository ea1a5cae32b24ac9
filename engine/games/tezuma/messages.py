"""Tezuma: suits, abilities and sentences of both editions."""

from engine.cards import Suit
from engine.text import Phrase

BUTTERFLY = Suit("B", Phrase("tezuma-butterfly", "butterfly")(), "🦋")
UMBRELLA = Suit("U", Phrase("tezuma-umbrella", "umbrella")(), "☂️")
FAN = Suit("F", Phrase("tezuma-fan", "fan")(), "🪭")
MASK = Suit("M", Phrase("tezuma-mask", "mask")(), "🎭")
WATER = Suit("W", Phrase("tezuma-water", "water")(), "💧")
RINGS = Suit("R", Phrase("tezuma-rings", "rings")(), "⭕")

TRICK_TITLE = Phrase("tezuma-trick-title", "Tezuma Trick")
TRICK_SPELLINGS = Phrase("tezuma-trick-spellings", "Teduma Trick")
TRICK_PITCH = Phrase(
    "tezuma-trick-pitch", "Draft a bid, a suit that costs points and a conjuring trick that bends the rules."
)
TRICK_SHORT_PITCH = Phrase("tezuma-trick-short", "draft a bid and an ability, and bend the rules")
SHI_TITLE = Phrase("tezumashi-title", "Tezuma-shi")
SHI_SPELLINGS = Phrase("tezumashi-spellings", "Teduma-shi")
SHI_PITCH = Phrase(
    "tezumashi-pitch", "The first edition: twelve conjuring tricks on six cards, bids for almost any number of tricks."
)
SHI_SHORT_PITCH = Phrase("tezumashi-short", "the first edition: an open bid, six abilities")
DESIGNER = Phrase("tezuma-designer", "Hinata Origuchi")

ABILITIES = {
    "sword-walking": Phrase("tezuma-sword-walking", "Sword Walking"),
    "water-trick": Phrase("tezuma-water-trick", "Water Trick"),
    "baby-chicks": Phrase("tezuma-baby-chicks", "Baby Chicks"),
    "pail-dance": Phrase("tezuma-pail-dance", "Pail Dance"),
    "horse-swallowing": Phrase("tezuma-horse-swallowing", "Horse-Swallowing"),
    "butterfly-dance": Phrase("tezuma-butterfly-dance", "Butterfly Dance"),
    "linking-rings": Phrase("tezuma-linking-rings", "Linking Rings"),
    "cup-and-ball": Phrase("tezuma-cup-and-ball", "Cup and Ball"),
    "many-umbrellas": Phrase("tezuma-many-umbrellas", "Many Umbrellas"),
    "fire-breathing": Phrase("tezuma-fire-breathing", "Fire Breathing"),
    "paper-egg": Phrase("tezuma-paper-egg", "Paper Egg"),
    "five-color-sand": Phrase("tezuma-five-color-sand", "Five-Color Sand"),
}
"""The printed names of the abilities."""

EFFECTS = {
    "sword-walking": Phrase(
        "tezuma-sword-walking-effect", "your card wins ties though it came later, among active trumps too"
    ),
    "water-trick": Phrase("tezuma-water-trick-effect", "no trump is active in this trick"),
    "baby-chicks": Phrase("tezuma-baby-chicks-effect", "you lead the next trick, whoever wins this one"),
    "pail-dance": Phrase("tezuma-pail-dance-effect", "your left neighbour leads the next trick, whoever wins this one"),
    "horse-swallowing": Phrase("tezuma-horse-swallowing-effect", "your card is worth 2 more"),
    "butterfly-dance": Phrase(
        "tezuma-butterfly-dance-effect", "your trump is active even though it follows; not for the leader"
    ),
    "linking-rings": Phrase("tezuma-linking-rings-effect", "you need not follow suit; not for the leader"),
    "cup-and-ball": Phrase(
        "tezuma-cup-and-ball-effect", "any card you play counts as the led suit; not for the leader"
    ),
    "many-umbrellas": Phrase("tezuma-many-umbrellas-effect", "your 4 or 5 counts double"),
    "fire-breathing": Phrase(
        "tezuma-fire-breathing-effect", "two number cards of one suit count as their sum; you get the lower one back"
    ),
    "paper-egg": Phrase("tezuma-paper-egg-effect", "you play last in this trick; not for the leader"),
    "five-color-sand": Phrase("tezuma-five-color-sand-effect", "you win the trick without playing a card"),
}
"""The effect of each ability in one sentence."""

REDRAW = Phrase("tezuma-option-redraw", "Bids and abilities")
KEPT = Phrase("tezuma-kept", "the same all game")
REDRAWN = Phrase("tezuma-redrawn", "new every round")
BIDS = Phrase("tezuma-option-bids", "Bid cards")
ABILITY_CARDS = Phrase("tezuma-option-abilities", "Ability cards")
RECOMMENDED = Phrase("tezuma-recommended", "the set for a first game")
RANDOM = Phrase("tezuma-random", "drawn at random")
WITHOUT = Phrase("tezuma-without", "none")
FREE_BIDS = Phrase("tezuma-free-bids", "Bid cards of your choice")
ABOUT_FREE_BIDS = Phrase(
    "tezuma-free-bids-about", "Four players: pick 4, and card 7 joins them. Three players: pick 3, and card 8."
)
BID_PART = Phrase("tezuma-bid-part", "{number}: {points}")
CHOSEN_BIDS = Phrase("tezuma-chosen-bids", "cards {numbers}")
FREE_ABILITIES = Phrase("tezuma-free-abilities", "Ability cards turned to their backs")
ABOUT_FREE_ABILITIES = Phrase(
    "tezuma-free-abilities-about", "Pick the cards that show their backs; all others show their fronts."
)
BACK_PART = Phrase("tezuma-back-part", "{back} (front: {front})")
CHOSEN_ABILITIES = Phrase("tezuma-chosen-abilities", "{abilities}")

PAIN_SUIT = Phrase("tezuma-pain-suit", "a pain suit")
BID_CARD = Phrase("tezuma-bid-card", "a bid (tricks:points)")
ABILITY_CARD = Phrase("tezuma-ability-card", "an ability")

DRAFTING = Phrase("tezuma-drafting", "Draft, card {turn} of {turns}")
ASK_TAKE = Phrase("tezuma-ask-take", "Take one: {kinds}")
ASK_WITH = Phrase("tezuma-ask-with", "{ability}: with which card?")
ASK_LOWER = Phrase("tezuma-ask-lower", "{ability}: which is the lower card, the one that you get back?")
ASK_HIGHER = Phrase("tezuma-ask-higher", "{ability}: {card} together with which higher card?")

ASK_SAND = Phrase("tezuma-ask-sand", "Win this trick with {ability}, without a card? It can be used once a round.")

PAIN_TAB = Phrase("tezuma-pain-tab", "pain")
BID_TAB = Phrase("tezuma-bid-tab", "bid")
ABILITY_TAB = Phrase("tezuma-ability-tab", "ability")
PAIN_LABEL = Phrase("tezuma-pain-label", "{suit}")
BID_LABEL = Phrase("tezuma-bid-label", "{letter}")
WITH_ABILITY = Phrase("tezuma-with-ability", "{cards} with {ability}")
USES_LEFT = Phrase("tezuma-uses-left", "{ability} ({uses} left)")

OPEN_PAINS = Phrase("tezuma-open-pains", "Pain suits to take: {suits}")
OPEN_BIDS = Phrase("tezuma-open-bids", "Bids to take (tricks:points): {bids}")
OPEN_BID = Phrase("tezuma-open-bid", "{letter}\u00a0({table})")
OPEN_ABILITY = Phrase("tezuma-open-ability", "{ability} ({uses} {uses:use|uses}): {effect}")
ABILITY_RULE = Phrase("tezuma-ability-rule", "{ability}: {effect}")
LED_SUIT = Phrase("tezuma-led-suit", "Suit to follow: {suit}")
LEADS_ANY = Phrase("tezuma-leads-any", "{seat} plays any card and sets the suit")
PLAYS_LAST = Phrase("tezuma-plays-last", "{seat} plays last in this trick")
NO_ACTIVE = Phrase("tezuma-no-active", "No trump is active in this trick")
NEXT_LEADER = Phrase("tezuma-next-leader", "{seat} leads the next trick")

SEAT_PAIN = Phrase("tezuma-seat-pain", "pain suit {suit}")
SEAT_BID = Phrase("tezuma-seat-bid", "bid {table}")
MOVE_BID = Phrase("tezuma-move-bid", "bid {letter}")
FULL_BID = Phrase("tezuma-full-bid", "bid {letter}\u00a0({table})")
FULL_ABILITY = Phrase("tezuma-full-ability", "ability {ability}")

TOOK_PAIN = Phrase("tezuma-took-pain", "{seat} takes the pain suit {suit}")
TOOK_BID = Phrase("tezuma-took-bid", "{seat} takes the bid {table}")
TOOK_ABILITY = Phrase("tezuma-took-ability", "{seat} takes {ability}")
WITH = Phrase("tezuma-with", "{cards} + {ability}")
PLAYED_WITH = Phrase("tezuma-played-with", "{seat} plays {cards} with {ability}")
DEFERRED = Phrase("tezuma-deferred", "{seat} uses {ability} and will play last")
SANDED = Phrase("tezuma-sanded", "{seat} uses {ability} to win the trick without a card")
RETURNED = Phrase("tezuma-returned", "{card} goes back to the hand of {seat}")

HAS_PAIN = Phrase("tezuma-has-pain", "already has a pain suit")
HAS_BID = Phrase("tezuma-has-bid", "already has a bid")
HAS_ABILITY = Phrase("tezuma-has-ability", "already has an ability")
NOT_ON_DISPLAY = Phrase("tezuma-not-shown", "this card is not in play")
TAKEN = Phrase("tezuma-taken", "{seat} has taken it")
CANNOT_USE = Phrase("tezuma-cannot-use", "{ability} cannot be used: {why}")
CANNOT_GO_WITH = Phrase("tezuma-cannot-go-with", "{card} cannot go with {ability}: {why}")
NOT_YOURS = Phrase("tezuma-not-yours", "this seat does not have it")
NO_USES = Phrase("tezuma-no-uses", "no uses left")
ONE_A_TRICK = Phrase("tezuma-one-a-trick", "only one ability a trick")
NOT_FOR_LEADER = Phrase("tezuma-not-for-leader", "not for the leader")
ONLY_TRUMP = Phrase("tezuma-only-trump", "only with a trump")
ONLY_4_5 = Phrase("tezuma-only-4-5", "only with a 4 or a 5")
ONLY_PAIR = Phrase("tezuma-only-pair", "only with two number cards of one suit")

WHY_TIE = Phrase("tezuma-why-tie", "{ability} wins the tie")
WHY_FIRST = Phrase("tezuma-why-first", "first of equal values, {value}")
WHY_FIRST_TRUMP = Phrase("tezuma-why-first-trump", "first of the active trumps")
WHY_TRUMP = Phrase("tezuma-why-trump", "trump {card}")
WHY_ABILITY_TRUMP = Phrase("tezuma-why-ability-trump", "trump {card}, active by {ability}")
WHY_WORTH = Phrase("tezuma-why-worth", "{ability}: worth {value}")
WHY_ZERO = Phrase("tezuma-why-zero", "no {suit} number beats the trump's 0")
WHY_IDLE = Phrase("tezuma-why-idle", "highest {suit}; {ability}: no trump is active")
WHY_NO_ZERO = Phrase("tezuma-why-no-zero", "highest {suit}; a trump that follows is 0")
WHY_MADE_ZERO = Phrase("tezuma-why-made-zero", "highest {suit}; {ability}: the trump is 0")
WHY_SAND = Phrase("tezuma-why-sand", "{ability}: wins without a card")
WHY_AND_NEXT = Phrase("tezuma-why-and-next", "{why}; {ability}: {seat} leads next")
GOAL_BID = Phrase("tezuma-goal-bid", "bid {table}: {count} won = {points} {points:point|points}")
GOAL_TRICKS = Phrase("tezuma-goal-tricks", "bid {table}: {count} won")
GOAL_PAIN = Phrase("tezuma-goal-pain", "pain {suit}: {count}")

SCORE_BID = Phrase("tezuma-score-bid", "{count} {count:trick|tricks} on the bid {table}")
SCORE_PAIN = Phrase("tezuma-score-pain", "pain suit {suit}: {count} captured")
BID_PAID = Phrase("tezuma-bid-paid", "you won {tricks} (your bid scores at least {points} {points:point|points})")
BID_FULL = Phrase("tezuma-bid-full", "you won {tricks} (your bid scores its most, {points} {points:point|points})")
TRICKS_ONE = Phrase("tezuma-tricks-one", "{count} {count:trick|tricks}")
TRICKS_SPAN = Phrase("tezuma-tricks-span", "{first}–{last} tricks")
TRICKS_OR = Phrase("tezuma-tricks-or", "{some} or {others}")
TRICKS_MORE = Phrase("tezuma-tricks-more", "at least {count} tricks")
PAIN_AT_MOST = Phrase("tezuma-pain-at-most", "you captured at most {count} {suit} {count:card|cards} (your pain suit)")
PAIN_NONE = Phrase("tezuma-pain-none", "you captured no {suit} card (your pain suit)")
SCORED_AT_LEAST = Phrase("tezuma-scored-at-least", "you scored at least {count} {count:point|points}")
SCORE_FLOOR = Phrase("tezuma-score-floor", "{bid}\u00a0→\u00a0{points} · {pain}\u00a0→\u00a0{total}, counted as 0")

MADE_BY_LAST = Phrase(
    "tezuma-told-bid",
    "The last trick of round {round} made the bid of {seat}: {count} {count:trick|tricks}, {points} points",
)

HINT_PAIN = Phrase("tezuma-hint-pain", "Each captured card of your pain suit, trump T too, costs 1 point.")
HINT_BID = Phrase("tezuma-hint-bid", "4:8 means 8 points for exactly 4 tricks.")
HINT_PLAY = Phrase("tezuma-hint-play", "T is a trump: it wins off-suit, but leading or following it is a 0.")
HINT_ABILITY = Phrase("tezuma-hint-ability", "To use your ability, choose it before the card.")

ADVICE_WILL_WIN = Phrase("tezuma-advice-will-win", "{cards} will win this trick for sure.")
ADVICE_WOULD_WIN = Phrase("tezuma-advice-would-win", "{cards} would win now.")
ADVICE_WOULD_NOT_WIN = Phrase("tezuma-advice-would-not-win", "{cards} would not win now.")
ADVICE_WILL_LOSE = Phrase("tezuma-advice-will-lose", "{cards} will not win this trick without an ability.")
ADVICE_ALL_WILL_WIN = Phrase("tezuma-advice-all-will-win", "Whatever card you play wins this trick for sure.")
ADVICE_ALL_WOULD_WIN = Phrase("tezuma-advice-all-would-win", "Whatever card you play would win now.")
ADVICE_NONE_WOULD_WIN = Phrase("tezuma-advice-none-would-win", "No card of yours would win now on its own.")
ADVICE_NONE_WILL_WIN = Phrase("tezuma-advice-none-will-win", "You cannot win this trick.")
ADVICE_EVEN_WITH = Phrase("tezuma-advice-even-with", "You cannot win this trick, even with {ability}.")
ADVICE_SPLIT_SURE = Phrase("tezuma-advice-split-sure", "{winners} will win this trick for sure, {losers} will lose it.")
ADVICE_SPLIT_NOW = Phrase("tezuma-advice-split-now", "{winners} would win now, {losers} would not.")
ADVICE_ONLY_WILL_WIN = Phrase("tezuma-advice-only-will-win", "Only {cards} will win this trick; the others lose it.")
ADVICE_ONLY_WOULD_WIN = Phrase("tezuma-advice-only-would-win", "Of your cards only {cards} would win now.")
ADVICE_ONLY_WILL_LOSE = Phrase("tezuma-advice-only-will-lose", "Only {cards} will lose this trick; the others win it.")
ADVICE_ONLY_WOULD_NOT_WIN = Phrase("tezuma-advice-only-would-not-win", "All but {cards} would win now.")

ADVICE_BEATEN = Phrase("tezuma-advice-beaten", "{beaters} may still beat {card}.")
ADVICE_BEATEN_OR_TRUMP = Phrase("tezuma-advice-beaten-or-trump", "{beaters} or an active trump may still beat {card}.")
ADVICE_LEAD_BEATEN = Phrase("tezuma-advice-lead-beaten", "If you lead {card}, {beaters} may still beat it.")
ADVICE_LEAD_BEATEN_OR_TRUMP = Phrase(
    "tezuma-advice-lead-beaten-or-trump", "If you lead {card}, {beaters} or an active trump may still beat it."
)
ADVICE_TRUMP_ONLY = Phrase(
    "tezuma-advice-trump-only", "No number above {cards} is still out; an active trump would win."
)
ADVICE_ABILITY_ONLY = Phrase("tezuma-advice-ability-only", "Only {ability} ({seat}) can still beat {card}.")
ADVICE_ABILITIES_ONLY = Phrase("tezuma-advice-abilities-only", "Only the others' abilities can still beat {card}.")
ADVICE_LOW = Phrase(
    "tezuma-advice-low",
    "If you want to lose, lead {card}: {count} of {out} {suit} numbers still out {count:is|are} higher.",
)
ADVICE_VOID = Phrase("tezuma-advice-void", "Without {suit}, {seats} may trump there.")

ADVICE_WITH = Phrase("tezuma-advice-with", "With {ability}, {cards} would win now.")
ADVICE_WITH_LOSES = Phrase("tezuma-advice-with-loses", "With {ability}, {cards} would not win now.")
ADVICE_SAND = Phrase("tezuma-advice-sand", "Only {ability} would win this trick for you.")

ADVICE_DEAD = Phrase("tezuma-advice-dead", "Your bid can make no more points, so pain cards cost nothing.")
ADVICE_BID = Phrase("tezuma-advice-bid", "Your bid makes up to {win} if you win this trick, up to {lose} if not.")
ADVICE_WINNING_RUINS = Phrase(
    "tezuma-advice-winning-ruins", "Win this trick and your bid makes nothing; else up to {points}."
)
ADVICE_LOSING_RUINS = Phrase(
    "tezuma-advice-losing-ruins", "Lose this trick and your bid makes nothing; else up to {points}."
)
ADVICE_LAST_TRICK = Phrase("tezuma-advice-last-trick", "Last trick: your bid makes {win} if you win it, {lose} if not.")
ADVICE_LAST_SAME = Phrase("tezuma-advice-last-same", "Last trick: your bid makes {points} either way.")
ADVICE_MORE = Phrase(
    "tezuma-advice-more", "Your bid can still make {points}: win {count} more of the {left} tricks left."
)
ADVICE_EXACTLY = Phrase(
    "tezuma-advice-exactly", "Your bid can still make {points}: win exactly {count} more of the {left} tricks left."
)
ADVICE_HAVE = Phrase("tezuma-advice-have", "Your bid makes {points} now, the most that you can still get.")

ADVICE_PAIN = Phrase(
    "tezuma-advice-pain",
    "If you win this trick, you capture at least {count} {suit} {count:card|cards} of your pain suit.",
)
ADVICE_DUMP = Phrase(
    "tezuma-advice-dump", "If you play {cards} now, somebody else captures that card of your pain suit."
)

ADVICE_THROW_PAIN = Phrase(
    "tezuma-advice-throw-pain", "You cannot win this trick. Get rid of a card of your pain suit: {cards}."
)
ADVICE_THROW_HIGH = Phrase(
    "tezuma-advice-throw-high", "You cannot win this trick, and need no more. Your highest number here: {card}."
)
ADVICE_THROW_TRUMP = Phrase(
    "tezuma-advice-throw-trump",
    "You cannot win this trick. {card} follows as a 0, so your higher numbers stay in hand.",
)
ADVICE_THROW_LOW = Phrase(
    "tezuma-advice-throw-low", "You cannot win this trick. {card} is the lowest number that you can play."
)

ADVICE_BIDS = Phrase(
    "tezuma-advice-bids",
    "You hold {own} {own:number|numbers} of {rank} or more. Average points of such hands, by bid: {bids}.",
)
BID_AVERAGE = Phrase("tezuma-bid-average", "{letter} {points}")
ADVICE_PAINS = Phrase("tezuma-advice-pains", "Average loss in points if you take it as your pain suit: {suits}.")
PAIN_AVERAGE = Phrase("tezuma-pain-average", "{suit} {points}")
ADVICE_ABILITIES = Phrase(
    "tezuma-advice-abilities",
    "With {trumps} {trumps:trump|trumps}, {best} scored most in test rounds "
    "({points} on average), {worst} least ({less}).",
)
"""The `ADVICE_` sentences are advice on the open decision, see `advice`."""

COACH_BID = Phrase("tezuma-coach-bid", "A bid pays only for the numbers of tricks on it.")
COACH_FOLLOW = Phrase("tezuma-coach-follow", "On its own, a trump that follows {suit} counts only 0.")
COACH_TRUMP = Phrase("tezuma-coach-trump", "You have no {suit}: your trumps are active, and beat any number.")
COACH_TRUMP_OR_WATER = Phrase(
    "tezuma-coach-trump-or-water",
    "You have no {suit}: your trumps are active and beat any number, unless {seat} uses {ability}.",
)
COACH_TIE = Phrase("tezuma-coach-tie", "Of several active trumps the first one played wins.")
COACH_PAIN = Phrase("tezuma-coach-pain", "Each {suit} card that you capture costs you 1 point.")
COACH_ABILITY = Phrase("tezuma-coach-ability", "{ability} may be used now, once a trick: press it first.")
"""The `COACH_` sentences explain one rule each, see `coaching`."""

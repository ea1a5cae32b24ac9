"""Saizen: its suits and sentences."""

from engine.cards import Suit
from engine.text import Phrase

SUITS = (
    Suit("S", Phrase("saizen-spades", "spades")(), "♠️"),
    Suit("H", Phrase("saizen-hearts", "hearts")(), "♥️"),
    Suit("D", Phrase("saizen-diamonds", "diamonds")(), "♦️"),
    Suit("C", Phrase("saizen-clubs", "clubs")(), "♣️"),
)

TITLE = Phrase("saizen-title", "Saizen")
SPELLINGS = Phrase("saizen-spellings", "Saizenn")
PITCH = Phrase("saizen-pitch", "If you can win the trick, you must; and the rules of each suit are yours to rewrite.")
SHORT_PITCH = Phrase("saizen-short", "win if you can, and change the rules")
DESIGNER = Phrase("saizen-designer", "deztec")

JOKERS = Phrase("saizen-option-jokers", "Jokers")
NO_JOKER = Phrase("saizen-no-joker", "none")
ONE_JOKER = Phrase("saizen-one-joker", "one")
TWO_JOKERS = Phrase("saizen-two-jokers", "two")
START_RULES = Phrase("saizen-option-start-rules", "Rules at the start")
START_PRINTED = Phrase("saizen-start-printed", "the same for every suit")
START_RANDOM = Phrase("saizen-start-random", "drawn for every suit")
EQUALS = Phrase("saizen-option-equals", "Equals for “later” and “earlier”")
EQUALS_FOLLOWERS = Phrase("saizen-equals-followers", "only two jokers")
EQUALS_ANY_SUIT = Phrase("saizen-equals-any-suit", "the same rank in any suit")

SIDES = (
    (Phrase("saizen-side-high", "high")(), Phrase("saizen-side-low", "low")()),
    (Phrase("saizen-side-later", "later")(), Phrase("saizen-side-earlier", "earlier")()),
    (Phrase("saizen-side-ignore", "equals ignored")(), Phrase("saizen-side-playoff", "equals play off")()),
    (Phrase("saizen-side-must-follow", "must follow")(), Phrase("saizen-side-may-follow", "may follow")()),
    (Phrase("saizen-side-must-win", "must win")(), Phrase("saizen-side-free", "win or not")()),
)
"""For each row in `rows.ROWS`: the names of its two sides, first for a clear bit, then for a set bit."""
CHIP = Phrase("saizen-chip", "{old} to {new}")
CHIP_OF = Phrase("saizen-chip-of", "{suit} to “{new}”")
WON_AT_LEAST = Phrase("saizen-won-at-least", "you won at least {count} {count:trick|tricks}")
CHIP_IDLE = Phrase("saizen-chip-idle", "{old} to {new} (no effect)")
"""The label of a chip that changes nothing now."""
CHIP_RULE = Phrase("saizen-chip-rule", "{old} to {new}: {effect}")
EFFECTS = (
    Phrase("saizen-effect-high", "where {suit} are led, K is strongest and A weakest"),
    Phrase("saizen-effect-low", "where {suit} are led, A is strongest and K weakest"),
    Phrase("saizen-effect-later", "where {suit} are led, the later of equal cards wins"),
    Phrase("saizen-effect-earlier", "where {suit} are led, the earlier of equal cards wins"),
    Phrase("saizen-effect-ignore", "where {suit} are led, equal ranks mean nothing"),
    Phrase("saizen-effect-playoff", "where {suit} are led, equal ranks alone play off"),
    Phrase("saizen-effect-must-follow", "where {suit} are led, who has {suit} must play them"),
    Phrase("saizen-effect-may-follow", "where {suit} are led, anybody may play any suit"),
    Phrase("saizen-effect-must-win", "where {suit} are led, who can win must"),
    Phrase("saizen-effect-free", "where {suit} are led, nobody has to win"),
)
"""The effect of each side when it comes into force. The index is 2 * row + side (0 or 1)."""
NO_EQUALS = Phrase("saizen-no-equals", "does nothing while there are fewer than two jokers")
EQUALS_PLAY_OFF = Phrase("saizen-equals-play-off", "does nothing while equals of {suit} play off")
MOVED = Phrase("saizen-moved", "now {side}")
RULE_CARD = Phrase("saizen-rule-card", "{suit}: {sides}")

SETTING = Phrase("saizen-setting", "rule chips")
TRICK = Phrase("saizen-trick", "trick {trick}")
PLAYING_OFF = Phrase("saizen-playing-off", "trick {trick}, play-off {playoff}")
LED_SUIT = Phrase("saizen-led-suit", "{suit} led")
AHEAD = Phrase("saizen-ahead", "{seat} is winning the trick")
MATCH = Phrase("saizen-match", "the strongest match is of rank {rank}")
IN_PLAYOFF = Phrase("saizen-in-playoff", "In the play-off: {seats}")
PLAYS_OFF = Phrase("saizen-plays-off", "in the play-off")
SEEN_BEFORE = Phrase("saizen-seen-before", "seen before, still held: {cards}")
SUIT_RANKS = Phrase("saizen-suit-ranks", "{suit} {ranks}")

ASK_CHIP = Phrase("saizen-ask-chip", "Move one rule chip, or pass: which suit?")
ASK_ROW = Phrase("saizen-ask-row", "Change which rule of {suit}, for good?")
ASK_SUIT = Phrase("saizen-ask-suit", "Which suit does the joker lead?")
PLAY_FREELY = Phrase("saizen-play-freely", "Play any card")
PASS = Phrase("saizen-pass", "pass")

CHIP_MOVED = Phrase("saizen-chip-moved", "this chip has moved already")
NAME_SUIT = Phrase("saizen-name-suit", "name the suit that {card} leads")
NAMES_LEADING = Phrase("saizen-names-leading", "a joker names a suit only when it leads a trick")
MUST_FOLLOW_JOKER = Phrase(
    "saizen-must-follow-joker", "you must follow {suit}, and a joker follows every suit: {cards}"
)
MUST_WIN = Phrase("saizen-must-win", "you can win, so you must: {cards}")
MUST_MATCH = Phrase("saizen-must-match", "you cannot win outright, so you must match: {cards}")
MUST_OUTMATCH = Phrase("saizen-must-outmatch", "you can make a stronger match, so you must: {cards}")
MUST_JOIN = Phrase("saizen-must-join", "you must join the match: {cards}")

WHY_RANK = (
    Phrase("saizen-why-high", "high wins: {card}"),
    Phrase("saizen-why-low", "low wins: {card}"),
)
WHY_AMONG = (
    Phrase("saizen-why-high-among", "high wins among {suit}: {card}"),
    Phrase("saizen-why-low-among", "low wins among {suit}: {card}"),
)
"""The reasons why a card wins among the cards that follow: first if high cards win, then if low cards win."""
WHY_LATER = Phrase("saizen-why-later", "later of equals: {card}")
WHY_EARLIER = Phrase("saizen-why-earlier", "earlier of equals: {card}")
WHY_JOKER = Phrase("saizen-why-joker", "a joker is strongest")
WHY_MATCHED = Phrase("saizen-why-matched", "equals play off: {rank}")
WHY_ALONE = Phrase("saizen-why-alone", "equals on {rank}: the only one with a card left")
WHY_NOBODY = Phrase("saizen-why-nobody", "equals on {rank}: no card is left to play off with")
PLAY_OFF = Phrase("saizen-play-off", "play-off: {said}")
GOAL = Phrase("saizen-goal", "{count} {count:trick|tricks} won: +{count} {count:point|points} when the round ends")

CHIP_TURNED = Phrase("saizen-chip-turned", "{seat} moves a chip of {suit}: {before} → {side}")
CHIP_SHORT = Phrase("saizen-chip-short", "{seat}: {suit} {side}")
PASSES = Phrase("saizen-passes", "{seat} leaves the rules as they are")
LED_JOKER = Phrase("saizen-led-joker", "{seat} leads {card} as {suit}")
JOKER_AS = Phrase("saizen-joker-as", "{card} as {suit}")
MATCHED = Phrase("saizen-matched", "Equal cards of rank {rank} play off: {seats}")
OUT_OF_CARDS = Phrase("saizen-out-of-cards", "{seat} has no card left to play off with")
NOBODY_WINS = Phrase("saizen-nobody-wins", "Nobody wins the trick")
SETS_PASSED = Phrase("saizen-sets-passed", "Every seat takes its cards back and passes them all to the right")

PLAY_OFFS = Phrase("saizen-told-play-offs", "A trick of round {round} took {count} play-offs; {seat} won it")
AHEAD_FROM = Phrase("saizen-told-ahead-from", "From trick {trick} of the last round on, {seat} was ahead")

HINT_CHIP = Phrase(
    "saizen-hint-chip", "A chip changes one rule of one suit for the rest of the game; it never moves back."
)
HINT_PASSED = Phrase("saizen-hint-passed", "You hold what {giver} had last round, and {taker} holds what you had.")
HINT_LEAD = Phrase("saizen-hint-lead", "The suit that you lead sets the rules of the trick: the picture shows all.")
HINT_FOLLOW = Phrase("saizen-hint-follow", "This trick goes by {rules}")

ADVICE_WILL_WIN = Phrase("saizen-advice-will-win", "{cards} will win this trick for sure.")
ADVICE_ALL_WILL_WIN = Phrase("saizen-advice-all-will-win", "Every card that you may play will win this trick for sure.")
ADVICE_ONLY_WILL_WIN = Phrase("saizen-advice-only-will-win", "Only {cards} will win this trick; the others lose it.")
ADVICE_ONLY_WILL_LOSE = Phrase("saizen-advice-only-will-lose", "Only {cards} will lose this trick; the others win it.")
ADVICE_ENOUGH = Phrase("saizen-advice-enough", "{card} is enough to win this trick for sure.")
ADVICE_BEATEN_BY_MANY = Phrase(
    "saizen-advice-beaten-by-many", "{card} would win now, but {count} cards that may still come beat it."
)
ADVICE_BEATEN = Phrase("saizen-advice-beaten", "{card} would win now, and wins unless one of these comes: {beaters}.")
ADVICE_BEATEN_OR_EQUAL = Phrase(
    "saizen-advice-beaten-or-equal",
    "{card} would win now, and wins unless equals play off or one of these comes: {beaters}.",
)
ADVICE_EQUAL = Phrase("saizen-advice-equal", "{card} would win now, and wins unless equals play off.")
ADVICE_KNOWN = Phrase("saizen-advice-known", "{card} will lose: {seat} holds {cards}, and whoever can win must.")
ADVICE_MATCH = Phrase("saizen-advice-match", "{cards} would put you in the play-off, as it stands.")
ADVICE_NONE_WILL_WIN = Phrase("saizen-advice-none-will-win", "You cannot win this trick, whatever you play.")
ADVICE_NONE_WOULD_WIN = Phrase("saizen-advice-none-would-win", "No card that you may play would win now.")
ADVICE_WILL_LOSE = Phrase("saizen-advice-will-lose", "{cards} will lose this trick for sure.")
ADVICE_THROW = Phrase(
    "saizen-advice-throw",
    "You cannot win this trick. {card} is your weakest: the others hold {count} stronger in {suit}.",
)
ADVICE_THROW_NOW = Phrase(
    "saizen-advice-throw-now",
    "No card would win now. {card} is your weakest: the others hold {count} stronger in {suit}.",
)
ADVICE_LEAD_WINS = Phrase("saizen-advice-lead-wins", "Sure to win if led now: {cards}.")
ADVICE_LEAD_ONLY_WINS = Phrase(
    "saizen-advice-lead-only-wins", "Only {cards} will win if led now; somebody must beat any other card."
)
ADVICE_LEAD_ONLY_LOSES = Phrase(
    "saizen-advice-lead-only-loses",
    "If led now, only {cards} will lose, as somebody must beat it; any other card wins.",
)
ADVICE_LEAD_WEAKEST = Phrase(
    "saizen-advice-lead-weakest",
    "Somebody must beat whatever you lead. {card} is your weakest: the others hold {count} stronger in {suit}.",
)
ADVICE_LEAD_ALL_LOSE = Phrase("saizen-advice-lead-all-lose", "Somebody must beat whatever you lead now.")
ADVICE_LEAD_BEATEN_BY_MANY = Phrase(
    "saizen-advice-lead-beaten-by-many", "If led now, {card} loses to {count} cards that may still come."
)
ADVICE_LEAD_BEATEN = Phrase(
    "saizen-advice-lead-beaten", "If led now, {card} wins unless one of these comes: {beaters}."
)
ADVICE_LEAD_BEATEN_OR_EQUAL = Phrase(
    "saizen-advice-lead-beaten-or-equal",
    "If led now, {card} wins unless equals play off or one of these comes: {beaters}.",
)
ADVICE_LEAD_EQUAL = Phrase("saizen-advice-lead-equal", "If led now, {card} wins unless equals play off.")
ADVICE_LEAD_LOSES = Phrase("saizen-advice-lead-loses", "Sure to lose if led now, as somebody must beat it: {cards}.")
ADVICE_LAST_TRICK = Phrase("saizen-advice-last-trick", "Last trick of the round: its winner also leads the next round.")

ADVICE_GAIN = Phrase("saizen-advice-gain", "With “{side}” in {suits}, you would hold the strongest there: {cards}.")
ADVICE_KEEP = Phrase("saizen-advice-keep", "Strongest of its suit as it stands: {cards}.")
ADVICE_NO_SUIT = Phrase("saizen-advice-no-suit", "No {suit} in hand: you cannot win there while equals are ignored.")
"""The `ADVICE_` sentences are advice on the open decision, see `advice`."""

COACH_CHIP = Phrase("saizen-coach-chip", "Each chip moves once a game, and switches its rule for good.")
COACH_PASSED = Phrase("saizen-coach-passed", "You hold what {giver} had last round, and {taker} has yours.")
COACH_LEAD = Phrase("saizen-coach-lead", "Who leads chooses the rules: those of the suit that is led.")
COACH_LOW = Phrase("saizen-coach-low", "Low wins here: of {suit}, A is strongest and K weakest.")
COACH_FOLLOW = Phrase("saizen-coach-follow", "“Must follow” is a rule of {suit}, and a chip can switch it.")
COACH_WIN = Phrase("saizen-coach-win", "“Must win” looks only at the cards on the table so far.")
COACH_MATCH = Phrase("saizen-coach-match", "Equal ranks play off here: who cannot win must match one.")
COACH_PLAY_OFF = Phrase("saizen-coach-play-off", "Only equal ranks play on, still by the rules of {suit}.")
"""The `COACH_` sentences explain one rule each, see `coaching`."""

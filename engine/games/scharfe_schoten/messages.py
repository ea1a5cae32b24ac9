"""Scharfe Schoten: its suits and sentences."""

from engine.cards import Suit
from engine.text import Phrase

SUITS = (
    Suit("R", Phrase("scharfe-red", "red")(), "🌶️"),
    Suit("Y", Phrase("scharfe-yellow", "yellow")(), "🌼"),
    Suit("G", Phrase("scharfe-green", "green")(), "🥬"),
    Suit("K", Phrase("scharfe-black", "black")(), "⚫"),
)

TITLE = Phrase("scharfe-schoten-title", "Scharfe Schoten")
SPELLINGS = Phrase("scharfe-schoten-spellings", "Sharfe Schoten, Sharfe Shoten")
PITCH = Phrase("scharfe-schoten-pitch", "Foretell which spice you will take most of, and which least.")
SHORT_PITCH = Phrase("scharfe-schoten-short", "guess what you will win")
DESIGNER = Phrase("scharfe-designer", "Arve D. Fühler")
PREDICTING = Phrase("scharfe-predicting", "Predictions")
TAKING = Phrase("scharfe-taking", "{seat} to take from the spice rack")
ASK_MOST = Phrase("scharfe-ask-most", "Which colour will you capture most of?")
ASK_FEWEST = Phrase("scharfe-ask-fewest", "And which colour fewest of?")
ASK_TAKE = Phrase("scharfe-ask-take", "Take a card from the rack: which colour?")
FORETOLD = Phrase("scharfe-foretold", "{seat} has predicted")
TAKES = Phrase("scharfe-takes", "{seat} takes {suit} from the rack")
REVEALED = Phrase("scharfe-revealed", "{seat} predicted most {most}, fewest {fewest}")
RACK_EMPTY = Phrase("scharfe-rack-empty", "the rack has no {suit} left: take {others}")
TRUMPS = Phrase("scharfe-trumps", "Trumps, strongest first: {cards}")
COLOUR_ORDER = Phrase("scharfe-colour-order", "Colours, strongest first: {suits}")
RACK = Phrase("scharfe-rack", "Spice rack: {counts}")
HAND_COLOURS = Phrase("scharfe-hand-colours", "in hand {counts}")
CAPTURED = Phrase("scharfe-captured", "captured {counts}")
PREDICTION = Phrase("scharfe-prediction", "predicted most {most}, fewest {fewest}")
PREDICTS = Phrase("scharfe-predicts", "most {most}, fewest {fewest}")
PREDICTED = Phrase("scharfe-predicted", "has predicted")
WHY_TRUMP = Phrase("scharfe-why-trump", "trump {card}")
WHY_TRUMPS = Phrase("scharfe-why-trumps", "strongest trump {card}")
WHY_COLOUR = Phrase("scharfe-why-colour", "{suit} outranks {others}")
WHY_HIGHEST = Phrase("scharfe-why-highest", "highest {suit}, which outranks {others}")
GOAL = Phrase("scharfe-goal", "most {most}: {have}, fewest {fewest}: {few}")
GOAL_WORTH = Phrase("scharfe-goal-worth", "{progress}; worth {points} so far")
SCORE_MOST = Phrase("scharfe-score-most", "most {suit} ({count}): {outcome}")
SCORE_FEWEST = Phrase("scharfe-score-fewest", "fewest {suit} ({count}): {outcome}")
SCORE_DIFFERENCE = Phrase("scharfe-score-difference", "both right: the difference")
MOST_TRUE = Phrase("scharfe-most-true", "your “most” came true")
FEWEST_TRUE = Phrase("scharfe-fewest-true", "your “fewest” came true")
BOTH_TRUE = Phrase("scharfe-both-true", "both your predictions came true")
MOST_RIGHT = Phrase("scharfe-most-right", "you captured {suit} most, as predicted,")
FEWEST_RIGHT = Phrase("scharfe-fewest-right", "you captured {suit} least, as predicted,")
BOTH_RIGHT = Phrase("scharfe-both-right", "you captured {most} most and {fewest} least, as predicted,")
ALONE = Phrase("scharfe-alone", "right, alone")
TIED = Phrase("scharfe-tied", "right, level with {others}")
WRONG = Phrase("scharfe-wrong", "wrong, {others}")
"""`others` names the colours that would have been right."""

BOTH_ALONE = Phrase(
    "scharfe-told-both", "{seat} foretold both colours in round {round}: {points} {points:point|points}"
)
LAST_RAISED = Phrase("scharfe-told-last", "The last trick raised the prediction of {seat} from {before} to {points}")

HINT_PREDICT = Phrase(
    "scharfe-hint-predict", "Most: a colour that you can win tricks with. Fewest: one that others will lead and win."
)
HINT_PLAY = Phrase(
    "scharfe-hint-play", "A trump wins; else the strongest colour in the trick does, not the one that was led."
)
HINT_TAKE = Phrase(
    "scharfe-hint-take",
    "Take the colour that you predicted most of, never the one that you predicted fewest of.",
)

# --- Advice

CAME_TRUE = Phrase(
    "scharfe-advice-came-true",
    "In test rounds with hands like yours, most {most} and fewest {fewest} came true most often.",
)
HOLDS_TOP = Phrase(
    "scharfe-advice-holds-top",
    "You hold {count} {count:card|cards} in {suit}. Among the ten strongest cards of all: {cards}.",
)
HOLDS_FEW = Phrase(
    "scharfe-advice-holds-few", "{beaten} {suit} {beaten:card|cards} elsewhere can beat all your {suit}: {cards}."
)
WINS = Phrase("scharfe-advice-wins", "{cards} will win for sure: no later player can beat that.")
LOSES = Phrase("scharfe-advice-loses", "{cards} will lose for sure.")
ONLY_WIN = Phrase("scharfe-advice-only-win", "{cards} will win the trick; no other card that you may play will.")
ONLY_LOSE = Phrase("scharfe-advice-only-lose", "Of the cards that you may play, only {cards} will lose the trick.")
ALL_WIN = Phrase("scharfe-advice-all-win", "Every card that you may play will win the trick.")
THROW_FEWEST = Phrase(
    "scharfe-advice-throw-fewest", "You cannot win this trick. With {card} you get rid of {suit}, your fewest."
)
THROW_OTHER = Phrase(
    "scharfe-advice-throw-other",
    "You cannot win this trick. {card} is your weakest card that is not {suit}, your most.",
)
THROW_WEAKEST = Phrase(
    "scharfe-advice-throw-weakest", "You cannot win this trick. {card} is the weakest card that you may play."
)
ALL_OPEN = Phrase("scharfe-advice-all-open", "Every card that you may play would win now, but may still be beaten.")
OPEN_ELSE_LOSES = Phrase(
    "scharfe-advice-open-else-loses", "Of your cards only {cards} can still win, and a later player may beat it."
)
LOSES_ELSE_OPEN = Phrase(
    "scharfe-advice-loses-else-open", "Only {cards} will lose for sure; your other cards would win for now."
)
HOLDS_BOTH = Phrase(
    "scharfe-advice-holds-both", "The trick holds {count} {most} (your most) and {few} {fewest} (your fewest)."
)
HOLDS_MOST = Phrase("scharfe-advice-holds-most", "You predicted most {suit}, and this trick holds {count}.")
HOLDS_FEWEST = Phrase("scharfe-advice-holds-fewest", "You predicted fewest {suit}, and this trick holds {count}.")
HOLDS_NEITHER = Phrase(
    "scharfe-advice-holds-neither", "The trick holds no {most} (your most) and no {fewest} (your fewest) so far."
)
RACK_HAS = Phrase("scharfe-advice-rack-has", "The winner may also take {suit}, your most, from the rack.")
RIDS = Phrase("scharfe-advice-rids", "With {cards} you give {suit}, your fewest, to another player.")
GIVES = Phrase("scharfe-advice-gives", "With {cards} you would give {suit}, your most, to another player.")
CAPTURES_FEWEST = Phrase(
    "scharfe-advice-captures-fewest", "With {cards} you would capture {suit}, your fewest, yourself."
)
CAPTURES_MOST = Phrase("scharfe-advice-captures-most", "With {cards} you would capture more {suit}, your most.")
LEAD_BRINGS_ONE = Phrase(
    "scharfe-advice-lead-brings-one", "{cards} will win for sure, so you keep that card of {suit}, your most."
)
LEAD_BRINGS = Phrase(
    "scharfe-advice-lead-brings",
    "{cards} will win for sure and bring you at least {least} {suit} {least:card|cards}.",
)
LEAD_RIDS = Phrase(
    "scharfe-advice-lead-rids",
    "{cards} will lose for sure: another player captures at least {least} {suit} {least:card|cards}.",
)
STRONGEST = Phrase(
    "scharfe-advice-strongest",
    "{card} is your strongest card; at most {count:one card|{count} cards} still out can beat it.",
)
LOST_MOST = Phrase("scharfe-advice-lost-most", "{suit} can no longer be your most.")
LOST_FEWEST = Phrase("scharfe-advice-lost-fewest", "{suit} can no longer be your fewest.")
LOST_BOTH = Phrase("scharfe-advice-lost-both", "Neither of your predictions can come true any more.")
TAKE_AHEAD = Phrase("scharfe-advice-take-ahead", "{suit} makes {count}, {ahead} more than any other colour.")
TAKE_LEVEL = Phrase("scharfe-advice-take-level", "{suit} makes {count}, level with {others}.")
TAKE_BEHIND = Phrase("scharfe-advice-take-behind", "{suit} makes {count}, still {behind} fewer than {other}.")
TAKE_FREES = Phrase(
    "scharfe-advice-take-frees", "With {suit} you would have fewer {fewest} (your fewest) than any other colour."
)
TAKE_SAFE = Phrase("scharfe-advice-take-safe", "Take one of these, and {most} stays your most: {suits}.")
TAKE_TIES = Phrase("scharfe-advice-take-ties", "Taking one of these would only tie with {most}, your most: {suits}.")

# --- Coaching

COACH_SCORE = Phrase(
    "scharfe-coach-score", "A right prediction scores 5, or 3 if colours tie. Both right: add most minus fewest."
)
COACH_FOLLOW = Phrase("scharfe-coach-follow", "While you hold {suit} you must follow, so even trumps have to wait.")
COACH_VOID = Phrase(
    "scharfe-coach-void", "Without {suit} you may play any card, and a trump or a stronger colour can win."
)
COACH_TAKE = Phrase("scharfe-coach-take", "Who wins a trick also takes a card from the rack: it counts, too.")
COACH_LEVEL = Phrase("scharfe-coach-level", "{suit}, your most, is level with {others}: that scores 3, alone 5.")
"""The `COACH_` sentences explain one rule each, see `coaching`."""

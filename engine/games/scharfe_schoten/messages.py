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
PITCH = Phrase("scharfe-schoten-pitch", "Foretell which spice you will take most of, and which least.")
DESIGNER = Phrase("scharfe-designer", "Arve D. Fühler")
PREDICTING = Phrase("scharfe-predicting", "Predictions")
TAKING = Phrase("scharfe-taking", "{seat} takes from the spice rack")
ASK_MOST = Phrase("scharfe-ask-most", "Which colour will you capture most of?")
ASK_FEWEST = Phrase("scharfe-ask-fewest", "And which colour fewest of?")
ASK_TAKE = Phrase("scharfe-ask-take", "Take a card from the rack: which colour?")
PREDICT_LABEL = Phrase("scharfe-predict-label", "{suit}, hand {held}, rack {rack}")
TAKE_LABEL = Phrase("scharfe-take-label", "{suit}, rack {rack}, you {own}")
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
PREDICTED = Phrase("scharfe-predicted", "has predicted")
WHY_TRUMP = Phrase("scharfe-why-trump", "trump {card}")
WHY_TRUMPS = Phrase("scharfe-why-trumps", "strongest trump {card}")
WHY_COLOUR = Phrase("scharfe-why-colour", "{suit} outranks {others}")
WHY_HIGHEST = Phrase("scharfe-why-highest", "highest {suit}, which outranks {others}")
GOAL = Phrase("scharfe-goal", "most {most}: {have}, fewest {fewest}: {few}; worth {points} so far")
SCORE_MOST = Phrase("scharfe-score-most", "most {suit} ({count}): {outcome}")
SCORE_FEWEST = Phrase("scharfe-score-fewest", "fewest {suit} ({count}): {outcome}")
SCORE_DIFFERENCE = Phrase("scharfe-score-difference", "both right: the difference")
ALONE = Phrase("scharfe-alone", "right, alone")
TIED = Phrase("scharfe-tied", "right, level with {others}")
WRONG = Phrase("scharfe-wrong", "wrong, {others}")
"""The others are the colours that would have been right."""

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

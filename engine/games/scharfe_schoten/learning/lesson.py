"""Scharfe Schoten: its lesson. The reader predicts, wins on purpose, loses on purpose, and sees what that scores."""

from engine.games.scharfe_schoten import messages
from engine.games.scharfe_schoten.game import ScharfeSchoten
from engine.games.scharfe_schoten.messages import SUITS
from engine.lessons import Ahead, Allowed, Lesson, Scored, Shows, Step
from engine.text import Phrase, card_text, seat_text

RED, YELLOW, GREEN, BLACK = (suit.name for suit in SUITS)

MOST = Phrase(
    "scharfe-lesson-most",
    "You score by foretelling. Of which colour will you win most cards? The picture has the strongest first: {red}.",
)
MOST_WHY = Phrase("scharfe-lesson-most-why", "{red} is the strongest colour here, and you hold high ones.")
FEWEST = Phrase(
    "scharfe-lesson-fewest",
    "Now the colour you will win fewest cards of. {black} is the weakest colour, and yours are low.",
)
FEWEST_WHY = Phrase("scharfe-lesson-fewest-why", "the weakest colour is the easiest one to lose.")
FOLLOW = Phrase(
    "scharfe-lesson-follow",
    "{seat} led {red}: who has it must play it. Without trumps, the highest of the strongest colour wins: your {card}.",
)
FOLLOW_WHY = Phrase("scharfe-lesson-follow-why", "it beats {led}, and you keep your trump.")
FOLLOW_LOW = Phrase("scharfe-lesson-follow-low", "{low} would lose to {led}.")
TAKE = Phrase(
    "scharfe-lesson-take",
    "You won all four cards. While the rack (the shelf) has cards, the winner must take one more: choose {red}.",
)
TAKE_WHY = Phrase("scharfe-lesson-take-why", "you foretold most of it, so every card helps.")
TRUMP = Phrase(
    "scharfe-lesson-trump",
    "The winner leads, with any card. ★ marks a trump: it follows as its colour, and only stronger trumps beat it.",
)
TRUMP_WHY = Phrase("scharfe-lesson-trump-why", "your trump wins for sure, and the others must follow {red}.")
LOSE = Phrase(
    "scharfe-lesson-lose",
    "You beat even {beaten}, and took {red} again. Who wins gets all cards, so lose your fewest: lead the low {card}.",
)
LOSE_WHY = Phrase("scharfe-lesson-lose-why", "it cannot win, so somebody else gets the {black} cards.")
DISCARD = Phrase(
    "scharfe-lesson-discard",
    "{seat} led {yellow}. You have none, so you may play any card: give away your last {black}.",
)
DISCARD_WHY = Phrase("scharfe-lesson-discard-why", "{black} is below {yellow}: it loses, and you are rid of it.")
OUTRANK = Phrase(
    "scharfe-lesson-outrank",
    "{yellow} is led again. What wins need not be the led colour: {red} is above {yellow}, so your {card} is ahead.",
)
OUTRANK_WHY = Phrase("scharfe-lesson-outrank-why", "only a trump or a higher card of {red} could still beat it.")
END = Phrase(
    "scharfe-lesson-end",
    "The round was played on for you, until all hands were empty. {red} is your most, and alone: 5 points.",
)
END_LEVEL = Phrase(
    "scharfe-lesson-end-level",
    "Your fewest, {black}, is level with {green}: 3 points; alone 5. Wrong is 0. A colour without cards counts, too.",
)
END_BOTH = Phrase(
    "scharfe-lesson-end-both",
    "Both are right, so add your {red} less your {black}: 10 − 2. As many rounds as players; the highest total wins.",
)

LESSON = Lesson(
    id="scharfe-schoten",
    title=messages.TITLE(),
    kind=ScharfeSchoten,
    rules=1,
    seats=4,
    seat=0,
    setup={"first": 1},
    deal={
        "hands": [
            ["R6", "R9", "R11", "G3", "G5", "G8", "G9", "G10", "K1", "K4"],
            ["R3", "R7", "R8", "Y2", "Y4", "Y5", "G2", "G6", "K6", "K7"],
            ["R4", "R10", "R12", "Y3", "Y7", "Y9", "G7", "G11", "K5", "K9"],
            ["Y1", "Y6", "Y8", "Y10", "Y11", "G4", "G12", "K3", "K8", "K11"],
        ],
        "rack": ["R1", "R2", "R5", "Y12", "G1", "K2", "K10", "K12"],
        "trumps": ["R9", "G7", "Y4", "K2"],
    },
    steps=(
        Step(
            MOST(red=RED),
            "R",
            MOST_WHY(red=RED),
            claims=(Shows("trumps", ["R9", "G7", "Y4", "K2"]),),
        ),
        Step(
            FEWEST(black=BLACK),
            "K",
            FEWEST_WHY(),
            then="1 predict G Y, 2 predict K R, 3 predict Y R, 1 play R8, 2 play R4, 3 play G12",
        ),
        Step(
            FOLLOW(seat=seat_text(1), red=RED, card=card_text("R11")),
            "R11",
            FOLLOW_WHY(led=card_text("R8")),
            claims=(Allowed("R6 R9 R11"), Ahead(1)),
            others={"R6": FOLLOW_LOW(low=card_text("R6"), led=card_text("R8"))},
        ),
        Step(TAKE(red=RED), "R", TAKE_WHY(), claims=(Ahead(0), Allowed("R Y G K"))),
        Step(
            TRUMP(),
            "R9",
            TRUMP_WHY(red=RED),
            then="1 play R3, 2 play R12, 3 play Y8, 0 take R",
            claims=(Allowed("R6 R9 G3 G5 G8 G9 G10 K1 K4"),),
        ),
        Step(
            LOSE(beaten=card_text("R12"), red=RED, card=card_text("K1")),
            "K1",
            LOSE_WHY(black=BLACK),
            then="1 play K6, 2 play K9, 3 play K3, 2 take K, 2 play Y7, 3 play Y10",
            claims=(Ahead(0), Shows("captured", {"R": 8, "Y": 1, "G": 1, "K": 0}, 0)),
        ),
        Step(
            DISCARD(seat=seat_text(2), yellow=YELLOW, black=BLACK),
            "K4",
            DISCARD_WHY(yellow=YELLOW, black=BLACK),
            then="1 play Y2, 3 take K, 3 play Y1",
            claims=(Ahead(2, before=1), Ahead(3), Allowed("R6 G3 G5 G8 G9 G10 K4")),
        ),
        Step(
            OUTRANK(yellow=YELLOW, red=RED, card=card_text("R6")),
            "R6",
            OUTRANK_WHY(red=RED),
            then="1 play Y5, 2 play Y9, 0 take R, 0 play G8, 1 play G6, 2 play G7, 3 play G4, 2 take K, 2 play R10, "
            "3 play K11, 0 play G9, 1 play R7, 2 take Y, 2 play Y3, 3 play Y6, 0 play G3, 1 play Y4, 1 take G, "
            "1 play G2, 2 play G11, 3 play K8, 0 play G10, 2 play K5, 3 play Y11, 0 play G5, 1 play K7",
            claims=(Ahead(3, before=1), Allowed("R6 G3 G5 G8 G9 G10")),
        ),
    ),
    end=(END(red=RED), END_LEVEL(black=BLACK, green=GREEN), END_BOTH(red=RED, black=BLACK)),
    end_claims=(Scored(16), Scored(0, 1), Scored(3, 2), Scored(11, 3)),
)

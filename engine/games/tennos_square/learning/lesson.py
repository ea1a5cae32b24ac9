"""Tennos Square: its lesson. The reader places cards, chooses who is next, and exchanges once."""

from engine.games.tennos_square import messages
from engine.games.tennos_square.game import TennosSquare
from engine.lessons import Allowed, Lesson, Scored, Shows, Step
from engine.text import Phrase, card_text

DISCARD = Phrase(
    "square-lesson-discard",
    "You want a row of nine that rises from left to right. Keep a low and a high card; {card} goes to the market.",
)
DISCARD_WHY = Phrase("square-lesson-discard-why", "the lowest and the highest cards have sure places at the ends.")
CARD = Phrase(
    "square-lesson-card",
    "Your nine cards lie face down, and nobody knows them. Replace one after another: begin with the ace, the lowest.",
)
CARD_WHY = Phrase("square-lesson-card-why", "an ace is the lowest card, so its place is certain.")
LEFT = Phrase(
    "square-lesson-left",
    "The lowest card goes to the far left. The slot also says who is next: 1 to 3 means your left neighbour.",
)
LEFT_WHY = Phrase("square-lesson-left-why", "nothing is lower than an ace.")
PICKED = Phrase(
    "square-lesson-picked",
    "You picked up the card that lay there: {card}. Below, the sun is your team, the dark number your face-down cards.",
)
PICKED_WHY = Phrase("square-lesson-picked-why", "a 5 belongs in the middle, where slot 5 lets you play again.")
AGAIN = Phrase("square-lesson-again", "Middle cards go to the middle. And slot 5 has a gift: you play again at once.")
AGAIN_WHY = Phrase("square-lesson-again-why", "a 5 fits the middle, and you play again.")
EXCHANGE = Phrase(
    "square-lesson-exchange",
    "Some turns later, neither of your cards fits a gap. Once a round you may exchange: two cards for one.",
)
EXCHANGE_WHY = Phrase("square-lesson-exchange-why", "either of your cards would break your rising row.")
TAKE = Phrase(
    "square-lesson-take",
    "Both go to the market, and you take one card from there, or the unseen top of the stock: {card} fits well.",
)
TAKE_WHY = Phrase("square-lesson-take-why", "it fits between 5 and 9, and leaves room for another card.")
FITTING = Phrase(
    "square-lesson-fitting",
    "From now on you play with this one card, as usual, and cannot exchange again in this round.",
)
PARTNER = Phrase(
    "square-lesson-partner",
    "Slots 4 and 6 give the turn to your partner opposite; 7 to 9 to your right neighbour.",
)
PARTNER_WHY = Phrase("square-lesson-partner-why", "it rises there, and your partner is next.")
END = Phrase(
    "square-lesson-end",
    "Your row is all face up first, which ends the round at once: 20 points. All nine rise: 9 × 9 = 81 more.",
)
END_RUNS = Phrase(
    "square-lesson-end-runs",
    "A run of face-up cards goes on with equal ones and across gaps; a lower one ends it. Its length squared scores.",
)
END_TEAM = Phrase("square-lesson-end-team", "Partners add their points, over as many rounds as players.")

LESSON = Lesson(
    id="tennos-square",
    title=messages.TITLE(),
    kind=TennosSquare,
    rules=1,
    seats=4,
    seat=0,
    setup={"dealer": 3},
    deal={
        "rows": [
            ["C5", "DA", "X2", "L4", "L9", "L8", "C3", "X3", "X10"],
            ["L5", "D5", "X7", "C10", "C8", "C2", "H10", "S10", "H2"],
            ["S4", "D4", "H7", "C7", "S7", "X8", "H4", "H9", "D3"],
            ["L3", "C4", "H8", "D2", "D10", "L10", "L7", "XA", "H5"],
        ],
        "hands": [["SA", "H6", "D9"], ["X4", "LA", "X5"], ["D7", "X6", "L6"], ["S9", "S5", "CA"]],
        "stock": ["S3", "X9", "S2", "S8", "HA", "C9", "C6", "D6", "H3", "L2", "D8", "S6"],
    },
    steps=(
        Step(
            DISCARD(card=card_text("H6")),
            "H6",
            DISCARD_WHY(),
            then="1 discard X4, 2 discard D7, 3 discard CA",
            claims=(Allowed("SA H6 D9"),),
        ),
        Step(CARD(), "SA", CARD_WHY(), claims=(Allowed("SA D9 exchange"),)),
        Step(
            LEFT(),
            "1",
            LEFT_WHY(),
            then="1 play LA 1, 2 play L6 5, 2 play S7 6",
            claims=(Allowed("1 2 3 4 5 6 7 8 9"),),
        ),
        Step(PICKED(card=card_text("C5")), "C5", PICKED_WHY(), claims=(Allowed("C5 D9 exchange"),)),
        Step(
            AGAIN(),
            "5",
            AGAIN_WHY(),
            then="0 play D9 8, 3 play S5 5, 3 play S9 9, 2 play X6 3, 3 play H5 2, 0 play X3 3, 1 play L5 5, "
            "1 play X5 8, 0 play X2 2, 1 play S10 9, 0 play L9 9, 3 play C4 1",
            claims=(Allowed("2 3 4 5 6 7 8 9"),),
        ),
        Step(
            EXCHANGE(),
            "exchange",
            EXCHANGE_WHY(),
            claims=(
                Allowed("DA X10 exchange"),
                Shows("rows", ["SA", "X2", "X3", None, "C5", None, None, "D9", "L9"], 0),
            ),
        ),
        Step(
            TAKE(card=card_text("D7")),
            "D7",
            TAKE_WHY(),
            claims=(Allowed("stock H6 X4 CA D7 DA X10"),),
        ),
        Step(FITTING(), "D7", PARTNER_WHY(), claims=(Allowed("D7"),)),
        Step(
            PARTNER(),
            "6",
            PARTNER_WHY(),
            then="2 play X8 8, 1 play H2 2, 2 play H9 9, 1 play D5 3, 2 play D3 1, 3 play L3 3, 0 play L8 7, "
            "3 play H8 6, 1 play X7 6, 3 play L10 4, 1 play C2 7, 0 play C3 4",
            claims=(Allowed("4 6 7"),),
        ),
    ),
    end=(END(), END_RUNS(), END_TEAM()),
    end_claims=(Scored(101), Scored(34, 1), Scored(36, 2), Scored(17, 3)),
)

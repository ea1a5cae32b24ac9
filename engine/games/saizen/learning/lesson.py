"""Saizen: its lesson. The reader switches a rule, and plays tricks under four different rule cards."""

from engine.games.saizen import messages
from engine.games.saizen.game import Saizen
from engine.games.saizen.messages import SUITS
from engine.lessons import Ahead, Allowed, Lesson, Scored, Shows, Step
from engine.text import Phrase, card_text, seat_text

SPADES, HEARTS, DIAMONDS, CLUBS = (suit.name for suit in SUITS)

SUIT = Phrase(
    "saizen-lesson-suit",
    "You want tricks. Once a round you may switch one of the 20 rules, for good, as the round arrows show: in {suit}.",
)
SUIT_WHY = Phrase("saizen-lesson-suit-why", "you hold its lowest card, which is useless so far.")
ROW = Phrase(
    "saizen-lesson-row",
    "Turn “high” to “low”: in tricks led in {suit}, the lowest card of that suit wins from now on.",
)
ROW_WHY = Phrase("saizen-lesson-row-why", "then your ace, which counts 1, wins every trick that it leads.")
MUST = Phrase(
    "saizen-lesson-must",
    "{seat} led {suit}, where the first rules hold: follow suit, the highest wins, and who can win must win.",
)
MUST_WHY = Phrase("saizen-lesson-must-why", "it wins, so you must play it.")
LEAD = Phrase(
    "saizen-lesson-lead",
    "A trick is a point, and its winner leads the next. {card} is the lowest of {suit}, so now nobody can beat it.",
)
LEAD_WHY = Phrase("saizen-lesson-lead-why", "it is sure to win, and only cards of the led suit can.")
FREE = Phrase(
    "saizen-lesson-free",
    "One trick later, {seat} leads {suit}, where nobody has to follow now. You cannot beat {best}: play {card}.",
)
FREE_WHY = Phrase("saizen-lesson-free-why", "where low wins, a king will hardly win a trick.")
MATCH = Phrase(
    "saizen-lesson-match",
    "In {suit} equals play off now. You cannot beat {best}, but who cannot win must match: your {card} equals {other}.",
)
MATCH_WHY = Phrase("saizen-lesson-match-why", "it matches {other}, so you must play it.")
PLAY_OFF = Phrase(
    "saizen-lesson-play-off",
    "Even {best} is out: only the two fives play one more card each, by the rules of {suit}. {card} is enough.",
)
PLAY_OFF_WHY = Phrase(
    "saizen-lesson-play-off-why", "{other} does not follow suit, so each of your {suit} wins: keep the higher one."
)
END = Phrase(
    "saizen-lesson-end",
    "You won the play-off. The round went on until one hand was empty: {points} points for you.",
)
END_PASS = Phrase(
    "saizen-lesson-end-pass",
    "There are three rounds. Between them you pass all cards you were dealt to the right, and may switch one more.",
)

POINTS = 6
"""The reader's points."""

LESSON = Lesson(
    id="saizen",
    title=messages.TITLE(),
    kind=Saizen,
    rules=1,
    seats=4,
    seat=0,
    setup={"first": 1},
    deal={
        "hands": [
            ["S3", "S5", "S8", "HA", "H8", "H9", "HK", "D3", "D7", "DQ", "C2", "C4", "C10"],
            ["S6", "S7", "SJ", "H2", "H7", "HJ", "HQ", "D9", "D10", "DJ", "DK", "C8", "C9"],
            ["SA", "S2", "S4", "S9", "S10", "SQ", "SK", "H4", "H5", "H6", "D2", "D4", "CK"],
            ["H3", "H10", "DA", "D5", "D6", "D8", "CA", "C3", "C5", "C6", "C7", "CJ", "CQ"],
        ],
    },
    opening="1 chip S match, 2 chip C follow, 3 pass",
    steps=(
        Step(SUIT(suit=HEARTS), "H", SUIT_WHY()),
        Step(ROW(suit=HEARTS), "H-rank", ROW_WHY(), then="1 play D9, 2 play D4, 3 play D8"),
        Step(
            MUST(seat=seat_text(1), suit=DIAMONDS),
            "DQ",
            MUST_WHY(),
            claims=(Ahead(1), Allowed("DQ")),
        ),
        Step(
            LEAD(card=card_text("HA"), suit=HEARTS),
            "HA",
            LEAD_WHY(),
            then="1 play H7, 2 play H5, 3 play H10, 0 play D3, 1 play DK, 2 play D2, 3 play D6, "
            "1 play C8, 2 play CK, 3 play H3",
            claims=(Ahead(0),),
        ),
        Step(
            FREE(seat=seat_text(1), suit=CLUBS, best=card_text("CK"), card=card_text("HK")),
            "HK",
            FREE_WHY(),
            then="2 play SK, 3 play C5",
            claims=(Ahead(0, before=2), Ahead(2), Allowed("S3 S5 S8 H8 H9 HK D7 C2 C4 C10")),
        ),
        Step(
            MATCH(suit=SPADES, best=card_text("SK"), card=card_text("S5"), other=card_text("C5")),
            "S5",
            MATCH_WHY(other=card_text("C5")),
            then="1 play S6, 3 play DA",
            claims=(Ahead(2), Allowed("S5"), Shows("taken", [2, 1, 1, 0])),
        ),
        Step(
            PLAY_OFF(best=card_text("SK"), suit=SPADES, card=card_text("S3")),
            "S3",
            PLAY_OFF_WHY(other=card_text("DA"), suit=SPADES),
            then="0 play S8, 1 play SJ, 2 play SQ, 3 play CJ, 1 play S7, 3 play C7, 1 play C9, 3 play CQ, "
            "3 play C3, 0 play C4, 1 play D10, 2 play H4, 0 play H8, 1 play H2, 2 play H6, 3 play C6, "
            "1 play HQ, 2 play S9, 3 play D5, 0 play H9, 0 play C10, 1 play HJ, 2 play SA, 3 play CA",
            claims=(Ahead(3), Allowed("S3 S8")),
        ),
    ),
    end=(END(points=POINTS), END_PASS()),
    end_claims=(Scored(POINTS), Shows("round_count", 3)),
)

"""Tezuma: the lessons of both editions. The reader drafts, wins, loses on purpose, trumps, and makes the bid exactly.

Both lessons have the same cards and the same play of the tricks, except that two suits are replaced. The drafts differ.
"""

from collections.abc import Sequence

from engine.games.tezuma import messages
from engine.games.tezuma.abilities import ABILITIES, NUMBERS
from engine.games.tezuma.editions import SHI, TRICK, Edition
from engine.games.tezuma.game import Tezumashi, TezumaTrick
from engine.lessons import Ahead, Allowed, Lesson, Scored, Shows, Step
from engine.text import Phrase, Text, card_text, seat_text

PAIN = Phrase(
    "tezuma-lesson-pain",
    "Take one of each, in any order. Each card of your pain suit that you win, T too, costs 1 point: {suit} is low.",
)
PAIN_WHY = Phrase("tezuma-lesson-pain-why", "your cards of {suit} are low, so others will win them.")
BID = Phrase(
    "tezuma-lesson-bid",
    "A bid says which numbers of tricks score; all others score 0. Take {bid}: 8 points for exactly 3 tricks.",
)
BID_WHY = Phrase("tezuma-lesson-bid-why", "your hand should win about 3 tricks.")
ABILITY = Phrase(
    "tezuma-lesson-ability",
    "Last an ability. It bends a rule a few times a round, and has a lesson of its own: take {ability}.",
)
ABILITY_WHY = Phrase("tezuma-lesson-ability-why", "it will not matter here.")
FOLLOW = Phrase(
    "tezuma-lesson-follow",
    "{seat} led {suit}, so you must follow suit. The highest number of the led suit wins: your {card}.",
)
FOLLOW_WHY = Phrase("tezuma-lesson-follow-why", "only this card beats {best}.")
DUCK = Phrase(
    "tezuma-lesson-duck",
    "You lead the next trick, with any card. Get rid of {suit}, your pain suit: {card} is too low to win.",
)
DUCK_WHY = Phrase("tezuma-lesson-duck-why", "somebody else must capture your pain suit.")
TRUMP = Phrase(
    "tezuma-lesson-trump",
    "You have no {suit}, so you may play any card. A trump card T is active then: it beats every number.",
)
TRUMP_WHY = Phrase("tezuma-lesson-trump-why", "only an active trump wins here.")
FIRST = Phrase(
    "tezuma-lesson-first",
    "{seat} also played an active trump, but of equal cards the first wins. Lead {card}: a led trump counts only 0.",
)
FIRST_WHY = Phrase("tezuma-lesson-first-why", "you want just one more trick, so get rid of a trump while it is only 0.")
IDLE = Phrase(
    "tezuma-lesson-idle",
    "A trump that follows suit counts 0, too. Lose {card} here: later it could win a trick too many.",
)
IDLE_WHY = Phrase("tezuma-lesson-idle-why", "it cannot win when it follows, and your numbers still can.")
EXACT = Phrase(
    "tezuma-lesson-exact",
    "Five tricks later you still have 2: 5 points. {card} wins a third: 8 points, less 1 for {pain}, your pain suit.",
)
EXACT_WHY = Phrase("tezuma-lesson-exact-why", "it beats {best}, and makes your bid.")
END = Phrase(
    "tezuma-lesson-end",
    "Exactly 3 tricks: 8 points on your bid. You captured one card of {suit}, your pain suit: 1 point less.",
)
END_FLOOR = Phrase(
    "tezuma-lesson-end-floor",
    "A round never scores below 0. As many rounds as players; the highest total wins.",
)
END_ABILITIES = Phrase(
    "tezuma-lesson-end-abilities",
    "You can also draft abilities, which bend the rules; they have a lesson of their own.",
)

_HANDS = (
    "B2 B7 B9 BT U3 U5 U8 UT UT M1 M2 M3",
    "B3 B6 BT U1 U6 U7 U9 UT M5 M7 MT MT",
    "B1 B4 B5 U2 F2 F4 F5 F7 FT FT M8 M9",
    "B8 BT U4 F1 F3 F6 F8 F9 FT M4 M6 MT",
)
_TO_TRICK_11 = (
    "1 play U1, 3 play F6, 0 play M3, 1 play U9, 2 play F7, 2 play B1, 3 play F1, 0 play B2, 1 play UT, 1 play M7, "
    "2 play M9, 3 play MT, 0 play M2, 2 play F2, 3 play F8, 0 play B7, 1 play U6, 3 play F3, 0 play U5, 1 play MT, "
    "2 play FT, 1 play U7, 2 play F4, 3 play M4"
)
_TO_THE_END = "0 play U3, 1 play MT, 2 play FT, 3 play FT"


def _tricks(edition: Edition) -> Sequence[Step]:
    """Return the steps after the draft. The edition's third and fourth suits replace the written suits fan and mask."""
    butterfly, _, third, fourth = (suit.name for suit in edition.suits)
    extra = " many-umbrellas" if edition is TRICK else ""

    def of(text: str) -> str:
        return _in(edition, text)

    return (
        Step(
            FOLLOW(seat=seat_text(1), suit=butterfly, card=card_text("B9")),
            "B9",
            FOLLOW_WHY(best=card_text("B8")),
            claims=(Allowed("B2 B7 B9 BT"), Ahead(3)),
        ),
        Step(
            DUCK(suit=fourth, card=card_text(of("M1"))),
            of("M1"),
            DUCK_WHY(),
            then=of("1 play M5, 2 play M8, 3 play M6, 2 play F5, 3 play F9"),
            claims=(Ahead(0),),
        ),
        Step(
            TRUMP(suit=third),
            "UT",
            TRUMP_WHY(),
            then="1 play BT",
            claims=(Ahead(2, before=1), Ahead(3), Allowed(of(f"B2 B7 BT U3 U5 U8 UT M2 M3{extra}"))),
        ),
        Step(
            FIRST(seat=seat_text(1), card=card_text("BT")),
            "BT",
            FIRST_WHY(),
            then="1 play B3, 2 play B5, 3 play BT, 2 play U2, 3 play U4",
            claims=(Ahead(0), Shows("won", 2, 0), Allowed(of(f"B2 B7 BT U3 U5 U8 UT M2 M3{extra}"))),
        ),
        Step(
            IDLE(card=card_text("UT")),
            "UT",
            IDLE_WHY(),
            then=of(_TO_TRICK_11),
            claims=(Ahead(2, before=1), Ahead(3), Allowed(f"U3 U5 U8 UT{extra}")),
        ),
        Step(
            EXACT(card=card_text("U8"), pain=card_text(of("M4"))),
            "U8",
            EXACT_WHY(best=card_text("U7")),
            then=of(_TO_THE_END),
            claims=(Ahead(1), Shows("won", 2, 0), Allowed("U3 U8")),
        ),
    )


def _in(edition: Edition, text: str) -> str:
    """Replace the letters F and M in moves or cards by the letters of the edition's third and fourth suits."""
    return text.translate(str.maketrans("FM", "".join(suit.letter for suit in edition.suits[2:])))


def _hands(edition: Edition) -> dict[str, object]:
    return {"hands": [_in(edition, hand).split() for hand in _HANDS]}


def _end(edition: Edition) -> Sequence[Text]:
    return END(suit=edition.suits[3].name), END_FLOOR()


def _pain(edition: Edition, then: str = "") -> Step:
    suit = edition.suits[3]
    return Step(PAIN(suit=suit.name), f"pain-{suit.letter}", PAIN_WHY(suit=suit.name), then=then)


def _ability(name: str) -> Text:
    return ABILITIES[NUMBERS[name]].name


TRICK_LESSON = Lesson(
    id="tezuma-trick",
    title=messages.TRICK_TITLE(),
    kind=TezumaTrick,
    rules=3,
    seats=4,
    seat=0,
    setup={
        "first": 1,
        "bids": [1, 2, 4, 7, 8],
        "abilities": ["many-umbrellas", "sword-walking", "water-trick", "horse-swallowing", "paper-egg"],
    },
    deal=_hands(TRICK),
    opening="1 take bid 2, 2 take pain B, 3 take bid 8",
    steps=(
        _pain(TRICK),
        Step(
            BID(bid=messages.BID_LABEL(letter="A")),
            "bid-1",
            BID_WHY(),
            then="3 take pain U, 2 take bid 4, 1 take pain F, 1 take ability sword-walking, "
            "2 take ability water-trick, 3 take ability horse-swallowing",
        ),
        Step(
            ABILITY(ability=_ability("many-umbrellas")),
            "ability-many-umbrellas",
            ABILITY_WHY(),
            then="1 play B6, 2 play B4, 3 play B8",
        ),
        *_tricks(TRICK),
    ),
    end=_end(TRICK),
    end_claims=(Scored(7),),
)
SHI_LESSON = Lesson(
    id="tezumashi",
    title=messages.SHI_TITLE(),
    kind=Tezumashi,
    rules=2,
    seats=4,
    seat=0,
    options={"abilities": "none"},
    setup={"first": 1},
    deal=_hands(SHI),
    opening="1 take bid 2, 2 take pain B, 3 take bid 7",
    steps=(
        _pain(SHI, "1 take pain W, 2 take bid 4, 3 take pain U"),
        Step(BID(bid=messages.BID_LABEL(letter="C")), "bid-3", BID_WHY(), then="1 play B6, 2 play B4, 3 play B8"),
        *_tricks(SHI),
    ),
    end=(*_end(SHI), END_ABILITIES()),
    end_claims=(Scored(7),),
)
LESSONS: Sequence[Lesson] = (TRICK_LESSON, SHI_LESSON)

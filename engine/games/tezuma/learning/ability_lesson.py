"""Tezuma: the lesson about abilities.

The reader wins a trick with an ability, meets abilities of two other players, and loses a trick with the same ability.
"""

from engine.games.tezuma.abilities import ABILITIES, NUMBERS
from engine.games.tezuma.editions import TRICK
from engine.games.tezuma.game import TezumaTrick
from engine.lessons import Ahead, Allowed, Holds, Lesson, Shows, Step
from engine.text import Phrase, Text, card_text, seat_text

TITLE = Phrase("tezuma-abilities-title", "Tezuma: abilities")
PITCH = Phrase("tezuma-abilities-pitch", "how abilities are used, and when")
TAKE = Phrase(
    "tezuma-abilities-take",
    "Your pain suit and your bid are drafted. Now an ability, which bends a rule a few times a round: {ability}.",
)
TAKE_WHY = Phrase("tezuma-abilities-take-why", "this lesson shows what one can do with it.")
USE = Phrase(
    "tezuma-abilities-use",
    "{horse} adds 2: {seat}’s {card} is worth 10, and your {suit} cannot win. Choose your ability first: {ability}.",
)
USE_WHY = Phrase("tezuma-abilities-use-why", "without it, you can only lose this trick.")
CARD = Phrase(
    "tezuma-abilities-card",
    "Then the card: any, though you could follow. ★ marks an active trump, which beats 10 too: {card}.",
)
CARD_WHY = Phrase("tezuma-abilities-card-why", "only an active trump beats {best}.")
LEAD = Phrase(
    "tezuma-abilities-lead",
    "One use is left, but a leader has nothing to follow and cannot use it. Lead {card}: nothing is higher.",
)
LEAD_WHY = Phrase("tezuma-abilities-lead-why", "it is the highest of {suit}, and your bid wants a second trick.")
DUCK = Phrase(
    "tezuma-abilities-duck",
    "Your bid gives most for the 2 tricks you have: {points} points. From now on lose: lead {card}, your pain suit.",
)
DUCK_WHY = Phrase("tezuma-abilities-duck-why", "it cannot win, and somebody else captures {suit}.")
WATER = Phrase(
    "tezuma-abilities-water",
    "{seat} used {water}: no trump is active in this trick, not even the one played before. Give away {suit}.",
)
WATER_WHY = Phrase("tezuma-abilities-water-why", "you cannot win, so give away {card}, your pain suit.")
AGAIN = Phrase(
    "tezuma-abilities-again",
    "{card} must follow and would win, but a third trick makes {two} points only {three}. Use {ability} to lose.",
)
AGAIN_WHY = Phrase("tezuma-abilities-again-why", "with it you need not play {card}.")
GIVE = Phrase(
    "tezuma-abilities-give",
    "A number that does not follow suit never wins, so give away one more card of your pain suit: {card}.",
)
GIVE_WHY = Phrase("tezuma-abilities-give-why", "somebody else captures it then.")
END = Phrase(
    "tezuma-abilities-end",
    "You kept your 2 tricks. Each player may use one ability in a trick, when they play their card.",
)
END_BUTTONS = Phrase(
    "tezuma-abilities-end-buttons",
    "It works in that trick only, and of equal values the first wins. “Rules”, below every hand, explains all twelve.",
)

BID = 4
"""The number of the reader's bid."""
POINTS = TRICK.bids[BID - 1].points
MOST_FOR_TWO = Holds("the bid gives most for exactly 2 tricks", lambda _: POINTS.index(max(POINTS)) == 2)

BUTTERFLY, UMBRELLA, _, MASK = (suit.name for suit in TRICK.suits)


def _ability(name: str) -> Text:
    return ABILITIES[NUMBERS[name]].name


LINKING, HORSE, WATER_TRICK = map(_ability, ("linking-rings", "horse-swallowing", "water-trick"))

LESSON = Lesson(
    id="tezuma-abilities",
    title=TITLE(),
    pitch=PITCH(),
    kind=TezumaTrick,
    rules=3,
    seats=4,
    seat=0,
    setup={
        "first": 1,
        "bids": [1, 2, 4, 7, 8],
        "abilities": ["linking-rings", "horse-swallowing", "water-trick", "many-umbrellas", "paper-egg"],
    },
    deal={
        "hands": [
            ["B1", "B2", "B3", "BT", "U7", "U9", "UT", "M1", "M2", "M3", "M6", "MT"],
            ["B8", "U3", "U5", "M5", "M9", "F1", "F2", "F6", "F7", "F9", "FT", "FT"],
            ["B4", "B5", "B7", "BT", "BT", "U1", "U4", "U8", "UT", "UT", "M8", "MT"],
            ["B6", "B9", "U2", "U6", "M4", "M7", "MT", "F3", "F4", "F5", "F8", "FT"],
        ],
    },
    opening="1 take ability horse-swallowing, 2 take pain U, 3 take bid 8, 0 take pain M, 0 take bid 4, 3 take pain F, "
    "2 take ability paper-egg, 1 take bid 2, 1 take pain B, 2 take bid 7, 3 take ability water-trick",
    steps=(
        Step(
            TAKE(ability=LINKING),
            "ability-linking-rings",
            TAKE_WHY(),
            then="1 play B8 with horse-swallowing, 2 play B5, 3 play B6",
        ),
        Step(
            USE(horse=HORSE, seat=seat_text(1), card=card_text("B8"), suit=BUTTERFLY, ability=LINKING),
            "linking-rings",
            USE_WHY(),
            claims=(Ahead(1), Allowed("B1 B2 B3 BT linking-rings"), Shows("uses", 2, 0)),
        ),
        Step(CARD(card=card_text("UT")), "UT", CARD_WHY(best=card_text("B8"))),
        Step(
            LEAD(card=card_text("U9")),
            "U9",
            LEAD_WHY(suit=UMBRELLA),
            then="1 play U3, 2 play U4, 3 play U2",
            claims=(Ahead(0), Shows("uses", 1, 0), Allowed("B1 B2 B3 BT U7 U9 M1 M2 M3 M6 MT")),
        ),
        Step(
            DUCK(points=POINTS[2], card=card_text("M1")),
            "M1",
            DUCK_WHY(suit=MASK),
            then="1 play M9, 2 play M8, 3 play M4, 1 play F9, 2 play UT, 3 play F3 with water-trick",
            claims=(Ahead(0), Shows("won", 2, 0), Shows("seat_bids", BID, 0), MOST_FOR_TWO),
        ),
        Step(
            WATER(seat=seat_text(3), water=WATER_TRICK, suit=MASK),
            "M6",
            WATER_WHY(card=card_text("M6")),
            then="1 play U5, 2 play U1, 3 play U6",
            claims=(Ahead(1, before=1), Ahead(1), Allowed("B1 B2 B3 BT U7 M2 M3 M6 MT linking-rings")),
        ),
        Step(
            AGAIN(card=card_text("U7"), two=POINTS[2], three=POINTS[3], ability=LINKING),
            "linking-rings",
            AGAIN_WHY(card=card_text("U7")),
            claims=(
                Ahead(1, before=1),
                Ahead(3),
                Allowed("U7 linking-rings"),
            ),
        ),
        Step(GIVE(card=card_text("M3")), "M3", GIVE_WHY()),
    ),
    end=(END(), END_BUTTONS()),
    end_claims=(Ahead(3), Shows("uses", 0, 0), Shows("won", 2, 0)),
)

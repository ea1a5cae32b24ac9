"""Tezuma: the lesson about abilities. The reader wins a trick with one, meets two of others, and loses with one."""

from engine.games.tezuma.abilities import ABILITIES, NUMBERS
from engine.games.tezuma.editions import TRICK
from engine.games.tezuma.game import TezumaTrick
from engine.lessons import Ahead, Allowed, Lesson, Shows, Step
from engine.text import Phrase, Text, card_text, seat_text

TITLE = Phrase("tezuma-abilities-title", "Tezuma: abilities")
TAKE = Phrase(
    "tezuma-abilities-take",
    "An ability bends one rule, a few times a round. Take {ability}: with it you need not follow suit.",
)
TAKE_WHY = Phrase("tezuma-abilities-take-why", "this lesson shows what one can do with it.")
USE = Phrase(
    "tezuma-abilities-use",
    "{seat} led {suit}, and your cards of it are too low. Abilities outrank the rules: press {ability} first.",
)
USE_WHY = Phrase("tezuma-abilities-use-why", "without it, you can only lose this trick.")
CARD = Phrase(
    "tezuma-abilities-card",
    "Then the card: any, though you could follow. A trump of another suit is active, so {card} will win.",
)
CARD_WHY = Phrase("tezuma-abilities-card-why", "only an active trump beats {best}.")
LEAD = Phrase(
    "tezuma-abilities-lead",
    "One use is left. Some abilities are not for the leader, like yours: there is nothing to follow. Lead {card}.",
)
LEAD_WHY = Phrase("tezuma-abilities-lead-why", "it is the highest of {suit}.")
WATER = Phrase(
    "tezuma-abilities-water",
    "{horse} made {card} worth 10. Now {water} is in force: no trump is active in this trick. Keep yours.",
)
WATER_WHY = Phrase("tezuma-abilities-water-why", "you cannot win, so give away a card of {suit}, your pain suit.")
AGAIN = Phrase(
    "tezuma-abilities-again",
    "An ability can also help you to lose. You would have to play {card} and might win: use {ability} again.",
)
AGAIN_WHY = Phrase("tezuma-abilities-again-why", "with it you need not play {card}.")
GIVE = Phrase(
    "tezuma-abilities-give",
    "A number that does not follow suit never wins. Give away one more card of {suit}, your pain suit.",
)
GIVE_WHY = Phrase("tezuma-abilities-give-why", "somebody else captures it then.")
END = Phrase(
    "tezuma-abilities-end",
    "Your two uses are spent; next round you draft anew. Everybody may use one a trick, with their own card.",
)
END_BUTTONS = Phrase(
    "tezuma-abilities-end-buttons",
    "There are twelve. Each says beside its button what it does, and it lasts for that trick only.",
)

BUTTERFLY, UMBRELLA, FAN, MASK = (suit.name for suit in TRICK.suits)


def _ability(name: str) -> Text:
    return ABILITIES[NUMBERS[name]].name


LINKING, HORSE, WATER_TRICK = map(_ability, ("linking-rings", "horse-swallowing", "water-trick"))

LESSON = Lesson(
    id="tezuma-abilities",
    title=TITLE(),
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
            ["B4", "B8", "BT", "U5", "U8", "F1", "F2", "F7", "FT", "M4", "M5", "MT"],
            ["B5", "B7", "BT", "U1", "U4", "UT", "F3", "F4", "F5", "FT", "M7", "MT"],
            ["B6", "B9", "U2", "U3", "U6", "UT", "F6", "F8", "F9", "FT", "M8", "M9"],
        ],
    },
    opening="1 take ability horse-swallowing, 2 take ability water-trick, 3 take ability paper-egg",
    steps=(
        Step(
            TAKE(ability=LINKING),
            "ability-linking-rings",
            TAKE_WHY(),
            then="0 take pain M, 3 take pain F, 2 take pain U, 1 take pain B, 1 take bid 2, 2 take bid 7, "
            "3 take bid 8, 0 take bid 1, 1 play B8, 2 play B5, 3 play B6",
        ),
        Step(
            USE(seat=seat_text(1), suit=BUTTERFLY, ability=LINKING),
            "linking-rings",
            USE_WHY(),
            claims=(Ahead(1), Allowed("B1 B2 B3 BT linking-rings"), Shows("uses", 2, 0)),
        ),
        Step(
            CARD(card=card_text("UT")),
            "UT",
            CARD_WHY(best=card_text("B8")),
        ),
        Step(
            LEAD(card=card_text("U9")),
            "U9",
            LEAD_WHY(suit=UMBRELLA),
            then="1 play U8 with horse-swallowing, 2 play U4, 3 play U6, 1 play F7, "
            "2 play F3 with water-trick, 3 play F9",
            claims=(Ahead(0), Shows("uses", 1, 0), Allowed("B1 B2 B3 BT U7 U9 M1 M2 M3 M6 MT")),
        ),
        Step(
            WATER(horse=HORSE, card=card_text("U8"), water=WATER_TRICK),
            "M6",
            WATER_WHY(suit=MASK),
            then="3 play U3",
            claims=(Ahead(1, before=1), Ahead(3)),
        ),
        Step(
            AGAIN(card=card_text("U7"), ability=LINKING),
            "linking-rings",
            AGAIN_WHY(card=card_text("U7")),
            claims=(Ahead(3, before=1), Allowed("U7 linking-rings")),
        ),
        Step(
            GIVE(suit=MASK),
            "M3",
            GIVE_WHY(),
            then="1 play U5, 2 play U1",
        ),
    ),
    end=(END(), END_BUTTONS()),
    end_claims=(Ahead(1), Shows("uses", 0, 0)),
)

"""Display names: which characters are removed from them, and how they are escaped in a message."""

import sys
from unicodedata import category, name

import pytest

from engine.games.saizen import Saizen
from host.place import Place
from host.tables.table import Occupant, Table
from locales import LANGUAGES, Translation
from show.text.clean_names import LONGEST, MOST_MARKS, ROBOT, cleaned, escaped
from show.text.seat_names import seat_name

IGNORABLE = [
    *(0xAD, 0x34F, 0x61C, *range(0x115F, 0x1161), *range(0x17B4, 0x17B6), *range(0x180B, 0x1810)),
    *(*range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2070), 0x3164, *range(0xFE00, 0xFE10)),
    *(0xFEFF, 0xFFA0, *range(0xFFF0, 0xFFF9), *range(0x1BCA0, 0x1BCA4), *range(0x1D173, 0x1D17B)),
    *range(0xE0000, 0xE1000),
]
"""The code points with the property Default_Ignorable_Code_Point, from Unicode's DerivedCoreProperties.txt."""
BLANK_NAMES = ("FILLER", "BLANK", "NULL NOTEHEAD", "VARIATION SELECTOR", "INVISIBLE", "JOINER", "OBJECT REPLACEMENT")
SEEN_ALL_THE_SAME = ("BLANK SYMBOL", "GAP FILLER", "LINE FILLER", "SPACE FILLER")
"""Parts of Unicode names that sound blank although the characters are visible: symbols for a blank, line fillers."""


def assigned() -> list[str]:
    """Return the assigned code points."""
    return [one for one in map(chr, range(sys.maxunicode + 1)) if category(one) not in {"Cn", "Co"}]


def unassigned() -> list[str]:
    """Return some of the unassigned and private code points."""
    return [one for one in map(chr, range(0, sys.maxunicode + 1, 29)) if category(one) in {"Cn", "Co"}]


@pytest.mark.parametrize(
    ("name", "left"),
    [
        ("Aki", "Aki"),
        ("  Aki\n\tB ", "Aki B"),
        ("\u202eikA\u202c", "ikA"),
        ("A\u200bk\u2060i\ufeff", "Aki"),
        ("\u2067Aki\u2069\u200f", "Aki"),
        ("秋🍁", "秋🍁"),
        ("x" * 50, "x" * LONGEST),
        ("Nguye\u0302\u0303n", "Nguye\u0302\u0303n"),
        ("บู๊", "บู๊"),
        ("Youki", "Youki"),
        ("松", "松"),
    ],
)
def test_invisible_characters_are_removed_from_a_name(name: str, left: str) -> None:
    assert cleaned(name) == left


SHAPED = {
    "Persian": "می\u200cخواهم",
    "Arabic letters joined by hand": "ه\u200dه",
    "Sinhala": "ක්\u200dෂ",
    "Hindi": "क्\u200cष",
    "Malayalam": "ന്\u200dറ",
    "a family": "👨\u200d👩\u200d👧",
    "a skin tone": "👩🏽\u200d🚀",
    "a heart in flames": "❤\ufe0f\u200d🔥",
    "arrows": "🙂\u200d↔\ufe0f",
    "a rainbow flag": "🏳\ufe0f\u200d🌈",
    "signs of other categories": "‼\ufe0fℹ\ufe0f〰\ufe0f",
    "text style": "☎\ufe0e",
    "an ideograph's form": "葛\U000e0100城",
    "a compatibility ideograph": "\u795e\ufe00",
    "England": "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
}


@pytest.mark.parametrize("shaped", SHAPED.values(), ids=SHAPED)
def test_joiners_selectors_and_tags_stay_where_they_change_the_looks(shaped: str) -> None:
    assert cleaned(shaped) == shaped
    assert cleaned(f"Aki {shaped}!") == f"Aki {shaped}!"


@pytest.mark.parametrize(
    ("name", "left"),
    [
        ("A\u200dk\u200ci", "Aki"),
        ("\u200cب", "ب"),
        ("ب\u200c", "ب"),
        ("ب\u200c\u200c\u200dب", "ب\u200dب"),
        ("د\u200cب", "دب"),
        ("ب\u200cA", "بA"),
        ("क्\u200d", "क्"),
        ("क\u200dष", "कष"),
        ("🍁\u200dA", "🍁A"),
        ("A\u200d🍁", "A🍁"),
        ("🍁\u200d\u200d🍁", "🍁\u200d🍁"),
        ("👩\u200d🤖", "👩"),
        ("a\ufe0fb\ufe0e", "ab"),
        ("🍁\ufe0f\ufe0f", "🍁\ufe0f"),
        ("🍁\U000e0100", "🍁"),
        ("葛\ufe0f\U000e0100\U000e0101", "葛\U000e0100"),
        ("あ\U000e0100", "あ"),
        ("🏴\U000e0075\U000e0073\U000e0074\U000e0078\U000e007f", "🏴"),
        ("🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067", "🏴"),
        ("ක්\U000e0067ෂ", "ක්ෂ"),
        ("\U00017000\u200c\U00017001", "\U00017000\U00017001"),
        ("Y\u200co\u200du", ""),
    ],
)
def test_joiners_selectors_and_tags_go_where_they_hide(name: str, left: str) -> None:
    assert cleaned(name) == left


def test_joiner_does_not_hide_a_pile_of_marks() -> None:
    piled = cleaned("ب" + "\u064b" * 4 + "\u200c" + "\u064b" * 4 + "ب")
    assert piled.count("\u064b") == MOST_MARKS


@pytest.mark.parametrize("before", range(LONGEST - 9, LONGEST))
def test_name_is_not_cut_within_a_flag_or_a_joined_pictograph(before: int) -> None:
    for shaped in ("England", "a family"):
        left = cleaned("x" * before + SHAPED[shaped])
        assert left == cleaned(left)
        assert len(left) <= LONGEST


@pytest.mark.parametrize(
    "name", ["\ufe0f", "\u034f\u17b4", "\U000e0100", "\u2065", "\U0001d159", "\U00013441", "\u0301\u0302", "\U00016fe4"]
)
def test_name_without_visible_characters_is_no_name(name: str) -> None:
    assert cleaned(name, "aki") == "aki"
    assert cleaned(f"A{name}ki", "aki") in {"Aki", "A\u0301\u0302ki"}


def test_no_ignorable_character_of_unicode_stays_in_a_name() -> None:
    left = [number for number in IGNORABLE if cleaned(f"a{chr(number)}b") != "ab"]
    assert not left, [hex(number) for number in left]


@pytest.mark.slow
def test_only_visible_characters_of_all_of_unicode_stay_in_a_name() -> None:
    """Judge visibility by the category and the name of each character in this Python's version of Unicode."""
    assert not [letter for letter in unassigned() if cleaned(letter)]
    alone = [letter for letter in assigned() if cleaned(letter)]
    assert {category(letter)[0] for letter in alone} == {"L", "M", "N", "P", "S"}
    assert {category(letter) for letter in alone if category(letter)[0] == "M"} == {"Mc"}, "others stand on nothing"
    left = [name(letter, "") for letter in alone]
    blank = [one for one in left if any(word in one for word in BLANK_NAMES)]
    assert not [one for one in blank if not any(word in one for word in SEEN_ALL_THE_SAME)]
    assert len(alone) > 140_000, "letters of all scripts stay"


def test_a_letter_keeps_only_a_few_combining_marks() -> None:
    assert cleaned("a" + "\u0301" * 31) == "a" + "\u0301" * MOST_MARKS
    assert cleaned("a \u0301b\u0336\u0336") == "a b\u0336\u0336", "none stands on a space"
    assert cleaned("a \u0301 b") == "a b"
    for mark in (letter for letter in assigned() if category(letter) in {"Mn", "Me"}):
        left = cleaned("e" + mark * 31)
        assert left.count(mark) <= MOST_MARKS
        assert left[0] == "e"


@pytest.mark.parametrize(
    "name",
    [
        "You",
        "YOU",
        " you ",
        "Y.o.u",
        "*You*",
        "Ｙｏｕ",
        "𝐘𝐨𝐮",
        "Yоu",
        "Уοu",
        "Yóu",
        "あなた",
        "あ な た",
        "Your seat",
        "your-SEAT",
    ],
)
def test_nobody_can_have_the_name_by_which_the_bot_addresses_its_reader(name: str) -> None:
    assert cleaned(name, "aki") == "aki"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", ["lobby-free", "person-unknown"])
def test_nobody_can_have_the_name_that_replaces_a_missing_one(key: str, language: str) -> None:
    assert cleaned(Translation(language)(key)) == ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_nobody_can_have_a_computer_players_name(language: str) -> None:
    computers = (Occupant(user_id=1), *(Occupant(computer="normal") for _ in range(5)))
    taken = (Occupant(computer="normal", name="Aki", left_by=1), *computers[1:])
    for occupants in (computers, taken):
        table = Table(1, Place.server(2), 3, 1, Saizen, {}, occupants)
        for seat in range(6):
            if (who := occupants[seat]) is not None and who.computer is not None:
                written = seat_name(table, seat, language)
                assert ROBOT in written
                assert ROBOT not in escaped(cleaned(written))
    assert cleaned("🤖 Matsu") == "Matsu", "a name that people have too"
    assert cleaned("🤖", "aki") == "aki"


def test_next_name_is_used_if_nothing_of_the_first_is_visible() -> None:
    assert cleaned("\u3164\u200b", "", "aki") == "aki"
    assert cleaned("\u3164", "\u2800") == ""


@pytest.mark.parametrize("sign", list("\\`*_~|<>[]()#+-.:@"))
def test_markup_characters_are_escaped(sign: str) -> None:
    assert escaped(f"a{sign}b") == f"a\\{sign}b"


def test_right_to_left_name_does_not_turn_the_text_beside_it() -> None:
    assert escaped("אבג") == "\u2068אבג\u2069"
    assert escaped("秋 Aki 🍁") == "秋 Aki 🍁"

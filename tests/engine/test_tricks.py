"""The data of a trick, and the sentences about cards that all games share."""

from engine.phrases import card_log_line, card_prompt
from engine.text import Phrase
from engine.tricks import clockwise, plain_card, read_trick

HEARTS = Phrase("test-tricks-hearts", "hearts")()


def test_plays_go_clockwise_from_the_leader() -> None:
    assert clockwise(2, [7, 8, 9], 4) == ((2, 7), (3, 8), (0, 9))
    assert clockwise(1, [], 3) == ()


def test_trick_is_read_back_from_a_view() -> None:
    shown = {"seat": 1, "move": "play R9", "cards": ["R9"], "named": None, "text": plain_card("R9").text}
    assert read_trick(len, {"leader": 1, "plays": [shown], "winner": None}) == (1, ((1, 7),), None)  # type: ignore[list-item]


def test_prompt_counts_the_cards_that_follow() -> None:
    assert str(card_prompt(HEARTS, 2)) == "Follow hearts: 2 of your cards can"
    assert str(card_prompt(HEARTS, 1)) == "Follow hearts: only one of your cards can"
    assert str(card_prompt(HEARTS, 0)) == "You have no hearts: play any card"


def test_log_says_led_for_the_first_card_and_played_for_later_cards() -> None:
    assert str(card_log_line(0, "R9", leads=True)) == "seat 0 leads R9"
    assert str(card_log_line(1, "R9", leads=False)) == "seat 1 plays R9"

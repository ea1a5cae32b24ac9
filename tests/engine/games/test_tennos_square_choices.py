"""Tennos Square: refusals, choices and the lines of text about a seat."""

from engine.games.tennos_square.cards import row_text
from tests.engine.games.tennos_square_table import (
    exchange_game,
    full_deal,
    new_game,
    opened,
    play,
    played,
    refused,
    row,
    tokens,
)


def test_refusals_name_the_rule() -> None:
    game = new_game(3, deals=[full_deal(3, hands=["S2 S3 S4", "H2 H3 H4", "X2 X3 X4"])])
    assert refused(game, 0, "play S2 1") == "that cannot be done now: everybody lays one card in the market"
    assert refused(game, 0, "discard H2") == "H2 is not in the hand"
    play(game, "0 discard S2")
    assert refused(game, 0, "discard S3") == "it is not this seat's turn"
    play(game, "1 discard H2", "2 discard X2")
    assert refused(game, 1, "discard H3").startswith("that cannot be done now: seat 1 starts")
    assert refused(game, 1, "play S3 1") == "S3 is not in the hand"
    assert refused(game, 1, "play H3 9") == "a row has only 8 slots here"
    assert refused(game, 1, "exchange S3") == "S3 is not in the market"
    assert refused(game, 2, "play X3 1") == "it is not this seat's turn"
    play(game, "1 play H3 4")
    assert refused(game, 1, "play H4 4") == "slot 4 is face up already; face down: 1 2 3 5 6 7 8"


def test_discard_is_one_choice_and_a_turn_is_two() -> None:
    game = new_game(4, deals=[full_deal(4, ["S2 S3 S4", "H2 H3 H4", "X2 X3 X4", "L2 L3 L4"])])
    assert list(tokens(game, 1)) == ["H2", "H3", "H4"]
    assert game.move_of_path(1, ("H2",)) == game.parse("discard H2")
    play(opened(game), "1 play H3 5")
    drawn = next(code for code in game.hand(1) if code != "H4")
    assert set(tokens(game, 1)) == {"H4", drawn, "exchange"}
    free = [str(slot) for slot in range(1, 10) if slot != 5]
    face_up = f"slot 5 is face up already; face down: {' '.join(free)}"
    assert tokens(game, 1, "H4") == {**dict.fromkeys(free), "5": face_up}
    assert list(tokens(game, 1, "exchange"))[:5] == ["stock", "S2", "H2", "X2", "L2"]
    assert game.move_of_path(1, ("H4", "4")) == game.parse("play H4 4")
    assert game.move_of_path(1, ("exchange", "stock")) == game.parse("exchange stock")
    assert [str(game.label(1, token)) for token in ("4", "stock", "exchange", "H4")] == [
        "4 → seat 3",
        "top of the stock",
        "exchange",
        "H4",
    ]
    assert [str(game.prompt(1, path)) for path in ((), ("H4",), ("exchange",))] == [
        "Play a card on one of your face-down slots, or exchange first",
        "H4: on which slot?",
        f"Your {', '.join(game.hand(1))} go to the market: which one card do you take?",
    ]


def test_slots_are_counted_from_one_in_names_labels_and_the_log() -> None:
    game = exchange_game()
    labels = [str(game.label(1, token)) for token in ("1", "4", "5", "9")]
    assert labels == ["1 → seat 2", "4 → seat 3", "5 → you again", "9 → seat 0"]
    assert str(game.move_name(1, game.parse("play H3 5"))) == "H3 on slot 5"
    play(game, "1 play H3 5")
    assert str(game.label(1, "5")) == "slot 5"
    assert game.log is not None
    assert [str(line) for line in game.log[-2:]] == [
        "seat 1 plays H3 on slot 5 and picks up the card that lay there",
        "seat 1 is next again: slot 5 keeps the turn",
    ]
    game.down[1] = 1 << 8
    assert str(game.label(1, "9")) == "slot 9, the round ends"


def test_exchange_with_one_card_left_is_refused_with_the_reason() -> None:
    game = play(exchange_game(), "1 exchange stock")
    assert tokens(game, 1) == {"D10": None, "exchange": "an exchange comes before playing and needs two cards in hand"}


def test_only_the_last_slot_with_one_card_in_hand_is_forced() -> None:
    game = play(exchange_game(), "1 exchange stock")
    for slot in range(1, 10):
        game.to_act = (1,)
        move = game.parse(f"play {game.hand(1)[0]} {slot}")
        assert game.forced(1) == (move if slot == 9 else None)
        game.play(1, move)
    game = exchange_game()
    for slot in range(1, 9):
        game.to_act = (1,)
        assert game.forced(1) is None
        play(game, f"1 play {game.hand(1)[0]} {slot}")
    game.to_act = (1,)
    assert game.forced(1) is None
    assert game.forced(0) is None


def test_market_is_not_in_the_table_lines_after_the_end() -> None:
    said = [line.key for line in exchange_game().view()["table"]]
    assert said == ["square-face-down-left", "square-dealer", "square-market"]
    assert [line.key for line in played(4, 1).view()["table"]] == said[:2]


def test_row_of_fewer_than_two_open_cards_has_no_worth() -> None:
    game = exchange_game()
    assert str(game.view(1)["goal"]).startswith("your row has 9 slots face down")
    play(game, "1 play H3 5")
    assert str(game.view(1)["goal"]).startswith("your row has 8 slots face down")
    play(game, "1 play H4 6")
    assert str(game.view(1)["goal"]).startswith("your row is worth 4 now, 7 slots face down")


def test_seat_lines_have_the_row_the_hand_and_the_totals() -> None:
    assert row_text(row("A x 3 5 x 7 8 9 x"), 4) == "A ■ 3 | 5 ■ 7 | 8 9 ■"
    assert row_text(row("A x 3 5 x 7 8 10"), 3) == "A ■ 3 | 5 ■ | 7 8 10"
    game = play(exchange_game(), "1 exchange X2")
    game.scores = [1, 2, 3, 4]
    assert [str(line) for line in game.view()["by_seat"][1]] == [
        "row ■ ■ ■ | ■ ■ ■ | ■ ■ ■",
        "holds X2",
        "team with seat 3: 6 from finished rounds",
    ]
    play(game, "1 play X2 5", "1 play C9 6")
    assert str(game.view()["by_seat"][1][0]) == "row ■ ■ ■ | ■ 2 9 | ■ ■ ■ (runs now worth 4 points)"
    split = new_game(3, split=True)
    split.scores = [1, 2, 4]
    assert [str(line) for line in split.view()["by_seat"][2]][-1:] == [
        "with the points of seat 0, on the left: 5 from finished rounds"
    ]

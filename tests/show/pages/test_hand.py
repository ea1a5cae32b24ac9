"""The hand panel: its texts, its buttons, and the pages that replace it."""

from random import Random

import pytest

from engine.contract.chance import Chance
from engine.game import Choice, Game
from engine.games.saizen.messages import ADVICE_WILL_WIN
from engine.players import USUAL
from engine.text import CARD, card_text
from host.refusals import ALREADY_PLAYED, NO_SUCH_CHOICE
from host.tables.table import Occupant, Table
from locales import Translation, goal_line
from show.actions.decision_actions import AtTable, Choose, LookUp, SwitchHints
from show.actions.replay_actions import OpenReplay
from show.actions.review_actions import OpenReview
from show.actions.table_actions import Action, CheckDeal, OpenHand, Rematch
from show.pages.game.hand import MOST_TEXT, Asked, gone_page, leading, left_page, round_page
from show.pages.game.hand.situation import FULL
from show.pages.game.tricks import running_trick, trick_line
from show.text.page import Json, Page
from show.text.seat_names import table_translation
from tests.show.basics import AKI, BEN, SAIZEN, SCHOTEN, SQUARE, TEZUMASHI, every_game, every_locale
from tests.show.page_content import actions, check_limits, clickable, components_of, ids_of, parts, rows_of, texts
from tests.show.tables import (
    a_table,
    after_a_round,
    computer_to_act,
    game_at,
    hand_of,
    human_to_act,
    in_phase,
    later_decision,
    play_out,
    play_random,
    play_some,
    with_occupant,
)

CODES = [f"{suit}{rank}" for suit in "RYGK" for rank in range(1, 13)]
EVERY_CARD = [Choice(code, card_text(code), None, 1) for code in CODES]


def cards_in(page: Page) -> list[str]:
    """Return the labels of the buttons that play a card."""
    return [one["label"] for one in chosen(page) if one["style"] in {1, 2}]


# --- The situation


@every_game
def test_panel_has_three_parts_and_its_buttons_without_a_box(game: str) -> None:
    page = hand_of(human_to_act(Game.games[game]))
    situation, picture, ask = texts(page)
    assert picture == "picture"
    assert "**" in situation
    assert "**" in ask
    assert not page.framed
    assert not hand_of(play_out(a_table(Game.games[game], 4, people=2), Random(1))).framed


@pytest.mark.drawn(3)
@every_locale
@every_game
def test_no_line_can_break_before_a_dot(game: str, locale: str) -> None:
    table, random = a_table(Game.games[game], 4), Random(3)
    while game_at(table).round == 1 and not game_at(table).over:
        pages = [hand_of(table, locale=locale), hand_of(table, Asked(looking=LookUp(AtTable(table.id), "trick")))]
        for page in pages:
            told = leading(page, "https://example.org", table_translation(table, locale)).text
            assert " · " not in told
        play_some(game_at(table), random, 3)


# --- The prompt


@every_game
def test_hand_is_shown_without_choices_while_others_act(game: str) -> None:
    table = computer_to_act(Game.games[game])
    tr = table_translation(table, "en-US")
    page = hand_of(table, Asked(hints=True))
    hand, thinking = texts(page)[2].splitlines()
    assert len(hand.split()) == len(game_at(table).hand(0))
    assert tr.seat(1) in thinking
    assert "thinking" in thinking
    assert {type(one) for one in actions(page)} == {LookUp}


def test_trick_in_progress_is_written_right_above_the_question() -> None:
    """In a busy channel the picture is often above the screen while the buttons are still on it."""
    table, random = a_table(SAIZEN, 4), Random(2)
    running = None
    while 0 not in game_at(table).to_act or running is None or not running["plays"]:
        play_some(game_at(table), random, 1)
        running = running_trick(game_at(table).view(0))
    trick, question = texts(hand_of(table))[2].replace("\xa0", " ").replace("\u2060", "").splitlines()
    assert trick == "-# Trick so far: `2` ♠️4 · `3` ♠️Q · `4` ♠️5 → `3`"
    assert question.startswith("**Follow")


def test_question_of_a_leader_has_no_line_about_a_trick() -> None:
    assert "Trick so far" not in hand_of(human_to_act(SAIZEN)).text


def test_hand_shows_each_suit_once_and_can_break_between_cards() -> None:
    line = texts(hand_of(computer_to_act(SAIZEN)))[2].splitlines()[0]
    assert all(line.count(symbol) <= 1 for symbol in "♠♥♦♣")


def test_note_replaces_the_question_and_the_advice_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SAIZEN, "advice", lambda *_: [card_text("R1")])
    plain, noted = (
        texts(hand_of(later_decision(SAIZEN), Asked(note=note, hints=True))) for note in (None, NO_SUCH_CHOICE())
    )
    assert noted[:2] == plain[:2]
    assert noted[2].splitlines()[-1] == f"**⚠️ {Translation('en').sentence(NO_SUCH_CHOICE())}**"
    assert noted[2].splitlines()[:-1] == plain[2].splitlines()[:-1]
    assert any("💡" in line for line in noted[2].splitlines())


@every_game
def test_rule_takes_the_place_of_the_advice(game: str) -> None:
    table, rule = later_decision(Game.games[game]), card_text("R1")
    line = Translation("en", game=table.kind)("hand-coach", rule=rule)
    plain = hand_of(table).text.splitlines()
    for asked in (Asked(coaching=rule, hints=True), Asked(coaching=rule), Asked(coaching=rule, hints_hidden=True)):
        page = hand_of(table, asked)
        assert [one for one in page.text.splitlines() if one not in plain] == [line]
        assert SwitchHints(AtTable(table.id), on=False).custom_id not in ids_of(page)
        assert (SwitchHints(AtTable(table.id), on=True).custom_id in ids_of(page)) == asked.hints_hidden
    assert line not in hand_of(computer_to_act(table.kind), Asked(coaching=rule)).text


@every_game
def test_first_decision_of_a_first_game_has_hints_and_no_rule(game: str) -> None:
    table, rule = human_to_act(Game.games[game]), card_text("R1")
    assert hand_of(table, Asked(coaching=rule, hints=True)) == hand_of(table, Asked(hints=True))


@pytest.mark.parametrize("game", sorted(Game.games))
def test_turning_hints_off_shows_how_to_turn_them_on_again(game: str) -> None:
    table = human_to_act(Game.games[game])
    hinted, off, later = (
        texts(hand_of(table, asked))[2].splitlines() for asked in (Asked(hints=True), Asked(hints_off=True), Asked())
    )
    assert sorted(off) == sorted([*later, Translation("en")("hints-off")])
    assert len(off) <= len(hinted)


@every_game
def test_who_has_turned_hints_off_gets_a_button_that_turns_them_on(game: str) -> None:
    table = human_to_act(Game.games[game])
    asked = (Asked(hints_off=True), Asked(hints_hidden=True), Asked(hints=True), Asked())
    on, off = SwitchHints(AtTable(table.id), on=True).custom_id, SwitchHints(AtTable(table.id), on=False).custom_id
    ids = [ids_of(hand_of(table, one)) for one in asked]
    assert [[one for one in (on, off) if one in found] for found in ids] == [[on], [on], [off], []]


@pytest.mark.parametrize("game", ["tezuma-trick", TEZUMASHI.id])
@pytest.mark.parametrize(("locale", "cost"), [("en-US", "each costs 1 point"), ("ja", "1枚につき1点減る")])
def test_first_decision_of_a_draft_says_what_the_pain_suit_costs(game: str, locale: str, cost: str) -> None:
    table = a_table(Game.games[game], 4)
    assert cost in hand_of(table, Asked(hints=True), seat=game_at(table).to_act[0], locale=locale).text


@every_game
def test_first_decision_of_a_beginner_has_the_aim_of_the_game(game: str) -> None:
    table = a_table(Game.games[game], 4)
    aim = Translation("en", game=table.kind)("hand-aim", goal=goal_line("en", table.kind.id))
    seat = game_at(table).to_act[0]
    assert aim in hand_of(table, Asked(hints=True), seat=seat).text
    assert aim not in hand_of(table, Asked(), seat=seat).text
    while game_at(table).moves_made(seat) == 0 or seat not in game_at(table).to_act:
        play_some(game_at(table), Random(1), 1)
    assert aim not in hand_of(table, Asked(hints=True), seat=seat).text


def test_advice_takes_the_place_of_the_hint_and_has_at_most_two_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    table, tr = later_decision(SCHOTEN), Translation("en", game=SCHOTEN)
    cards = [card_text(code) for code in ("R1", "R2", "R3")]
    for count in range(4):
        monkeypatch.setattr(SCHOTEN, "advice", lambda *_, said=cards[:count]: said)
        lines = hand_of(table, Asked(hints=True)).text.splitlines()
        expected = [tr("hand-hint", hint=cards[0]), tr("hand-small", line=cards[1])][:count]
        assert [line for line in lines if line in expected] == expected
        assert tr("hand-small", line=cards[2]) not in lines
        assert (tr("hand-hint", hint=tr.sentence(SCHOTEN.hint(game_at(table), 0) or cards[0])) in lines) == (count == 0)


def test_advice_has_one_line_below_moves_that_the_bot_has_played(monkeypatch: pytest.MonkeyPatch) -> None:
    table, said = later_decision(SCHOTEN), [card_text("R1"), card_text("R2")]
    monkeypatch.setattr(SCHOTEN, "advice", lambda *_: said)
    monkeypatch.setattr(SCHOTEN, "forced_move_lines", lambda *_: [card_text("R3")])
    tr, lines = Translation("en", game=SCHOTEN), hand_of(table, Asked(hints=True)).text.splitlines()
    assert tr("hand-hint", hint=said[0]) in lines
    assert tr("hand-small", line=said[1]) not in lines


@pytest.mark.parametrize("locale", ["en-US", "ja"])
def test_second_line_of_advice_is_left_out_where_the_first_takes_its_room(
    locale: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, second = human_to_act(SCHOTEN), card_text("R2")
    monkeypatch.setattr(SCHOTEN, "moves_made", lambda *_: 1)
    line = table_translation(table, locale)("hand-small", line=second)
    for first, fits in ((card_text("R1"), True), (ADVICE_WILL_WIN(cards=(card_text("K12"),) * 150), False)):
        monkeypatch.setattr(SCHOTEN, "advice", lambda *_, first=first: [first, second])
        lines = hand_of(table, Asked(hints=True), locale=locale).text.splitlines()
        assert any("💡" in one for one in lines), "the first sentence is always there"
        assert (line in lines) == fits


@pytest.mark.parametrize("hints", [True, False])
def test_hint_is_on_every_tab_and_the_button_to_hide_it_only_beside_it(*, hints: bool) -> None:
    table, seen = human_to_act(TEZUMASHI), 0
    game, hide = game_at(table), SwitchHints(AtTable(table.id), on=False).custom_id
    tabs = {kind.key for one in game.choices(0) if (kind := game.tab(one.token)) is not None}
    assert len(tabs) > 1
    for tab in ("", *tabs):
        page = hand_of(table, Asked(tab=tab, hints=hints))
        seen += "💡" in page.text
        assert (hide in ids_of(page)) == ("💡" in page.text)
    assert seen == (1 + len(tabs) if hints else 0)


def test_hide_is_not_there_without_a_hint(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SAIZEN, "hint", lambda *_: None)
    monkeypatch.setattr(SAIZEN, "advice", lambda *_: [])
    table = later_decision(SAIZEN)
    assert SwitchHints(AtTable(table.id), on=False).custom_id not in ids_of(hand_of(table, Asked(hints=True)))


def test_move_played_for_a_person_is_reported_to_them(monkeypatch: pytest.MonkeyPatch) -> None:
    table = in_phase(SCHOTEN, "take")
    told = game_at(table).phase.log_line(game_at(table), 0, game_at(table).legal_moves(0)[0])
    monkeypatch.setattr(SCHOTEN, "forced_move_lines", lambda _, seat: [told] if seat == 0 else [])
    tr = table_translation(table, "en-US")
    line = tr("hand-played-for", moves=(told,))
    assert line in texts(hand_of(table))[2].splitlines()
    assert line not in hand_of(table, seat=1).text


def test_without_tricks_the_last_play_of_a_round_is_reported_with_its_points_and_not_in_the_next_round(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    kind = SQUARE
    table = after_a_round(kind, 4)
    told = card_text("R1")
    monkeypatch.setattr(kind, "forced_move_lines", lambda _game, _seat, ended=None: [told] if ended else [])
    tr = table_translation(table, "en-US")
    line = tr("hand-played-for", moves=(told,))
    assert line in round_page(table, game_at(table), 0, tr).text.splitlines()
    assert line not in hand_of(table).text


@pytest.mark.drawn(1)
@every_game
def test_hints_are_shown_only_to_those_who_want_them(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Game.games[game], "hint", lambda *_: card_text("R1"))
    monkeypatch.setattr(Game.games[game], "advice", lambda *_: [])
    table, random = a_table(Game.games[game], 4), Random(5)
    tr = Translation("en", game=table.kind)
    aim, later = tr("hand-aim", goal=goal_line("en", table.kind.id)), tr("hand-hint", hint=card_text("R1"))
    seen = set()
    while game_at(table).round == 1 and not game_at(table).over:
        asked = 0 in game_at(table).to_act
        seen.add(asked)
        hint = later if game_at(table).moves_made(0) else aim
        with_hints, without = hand_of(table, Asked(hints=True)), hand_of(table, Asked(hints=False))
        assert (hint in with_hints.text.splitlines()) == asked, "whoever only waits needs no advice"
        assert hint not in without.text
        assert (SwitchHints(AtTable(table.id), on=False).custom_id in ids_of(with_hints)) == asked
        assert not [one for one in actions(without) if isinstance(one, SwitchHints)]
        play_some(game_at(table), random, 3)
    assert seen == {True, False}


@every_locale
def test_button_that_turns_hints_off_says_so_in_a_word(locale: str) -> None:
    page = hand_of(human_to_act(SAIZEN), Asked(hints=True), locale=locale)
    [hide] = [one for one in clickable(page) if isinstance(Action.parse(one["custom_id"]), SwitchHints)]
    assert hide["label"] == table_translation(human_to_act(SAIZEN), locale)("hand-hide-hints")


def test_game_without_advice_has_no_line_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SAIZEN, "hint", lambda *_: None)
    monkeypatch.setattr(SAIZEN, "advice", lambda *_: [])
    table = later_decision(SAIZEN)
    assert hand_of(table, Asked(hints=True)).text == hand_of(table).text


def test_hand_without_cards_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    view = SAIZEN(4, {}, Chance(b"01")).view(0)
    table = computer_to_act(SAIZEN)
    monkeypatch.setattr(SAIZEN, "view", lambda *_: view | {"hand": [], "to_act": [1]})
    assert Translation("en")("hand-empty") in hand_of(table).text


# --- The buttons


@pytest.mark.drawn(8)
@pytest.mark.parametrize("count", range(1, 49))
def test_any_number_of_choices_fits(monkeypatch: pytest.MonkeyPatch, count: int) -> None:
    many = EVERY_CARD[:count]
    monkeypatch.setattr(SCHOTEN, "choices", lambda *_: many)
    monkeypatch.setattr(SCHOTEN, "hint", lambda *_: card_text("R1"))
    page = hand_of(a_table(SCHOTEN, 4), Asked(hints=True), locale="ja")
    assert page.drawings
    check_limits(page)
    assert len(list(parts(components_of(page), "options"))) == (0 if count <= 27 else 1 if count <= 25 else 2)


def test_each_of_many_choices_can_be_picked_from_a_list(monkeypatch: pytest.MonkeyPatch) -> None:
    many = EVERY_CARD
    monkeypatch.setattr(SCHOTEN, "choices", lambda *_: many)
    values = list(parts(components_of(hand_of(a_table(SCHOTEN, 4))), "value"))
    assert values == [choice.token for choice in many]


@pytest.mark.parametrize(
    ("codes", "rows"),
    [
        ("R1 R2 Y3 G4 G5 G6", ["R1 R2", "Y3", "G4 G5 G6"]),
        ("R1 R2 Y3 G4 G5 K6", ["R1 R2 Y3 G4 G5", "K6"]),
        ("R1 R2 R3 R4 R5 R6 Y7 G8", ["R1 R2 R3 R4 R5", "R6 Y7 G8"]),
        ("R1 Y3 G4", ["R1 Y3 G4"]),
    ],
)
def test_each_suit_has_its_own_row_if_there_are_three_rows(
    monkeypatch: pytest.MonkeyPatch, codes: str, rows: list[str]
) -> None:
    choices = [Choice(code, card_text(code), None, 1) for code in codes.split()]
    monkeypatch.setattr(SCHOTEN, "choices", lambda *_: choices)
    page = hand_of(a_table(SCHOTEN, 4))
    assert [" ".join(one["custom_id"].split(":")[3] for one in row) for row in rows_of(page)[:-1]] == rows


def test_long_hand_is_packed_and_its_last_row_holds_the_footer() -> None:
    kind = SAIZEN
    table = a_table(kind, 2, options={"jokers": 2})
    game = game_at(table)
    while game.phase.id != "lead" or game.to_act != (0,):
        seat = game.to_act[0]
        game.play(seat, game.legal_moves(seat)[0] if game.phase.id != "chips" else game.parse("pass"))
        if len(game.hand(0)) < 27:
            pytest.skip("the other seat leads")
    page = hand_of(table)
    assert [len(row) for row in rows_of(page)] == [5] * 6
    check_limits(page)


def test_trumps_are_marked_and_equal_cards_are_one_button_with_a_count(monkeypatch: pytest.MonkeyPatch) -> None:
    choices = [Choice("R1", card_text("R1"), None, 2), Choice("R2", card_text("R2"), None, 1)]
    monkeypatch.setattr(SCHOTEN, "choices", lambda *_: choices)
    monkeypatch.setattr(SCHOTEN, "trump", lambda _, seat, path: (seat, path) == (0, ("R1",)))
    assert cards_in(hand_of(a_table(SCHOTEN, 4))) == ["1★×2", "2"]


@pytest.mark.drawn(1)
@every_game
def test_only_choices_that_a_rule_forbids_are_grey(game: str) -> None:
    seen = set()
    for number in range(20):
        table, random = a_table(Game.games[game], 4), Random(number)
        for _ in range(number):
            play_random(game_at(table), random)
        styles = {one["custom_id"].split(":")[3]: one["style"] for one in chosen(hand_of(table))}
        choices = {choice.token: choice for choice in game_at(table).choices(0)}
        for token, style in styles.items():
            free, card = choices[token].reason is None, choices[token].label.key == CARD.key
            assert style == ((1 if card else 3) if free else 2)
            seen.add(free)
    assert True in seen


def chosen(page: Page) -> list[Json]:
    """Return the buttons that make a choice."""
    return [one for one in clickable(page) if isinstance(Action.parse(one["custom_id"]), Choose)]


def with_a_second_step() -> tuple[Table, Page]:
    """Return a table at which the first seat has begun to exchange cards, and its panel."""
    table = a_table(SQUARE, 4)
    game = game_at(table)
    while game.prompt(0, ()).key != "square-ask-turn" or 0 not in game.to_act:
        seat = game.to_act[0]
        game.play(seat, game.legal_moves(seat)[0])
    game.to_act = (0,)
    return table, hand_of(table, Asked(path=("exchange",)))


def test_cards_have_rows_of_their_own() -> None:
    _, page = with_a_second_step()
    kinds = [{"stock" in one["custom_id"] for one in row} for row in rows_of(page)]
    assert all(len(kind) == 1 for kind in kinds)


def test_begun_move_shows_its_progress_and_a_way_back() -> None:
    table, page = with_a_second_step()
    [back] = [one for one in clickable(page) if one.get("emoji") == {"name": "↩️"}]
    assert Action.parse(back["custom_id"]) == Choose(AtTable(table.id), game_at(table).moves_made(0), ())
    [label] = [choice.label for choice in game_at(table).choices(0) if choice.token == "exchange"]
    assert Translation("en")("hand-chosen", path=table_translation(table, "en").text(label)) in page.text.splitlines()


# --- Tabs, abilities and confirmations


def test_move_that_the_game_warns_of_needs_one_confirmation_with_a_way_back(monkeypatch: pytest.MonkeyPatch) -> None:
    table = in_phase(SCHOTEN, "trick")
    card = next(one.token for one in game_at(table).choices(0) if one.reason is None)
    monkeypatch.setattr(SCHOTEN, "warning", lambda *_: NO_SUCH_CHOICE())
    page = hand_of(table, Asked(path=(card,)))
    assert Translation("en")("hand-ask", prompt=Translation("en").sentence(NO_SUCH_CHOICE())) in page.text.splitlines()
    yes, back = [Action.parse(one["custom_id"]) for one in chosen(page)]
    decision = game_at(table).moves_made(0)
    assert yes == Choose(AtTable(table.id), decision, (card,), sure=True)
    assert back == Choose(AtTable(table.id), decision, ())


# --- Pages that replace the hand


@every_locale
@every_game
def test_finished_game_shows_its_result_and_no_choices(game: str, locale: str) -> None:
    page = hand_of(play_out(a_table(Game.games[game], 4), Random(1)), Asked(hints=True), locale=locale)
    assert {type(one) for one in actions(page)} == {Rematch, OpenReview, OpenReplay, LookUp, CheckDeal}
    assert "🏆" in page.text
    check_limits(page)


@every_game
def test_finished_round_shows_its_points_and_one_button_into_the_next(game: str) -> None:
    table = after_a_round(Game.games[game], 4)
    page = round_page(table, game_at(table), 0, table_translation(table, "en-US"))
    assert ids_of(page) == [OpenHand(table.id).custom_id]
    assert [drawing.kind for drawing in page.drawings] == ["sheet"]
    check_limits(page)


@every_game
def test_late_choice_is_told_that_the_round_or_game_has_ended(game: str) -> None:
    table = after_a_round(Game.games[game], 4)
    line, tr = f"**⚠️ {Translation('en').sentence(ALREADY_PLAYED())}**", table_translation(table, "en-US")
    assert line in round_page(table, game_at(table), 0, tr, ALREADY_PLAYED()).text.splitlines()
    assert line in hand_of(play_out(table, Random(6)), Asked(note=ALREADY_PLAYED())).text.splitlines()


def test_superseded_panel_asks_nothing_and_links_to_the_hand() -> None:
    table = human_to_act(SAIZEN)
    page = left_page(table, table_translation(table, "ja"))
    assert ids_of(page) == [OpenHand(table.id).custom_id]


@pytest.mark.parametrize(("removed", "key"), [(False, "seats-gone"), (True, "seats-put-out")])
def test_former_player_reads_whether_they_left_or_were_removed(removed: bool, key: str) -> None:
    left = Occupant(computer=USUAL, name="Ben", left_by=BEN, removed=removed)
    table = with_occupant(a_table(SAIZEN, 3), 1, left)
    assert gone_page(table, BEN, Translation("en")).text == Translation("en")(key)
    assert gone_page(table, AKI, Translation("en")).text == Translation("en")("seats-ended")


def test_awaited_people_are_named() -> None:
    table = a_table(SAIZEN, 4, people=2)
    game_at(table).to_act = (0,)
    assert "Aki" in hand_of(table, seat=1).text


@every_locale
def test_no_line_break_separates_a_seats_emoji_from_its_name(locale: str) -> None:
    table, random = a_table(SCHOTEN, 4), Random(2)
    game_at(table).to_act = (1,)
    tr = table_translation(table, locale)
    for seat in range(4):
        assert not {" ", "\u2003"} & set(tr.signed_seat(seat))
    assert tr.signed_seat(1) in hand_of(table, locale=locale).text
    game = game_at(a_table(SCHOTEN, 4))
    while not any(trick[2] is not None for trick in game.tricks()):
        play_random(game, random)
    assert f"→ {tr.signed_seat(game.tricks()[0][2] or 0)}" in trick_line(game.view(None)["tricks"][0], tr)


# --- The link to the table's message

LINK = "https://discord.com/channels/1/2/3"


@every_locale
@every_game
def test_a_hands_first_line_links_to_the_table(game: str, locale: str) -> None:
    table = a_table(Game.games[game])
    page, tr = hand_of(table, locale=locale), table_translation(table, locale)
    led = leading(page, LINK, tr)
    check_limits(led)
    assert led.text.splitlines()[0].startswith(page.text.splitlines()[0])
    assert led.text.splitlines()[0].endswith(f"]({LINK})")
    assert led.text.splitlines()[1:] == page.text.splitlines()[1:]
    assert led.parts[1:] == page.parts[1:]


@pytest.mark.parametrize(("length", "link"), [(MOST_TEXT - 5, LINK), (10, None)])
def test_page_without_room_or_without_a_target_gets_no_link(length: int, link: str | None) -> None:
    table = a_table(SAIZEN)
    page = Page(("x" * length,))
    assert leading(page, link, table_translation(table, "en-US")) == page


def test_many_cards_leave_room_for_one_line_of_advice(monkeypatch: pytest.MonkeyPatch) -> None:
    table = a_table(SAIZEN, 2)
    game, tr = game_at(table), Translation("en", game=SAIZEN)
    while game.phase.id == "chips":
        game.play(game.to_act[0], game.parse("pass"))
    game.to_act = (0,)
    assert len(game.hand(0)) > FULL
    monkeypatch.setattr(SAIZEN, "advice", lambda *_: [card_text("S1"), card_text("S2")])
    text = hand_of(table, Asked(hints=True)).text
    assert tr("hand-hint", hint=card_text("S1")) in text
    assert tr("hand-small", line=card_text("S2")) not in text

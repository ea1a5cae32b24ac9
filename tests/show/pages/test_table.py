"""The public message of a table: its texts, and its alt texts for those who do not see the picture."""

from dataclasses import replace
from random import Random

import pytest

from engine.game import Game
from engine.phrases import ROUND_POINTS
from engine.text import Text
from host.refusals import TABLE_ENDED, TABLE_FROZEN, TABLE_LEFT, TABLE_RESTORED
from host.tables.table import CloseReason, Turn
from locales import Translation
from show.actions.replay_actions import OpenReplay
from show.actions.table_actions import OpenDetails, OpenHand, OpenMore, OpenRules, OpenSheet, Rematch
from show.pages.game.score_sheet import sheet_page
from show.pages.game.shared_lines import (
    alt_text,
    closing_lines,
    fitting,
    last_line,
    points_line,
    result_lines,
)
from show.pages.game.table import NEWS, TOLD, details_page, end_page, stopped_page, table_page, turn_page
from show.pages.game.tricks import BAR, has_tricks, last_trick, trick_line
from show.text.page import ALT_LIMIT, DOT, Picture
from show.text.seat_names import mention, table_translation
from tests.engine.games.saizen_table import FREE, play, table
from tests.show.basics import BEN, NAMES, SAIZEN, SQUARE, TEZUMASHI, every_game, every_locale
from tests.show.page_content import check_limits, clickable, components_of, ids_of, parts
from tests.show.tables import a_table, after_a_round, game_at, hand_of, play_out, play_some, public_page, with_occupant


@pytest.mark.drawn(1)
@every_locale
@every_game
def test_alt_text_begins_with_the_trick_and_describes_every_seat(game: str, locale: str) -> None:
    table, random = a_table(Game.games[game]), Random(3)
    tr = table_translation(table, locale)
    aside = tr.aside()
    while not game_at(table).over:
        view = game_at(table).view(None)
        [shown] = parts(components_of(table_page(table, view, tr)), "description")
        assert len(shown) <= ALT_LIMIT
        assert shown == alt_text(view, aside)
        full = shown.split("\n")
        assert full[0] == aside.sentence(view["phase"])
        trick = view["tricks"][-1:]
        if trick and trick[0]["plays"] and trick[0]["winner"] is None:
            assert sum(map(full[1].count, (DOT, BAR))) == len(trick[0]["plays"]) - 1
        for seat in range(table.seat_count):
            assert any(line.startswith(aside.seat(seat)) for line in shown.split("\n")[1:]), "every seat is told of"
        play_some(game_at(table), random)


@pytest.mark.parametrize(
    ("words", "seats", "suits"), [(10, True, True), (3800, False, True), (3890, False, False), (5000, False, False)]
)
def test_long_text_drops_the_seats_emojis_before_the_suits_emojis(words: int, seats: int, suits: int) -> None:
    emojis = {"S": "<:saizen_S:1>" + "s" * 20, "seat_1": "<:seat_1:1>" + "s" * 100}
    tr = Translation("en", game=SAIZEN, emojis=emojis)
    text = fitting(tr, lambda spoken: "\n".join([spoken.place(0), spoken.card("S7"), "x" * words]), len)
    assert ("<:seat_1:1>" in text, "<:saizen_S:1>" in text) == (seats, suits)


@every_game
def test_alt_text_of_a_panel_describes_its_own_seat(game: str) -> None:
    table = a_table(Game.games[game], 4)
    tr = table_translation(table, "en-US")
    [shown] = parts(components_of(hand_of(table)), "description")
    facts = [tr.aside().text(line) for line in game_at(table).view(0)["by_seat"][0]]
    assert DOT.join(facts) in shown.splitlines()


def test_table_names_the_awaited_players() -> None:
    table = a_table(SAIZEN, people=2)
    for seat, name in enumerate(("Aki", "Ben")):
        game_at(table).to_act = (seat,)
        assert public_page(table).text.splitlines()[0].endswith(f"**waiting for {name}**")


@pytest.mark.drawn(1)
@every_locale
@every_game
def test_table_has_two_lines_a_picture_the_latest_event_and_its_buttons(game: str, locale: str) -> None:
    table, random = a_table(Game.games[game], 4), Random(9)
    tr = table_translation(table, locale)
    while not game_at(table).over:
        view = game_at(table).view(None)
        head, picture, *last, _ = table_page(table, view, tr).parts
        assert isinstance(head, str)
        assert head.splitlines()[1] == points_line(view["scores"], tr)
        assert len(head.splitlines()) == 2
        assert isinstance(picture, Picture)
        assert len(last) <= 1
        assert all(isinstance(line, str) and "\n" not in line for line in last)
        play_some(game_at(table), random)


@pytest.mark.drawn(1)
@every_game
def test_last_trick_is_below_the_table_with_its_winner_and_the_reason(game: str) -> None:
    table, random, seen = a_table(Game.games[game], 4), Random(9), 0
    tr = table_translation(table, "en-US")
    while not game_at(table).over:
        view = game_at(table).view(None)
        trick = last_trick(view)
        line = last_line(view, tr)
        if trick is not None:
            assert line == trick_line(trick, tr)
            why = trick.get("why")
            assert (why is None) or line.endswith(f"({tr.text(why)})")
            seen += 1
        elif line is not None:
            assert line in [tr.sentence(one) for one in view["log"]]
            assert line != tr.sentence(view["phase"])
        play_some(game_at(table), random)
    assert bool(seen) == has_tricks(table.kind)


@every_game
def test_running_game_has_a_hand_button_and_a_finished_game_has_none(game: str) -> None:
    table = a_table(Game.games[game], 4)
    always = [OpenSheet(table.id).custom_id, OpenRules(game, 0).custom_id, OpenDetails(table.id).custom_id]
    assert ids_of(public_page(table)) == [OpenHand(table.id).custom_id, *always, OpenMore(table.id).custom_id]
    over = play_out(table, Random(2))
    ended = [Rematch(table.id), OpenReplay(table.id), OpenSheet(table.id), OpenDetails(table.id)]
    assert ids_of(public_page(over)) == [one.custom_id for one in ended]


@pytest.mark.drawn(1)
@every_locale
@every_game
def test_details_show_everything_public(game: str, locale: str) -> None:
    table, random = a_table(Game.games[game], 4), Random(3)
    tr = table_translation(table, locale)
    for _ in range(20):
        view = game_at(table).view(None)
        page = details_page(table, tr)
        check_limits(page)
        plain = details_page(table, tr.plainly()).text
        for line in [*view["table"], *(fact for facts in view["by_seat"] for fact in facts), *view["log"][-NEWS:]]:
            assert tr.plainly().text(line) in plain
        if game_at(table).over:
            break
        play_some(game_at(table), random)


@every_locale
@every_game
def test_end_shows_the_winner_all_points_and_highlights_in_at_most_seven_lines(game: str, locale: str) -> None:
    table = play_out(a_table(Game.games[game], 4, people=4), Random(4))
    tr, view = table_translation(table, locale), game_at(table).view(None)
    page = end_page(table, view, tr)
    check_limits(page)
    winner, _, *lines = page.text.splitlines()
    closing = closing_lines(view, view["round"], tr)
    said = [*closing, *(f"-# {line}" for line in result_lines(view, tr)[1:])]
    said += [f"-# ✨ {tr.sentence(line)}" for line in view["highlights"][: TOLD - len(closing)]]
    assert lines == said
    assert len([winner, *lines]) <= 7
    assert all(NAMES[seat] in winner for seat in view["winners"])
    assert str(view["standings"][view["winners"][0]]) in winner


@every_locale
def test_team_wins_with_its_joint_points(locale: str) -> None:
    table = play_out(a_table(SQUARE, 4, people=4), Random(4))
    tr, view = table_translation(table, locale), game_at(table).view(None)
    winner, _, teams = result_lines(view, tr)
    partners = view["winners"]
    total = sum(view["scores"][seat] for seat in partners)
    assert len(partners) == 2
    assert winner == tr("table-winner", who=tr.listed(NAMES[seat] for seat in partners), points=total, how="team")
    assert f"**{total}" in teams


def test_end_with_split_partnership_says_what_counts() -> None:
    square = SQUARE
    table = play_out(a_table(square, 3, options={"split_partnership": True}), Random(4))
    view = game_at(table).view(None)
    *_, counting = result_lines(view, table_translation(table, "en-US"))
    assert counting.startswith("**What counts**")
    assert all(f"**{points}**" in counting for points in view["standings"])


def test_game_that_cannot_be_replayed_is_named_and_has_no_buttons() -> None:
    table = replace(a_table(SAIZEN), state="frozen")
    page = stopped_page(table, table_translation(table, "en-US"))
    assert page.text.splitlines()[1] == f"**{TABLE_FROZEN()}**"
    assert clickable(page) == []


@pytest.mark.parametrize(
    ("why", "sentence"), [("left", TABLE_LEFT()), ("ended", TABLE_ENDED()), ("restored", TABLE_RESTORED())]
)
def test_ended_game_says_why_and_has_no_buttons(why: CloseReason, sentence: Text) -> None:
    table = replace(a_table(SAIZEN), state="closed", close_reason=why)
    page = stopped_page(table, table_translation(table, "en-US"))
    assert page.text.splitlines()[1] == f"**{sentence}**"
    assert clickable(page) == []


def test_deadline_is_shown_in_the_table_and_in_the_mention() -> None:
    table = a_table(SAIZEN, 4, people=2)
    (seat,) = game_at(table).to_act
    assert "<t:" not in public_page(table).text
    timed = replace(table, turns={seat: Turn(0, 1_000, due=1_600)})
    assert "deadline <t:1600:R>, at <t:1600:t>" in public_page(timed).text
    assert "<t:1600:R>" in turn_page(BEN, "https://x.test", Translation("en"), "turn", 1_600).text


def test_decided_game_can_be_finished_by_a_vote_of_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("host.tables.table.game_is_decided", lambda _game: True)
    page = public_page(with_occupant(a_table(SAIZEN, 4, people=3), 0, agreed=True))
    assert [button["label"] for button in clickable(page)][-1] == "Finish: nothing can change (1/3)"


def test_only_a_turn_message_notifies_and_only_its_player() -> None:
    table = a_table(SAIZEN, people=2)
    tr = table_translation(table, "en-US")
    turn = turn_page(BEN, "https://discord.com/channels/1/2/3", Translation("en"), "turn", None)
    assert turn.notify == (BEN,)
    assert mention(BEN) in turn.text
    for page in (public_page(table), sheet_page(table, tr), hand_of(table)):
        assert page.notify == ()


def test_bar_marks_the_start_of_a_play_off() -> None:
    hands = ["H7 HQ H2 S9", "S7 DQ HA S8", "HK S4 S5 S6"]
    game = play(table(hands, FREE), "H7", "S7", "HK", "HQ", "DQ", "H2", "HA")
    line = trick_line(game.view(None)["tricks"][0], Translation("en", game=type(game)))
    cards = [lap.count("·") + 1 for lap in line.split(BAR)]
    assert cards == [3, 2, 2]


def test_last_points_of_the_previous_round_are_not_shown_alone_in_a_new_round() -> None:
    table = after_a_round(TEZUMASHI, 4)
    view = game_at(table).view(None)
    assert [line.key for line in view["log"][-4:]] == [ROUND_POINTS.key] * 4
    assert last_line(view, Translation("en")) is None

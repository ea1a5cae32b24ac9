"""Pages of league nights: the message from the announcement to the end, the standings, and sealed tables."""

import re
from dataclasses import replace
from random import Random

import pytest

from engine.game import Game
from host.tables.table import NightStage
from locales import Translation
from show.actions.night_actions import (
    ConfirmEndNight,
    EndNight,
    EndNightAndEvent,
    JoinNight,
    LeaveNight,
    ShowNightStandings,
    StartNight,
)
from show.actions.table_actions import Action
from show.pages.game.hand.result import result_page
from show.pages.game.table import sealed_page
from show.pages.lobby import lobby_page
from show.pages.nights.night import check_page, ended_page, night_page, promise_page, sure_page
from show.pages.nights.standings import MOST, standings_page
from show.pages.table_list import Listed, excerpt, tables_page
from show.text.page import Page, Picture
from show.text.phone import phone_lines
from show.text.seat_names import table_translation
from tests import nights
from tests.engine.kit.cases import every_kind
from tests.show.basics import AKI, BEN, HOME, SQUARE
from tests.show.page_content import clickable
from tests.show.tables import a_table, game_at, play_out, play_some

SAIZEN = Game.games["saizen"]
NAMES = ("Aki", "Ben", "Chie")
EN = Translation("en")
MANY = tuple(f"Somebody {number}" for number in range(32))
CALLED = "@everyone <@5>"


def actions_of(page: Page) -> set[type[Action]]:
    """Return the kinds of actions of a page's buttons."""
    parsed = (Action.parse(one["custom_id"]) for one in clickable(page))
    return {type(one) for one in parsed if one is not None}


def labels(page: Page) -> list[str]:
    """Return the labels of a page's buttons."""
    return [one.get("label", "") for one in clickable(page)]


def test_announcement_has_the_buttons_and_who_has_joined() -> None:
    page = night_page(nights.gathering(SAIZEN, NAMES), EN)
    assert actions_of(page) >= {JoinNight, LeaveNight, StartNight, EndNight}
    assert "**Joined (3):** Aki, Ben, Chie" in page.text
    assert "2 stages" in page.text
    assert "changes no rating" in page.text


def test_announcement_says_how_many_tables_and_computer_players_there_will_be() -> None:
    alone, two, three, eight = (
        night_page(nights.gathering(SAIZEN, MANY[:count]), EN) for count in (1, 2, 3, 2 * SAIZEN.usual_seats())
    )
    assert "-# It takes 2 people to start." in alone.text.splitlines()
    assert "Start" in labels(alone)
    assert "-# 2 people: 2 tables, each with 3 computer players" in two.text.splitlines()
    assert "Start (2 tables)" in labels(two)
    assert "-# 3 people: 2 tables, with 5 computer players in all" in three.text.splitlines()
    assert "-# 8 people: 2 tables, without computer players" in eight.text.splitlines()


@pytest.mark.parametrize("language", ["en", "ja"])
def test_night_of_one_stage_says_nothing_of_other_stages(language: str) -> None:
    tr, words = Translation(language), re.compile("stage|回戦")
    for night in (nights.gathering(SAIZEN, NAMES), nights.playing(SAIZEN, NAMES)):
        one = replace(night, row=replace(night.row, stages=1), promises=night.promises[:1])
        assert len(words.findall(night_page(one, tr).text)) == (one.row.stage == 0)
        assert not words.findall(promise_page(one, tr).text)
        assert words.findall(promise_page(night, tr).text)


def test_message_says_who_may_start_end_and_call_off() -> None:
    managers = "the server's managers."
    gathering = night_page(nights.gathering(SAIZEN, NAMES), EN).text.splitlines()
    assert f"-# *Start* and *Call off*: {managers}" in gathering
    for night in (nights.playing(SAIZEN, NAMES), nights.in_break(SAIZEN, NAMES)):
        assert f"-# *End after this stage*: {managers}" in night_page(night, EN).text.splitlines()
    last = nights.playing(SAIZEN, NAMES)
    last = replace(last, row=replace(last.row, stages=1))
    for night in (last, nights.over(SAIZEN, NAMES)):
        assert managers not in night_page(night, EN).text


@pytest.mark.parametrize("language", ["en", "ja"])
def test_only_a_night_with_a_weekly_event_says_so_and_asks_about_it(language: str) -> None:
    tr, once = Translation(language), nights.gathering(SAIZEN, NAMES)
    weekly = replace(once, row=replace(once.row, event_weekly=True))
    assert tr("night-weekly") not in night_page(once, tr).text
    assert tr("night-weekly") in night_page(weekly, tr).text
    assert actions_of(sure_page(once, tr)) == {ConfirmEndNight}
    assert actions_of(sure_page(weekly, tr)) == {ConfirmEndNight, EndNightAndEvent}
    playing = replace(weekly, row=replace(weekly.row, state="playing", stage=1))
    assert actions_of(sure_page(playing, tr)) == {ConfirmEndNight}
    off = replace(weekly, row=replace(weekly.row, state="off"))
    assert tr("night-event-stays") in ended_page(off, tr).text
    assert tr("night-event-stays") not in ended_page(nights.called_off(SAIZEN), tr).text


def test_running_stage_tells_which_tables_are_done_and_nothing_of_their_points() -> None:
    page = night_page(nights.playing(SAIZEN, NAMES, (41, 43)), EN)
    assert "**Stage 1 of 2** · 2 of 3 tables still play" in page.text
    assert [line for line in page.text.splitlines() if "table 4" in line] == [
        "-# table 41: Aki",
        "-# table 42: Ben\u00a0✓",
        "-# table 43: Chie",
    ]
    assert "%" not in page.text
    assert not page.drawings


def test_tables_of_a_stage_are_links_to_their_messages() -> None:
    few = replace(nights.playing(SAIZEN, NAMES), messages={42: 77})
    link = f"[table 42](https://discord.com/channels/{nights.SERVER}/{nights.CHANNEL}/77)"
    assert f"-# {link}: Ben" in night_page(few, EN).text
    assert "-# table 43: Chie" in night_page(few, EN).text
    many = replace(nights.playing(SAIZEN, MANY[:9]), messages={42: 77})
    assert f"· {link}\u00a0✓\u00a0· table 43" in night_page(many, EN).text
    assert "Somebody" not in night_page(many, EN).text, "there is no room"


def test_nobody_is_asked_to_leave_or_come_back_in_the_last_stage() -> None:
    night = nights.playing(SAIZEN, NAMES)
    assert {LeaveNight, JoinNight, EndNight} <= actions_of(night_page(night, EN))
    last = replace(night, row=replace(night.row, stages=1))
    assert not {LeaveNight, JoinNight, EndNight} & actions_of(night_page(last, EN))


def test_break_has_the_standings_as_text_and_picture() -> None:
    page = night_page(nights.in_break(SAIZEN, NAMES), EN)
    lines = page.text.splitlines()
    assert "1 · Chie · **100.0 %** (9 points)" in lines
    assert "2 · Ben · **50.0 %** (6 points)" in lines
    assert "3 · Aki · **0.0 %** (3 points)" in lines
    assert "-# 100 % = better than everybody who had the same seat at the other tables." in lines
    assert "-# Computer players (normal), without a rank: 50.0 %" in lines
    (picture,) = (part for part in page.parts if isinstance(part, Picture))
    assert picture.drawing.draw() is not None
    assert picture.alt.startswith("1 · Chie")
    assert ShowNightStandings not in actions_of(page), "the message lists everybody"


def test_points_of_a_team_are_called_so() -> None:
    assert "1 · Ben · **100.0 %** (team 6)" in night_page(nights.in_break(SQUARE, NAMES[:2]), EN).text.splitlines()
    assert "(" not in night_page(nights.over(SQUARE, NAMES[:2]), EN).text.replace("(normal)", "")


def test_equal_people_share_a_rank_and_each_stage_has_its_share() -> None:
    page = night_page(nights.over(SAIZEN, NAMES), EN)
    assert "**The night is over**, after 2 stages." in page.text
    assert "cards" not in page.text
    assert page.text.splitlines()[-1] == "-# A league night changes no rating."
    assert {line for line in page.text.splitlines() if line.startswith("1 ")} == {
        "1 · Aki · **50.0 %**\u00a0· 0.0 / 100.0",
        "1 · Ben · **50.0 %**\u00a0· 50.0 / 50.0",
        "1 · Chie · **50.0 %**\u00a0· 100.0 / 0.0",
    }
    assert not actions_of(page) & {JoinNight, LeaveNight, StartNight, EndNight}


def test_public_message_has_the_best_and_the_private_page_has_all_with_the_reader_in_bold() -> None:
    night = nights.in_break(SAIZEN, MANY)
    public, private = night_page(night, EN), standings_page(night, 101, EN)
    assert f"… and {len(MANY) - MOST} more" in public.text
    assert ShowNightStandings in actions_of(public)
    assert "**32 · Somebody 0 · 0.0 %** (3 points)" in private.text
    assert sum("Somebody" in line for line in private.text.splitlines()) == len(MANY)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_message_of_a_full_night_is_short_enough_for_a_phone(language: str) -> None:
    tr = Translation(language)
    names = tuple(f"Somebody with a name {number:02}" for number in range(32))
    for night in (nights.playing(SAIZEN, names[:8]), nights.in_break(SAIZEN, names), nights.over(SAIZEN, names)):
        assert sum(map(phone_lines, night_page(night, tr).text.splitlines())) < 40


def test_names_mention_nobody_and_are_no_markup() -> None:
    for night in (nights.gathering(SAIZEN, [CALLED, "Ben"]), nights.in_break(SAIZEN, [CALLED, "**Ben**"])):
        page = night_page(night, EN)
        assert "<@5>" not in page.text
        assert "@everyone" not in page.text.replace("\\@", "")
        assert "**Ben**" not in page.text
        assert page.notify == ()


def test_secrets_are_shown_for_stages_that_are_over_only() -> None:
    first, second = (one.secret.hex() for one in nights.gathering(SAIZEN, NAMES).promises)
    told = {}
    for name, night in (
        ("before", nights.gathering(SAIZEN, NAMES)),
        ("playing", nights.playing(SAIZEN, NAMES)),
        ("break", nights.in_break(SAIZEN, NAMES)),
        ("over", nights.over(SAIZEN, NAMES)),
    ):
        page = check_page(night, EN)
        text = page.text + "".join(file.text for file in page.attachments)
        told[name] = (first in text, second in text)
        assert all(one.commitment in page.text for one in night.promises)
    assert told == {
        "before": (False, False),
        "playing": (False, False),
        "break": (True, False),
        "over": (True, True),
    }


def test_promise_names_all_commitments_and_no_secret() -> None:
    night = nights.gathering(SAIZEN, NAMES)
    (file,) = promise_page(night, EN).attachments
    for one in night.promises:
        assert one.commitment in file.text
        assert one.commitment in file.instead
        assert one.secret.hex() not in file.text + file.instead


@pytest.mark.drawn(1)
@every_kind
def test_sealed_table_shows_only_round_and_turn(kind: type[Game]) -> None:
    """Compare games with different cards: the page depends only on the round and on the seats that must decide."""
    pages: dict[object, set[object]] = {}
    for seed in range(3):
        table, random = replace(a_table(kind, people=2), night=NightStage(1, 1, "normal"), sealed=True), Random(seed)
        tr = table_translation(table, "en")
        for _ in range(12):
            game = game_at(table)
            if game.over:
                break
            about = (game.round, game.to_act)
            pages.setdefault(about, set()).add(repr(sealed_page(table, game, tr)))
            play_some(game, random, 2)
        over = play_out(table, random)
        pages.setdefault("over", set()).add(repr(sealed_page(over, game_at(over), tr)))
    assert all(len(every) == 1 for every in pages.values())


@every_kind
def test_result_and_lobby_message_of_a_sealed_table_show_no_cards(kind: type[Game]) -> None:
    table = replace(a_table(kind, people=2), night=NightStage(1, 1, "normal"), sealed=True)
    tr = table_translation(table, "en")
    over = play_out(table, Random(1))
    game = game_at(over)
    own = result_page(over, game, game.view(0), tr)
    assert not own.drawings
    assert not own.framed
    assert not clickable(own)
    lobby = lobby_page(over, tr, HOME)
    assert not any(str(tr.text(line)) in lobby.text for line in game.view(None)["highlights"])
    assert "🏆" not in lobby.text
    assert "league night" in lobby.text.splitlines()[2]
    assert "league night" not in lobby_page(replace(over, night=None), tr, HOME).text
    assert "🏆" in lobby_page(replace(over, sealed=False), tr, HOME).text


def test_list_of_tables_offers_no_watching_of_a_sealed_table() -> None:
    table = replace(a_table(SAIZEN, people=1), night=NightStage(1, 1, "normal"), sealed=True)
    verbs = {
        user: {
            one["custom_id"].split(":")[0]
            for one in clickable(tables_page([Listed(table, None)], user, excerpt([table], user, 0), EN))
        }
        for user in (AKI, BEN)
    }
    assert "hand" in verbs[AKI]
    assert "hand" not in verbs[BEN]

"""The list of finished games, and the pages of a replay, which reveal the result only on request."""

import json
import re
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pytest

import limits
from engine.game import Game
from host.people.replays import Ended, Replay, steps_of
from host.tables.table import Occupant, Origin
from locales import Translation
from show.actions.replay_actions import ListGames, OpenReplay, PickEyes, PickRound, PlayOn, TakeRecord
from show.actions.table_actions import Action
from show.pages.game.shared_lines import points_line, winner_line
from show.pages.game.table import ended
from show.pages.replay import ReplayCursor, games_page, replay_page
from show.text.page import Drawing, Page
from show.text.seat_names import table_translation
from tests.show.basics import SAIZEN, every_game, every_language
from tests.show.page_content import actions, check_limits, clickable, components_of, parts, texts
from tests.show.tables import a_table, game_at, hand_of, play_out, play_random, play_some

LONGEST = "M" * 32
EVERY = 25
"""The number of steps between two checks."""


@cache
def finished(game: str, seed: int = 4) -> Replay:
    """Return a finished game with as many seats as the game allows."""
    table = play_out(a_table(Game.games[game], people=2), Random(seed))
    return Replay(table, game_at(table), steps_of(game_at(table)))


def early(game: str, why: Any) -> Replay:
    """Return a game that was ended early."""
    table = a_table(Game.games[game], people=2)
    play_some(game_at(table), Random(1), 20)
    return Replay(replace(table, state="closed", close_reason=why, game=None), game_at(table), steps_of(game_at(table)))


def seen(replay: Replay, cursor: ReplayCursor, language: str = "en") -> Page:
    page = replay_page(replay, cursor, table_translation(replay.table, language))
    check_limits(page)
    return page


def last(replay: Replay) -> int:
    return len(replay.steps) - 1


def place(replay: Replay, face: str) -> int:
    """Return the number of the first step after the beginning that shows a page of the kind `face`."""
    return next(number for number, step in enumerate(replay.steps) if step.face == face and number)


def drawn(page: Page) -> Drawing:
    (drawing,) = page.drawings
    assert isinstance(drawing, Drawing)
    return drawing


def asked_by(page: Page) -> dict[str, Action | None]:
    """Return the action of each button by the button's emoji or label; None stands for a grey button."""
    return {
        one.get("label") or one["emoji"]["name"]: None if one.get("disabled") else Action.parse(one["custom_id"])
        for one in clickable(page)
        if "options" not in one
    }


@pytest.mark.drawn(1)
@every_game
@every_language
def test_every_step_can_be_shown_and_only_the_result_reveals_the_end(game: str, language: str) -> None:
    replay = finished(game)
    tr = table_translation(replay.table, language)
    end = replay.game.view(None)
    scored = [tr.sentence(line) for line in end["log"][-replay.game.seats :]]
    told = [winner_line(end, tr), points_line(end["scores"], tr, levels=False), "🏆", *scored]
    for step in (*range(0, last(replay), EVERY), place(replay, "sheet"), place(replay, "deal"), last(replay)):
        for seat in (None, 1):
            page = seen(replay, ReplayCursor(step, seat), language)
            said = json.dumps(components_of(page), ensure_ascii=False)
            assert not [one for one in told if one in said]
            view = drawn(page).view
            assert not view["over"]
            assert (view["winners"], len(view["rounds"]) < replay.game.round_count) == ([], True)
    result = seen(replay, ReplayCursor(last(replay), 1, result=True), language)
    assert result.parts[: len(public := ended(replay.table, end, tr))] == public
    assert drawn(result).view["over"]


@pytest.mark.drawn(1)
@every_game
def test_spectator_sees_the_public_view_and_a_seat_its_own_hand(game: str) -> None:
    replay = finished(game)
    for step in (0, 5, place(replay, "deal")):
        position = replay.position(step)
        page = seen(replay, ReplayCursor(step))
        assert drawn(page) == Drawing("table", position.view(None))
        assert len(texts(page)) == 3, "the title, the picture, what happened, and no hand"
        for seat in range(position.seats):
            page = seen(replay, ReplayCursor(step, seat))
            assert drawn(page) == Drawing("panel", position.view(seat))
            ranks = [re.sub("^[^0-9A-Z]*", "", card) for card in texts(page)[2].partition(": ")[2].split()]
            assert ranks == [code[1:] for code in position.hand(seat)]


@pytest.mark.drawn(1)
@every_language
def test_step_shows_the_move_and_the_trick_winner_with_the_reason(language: str) -> None:
    replay = finished("scharfe-schoten")
    tr = table_translation(replay.table, language)
    won = 0
    for step in range(1, place(replay, "sheet")):
        position = replay.position(step)
        head = texts(seen(replay, ReplayCursor(step), language))[-1]
        assert tr.sentence((position.log or [])[position.log_indices[-1]]) in head
        if position.phase.id == "take":
            trick = position.tricks()[-1]
            winner, why = position.trick_winner(trick)
            assert winner is not None
            assert why is not None
            line = head.splitlines()[1]
            assert tr.seat(winner) in line
            assert tr.text(why) in line
            won += 1
    assert won == 8, "then the rack is empty"


def test_sheet_and_new_deal_come_between_two_rounds() -> None:
    replay = finished("scharfe-schoten")
    step = place(replay, "sheet")
    sheet, deal = seen(replay, ReplayCursor(step, 1)), seen(replay, ReplayCursor(step + 1, 1))
    assert drawn(sheet) == Drawing("sheet", replay.position(step).view(None), 1)
    assert "Round 1 is over" in sheet.text
    assert "Trick 10" in sheet.text
    assert "Round 2 is dealt" in deal.text
    assert drawn(deal).view["round"] == 2


@pytest.mark.drawn(1)
@every_game
def test_navigation_buttons_keep_their_places(game: str) -> None:
    replay = finished(game)
    number = replay.table.id
    for step in (0, 8, last(replay)):
        for cursor in (ReplayCursor(step), ReplayCursor(step, 1, result=True)):
            page = asked_by(seen(replay, cursor))
            arrows = dict(zip(["⏮️", "◀️", "▶️", "⏭️"], ("trick-back", "back", "on", "trick-on"), strict=True))
            assert [*page][:4] == [*arrows]
            for sign, go in arrows.items():
                back = go in {"trick-back", "back"}
                leads = step > 0 if back else step < last(replay)
                wanted = OpenReplay(number, step, cursor.eyes, cursor.result, go) if leads else None
                assert page[sign] == wanted
            turns = [one for one in clickable(seen(replay, cursor)) if one.get("label") == "Turning point"]
            assert [one["emoji"]["name"] for one in turns] == ["⏪", "⏩"]
            for one, go in zip(turns, ("turn-back", "turn-on"), strict=True):
                assert one.get("disabled", False) == (replay.destination(step, go) == step)
                assert Action.parse(one["custom_id"]) == OpenReplay(number, step, cursor.eyes, cursor.result, go)
            assert page["Record"] == TakeRecord(number)
            assert page["Games"] == ListGames(0, mine=True)
            assert page.get("Play from here") == (PlayOn(number, step, cursor.eyes) if step != last(replay) else None)
            asks = step == last(replay) and not cursor.result
            result = OpenReplay(number, step, cursor.eyes, result=True) if asks else None
            assert page.get("Show the result") == result


@pytest.mark.drawn(1)
@every_game
@every_language
def test_sentence_of_a_step_is_the_last_text_above_the_buttons(game: str, language: str) -> None:
    replay, tr = finished(game), table_translation(finished(game).table, language)
    for step in (1, 8, place(replay, "sheet"), place(replay, "deal"), last(replay)):
        position = replay.position(step)
        for seat in (None, 1):
            above, *below = [part for part in seen(replay, ReplayCursor(step, seat), language).parts if part][::-1]
            rows = [part for part in (above, *below) if isinstance(part, tuple | list)]
            said = next(part for part in (above, *below) if isinstance(part, str))
            assert (above, *below).index(said) == len(rows), "no text and no picture between it and the buttons"
            if replay.steps[step].face == "deal":
                assert tr("replay-dealt", round=position.round) in said
            else:
                assert tr.sentence((position.log or [])[position.log_indices[-1]]) in said


@pytest.mark.slow
@pytest.mark.drawn(1)
@every_game
def test_step_at_which_the_lead_changes_says_who_leads_unless_that_is_the_result(game: str) -> None:
    replays = [finished(game, seed) for seed in range(4, 10)]
    marked = 0
    for replay in replays:
        tr = table_translation(replay.table, "en")
        for number, step in enumerate(replay.steps):
            text = seen(replay, ReplayCursor(number)).text if step.turning or number % EVERY == 0 else ""
            assert ("the lead" in text) == (bool(step.lead) and step.face != "end")
            marked += bool(step.lead)
            if step.lead and step.face != "end":
                assert all(tr.signed_seat(seat) in text.splitlines()[-1] for seat in step.lead)
    assert marked


def test_lists_of_perspectives_and_rounds_mark_the_current_one() -> None:
    replay = finished("tezuma-trick")
    page = seen(replay, ReplayCursor(place(replay, "deal"), 1))
    eyes, rounds = [one for one in clickable(page) if "options" in one]
    assert [one["label"] for one in eyes["options"]] == [
        "An onlooker’s eyes",
        "1. Aki",
        "2. Ben",
        "3. 🤖\u00a0Hagi",
        "4. 🤖\u00a0Kiku",
    ]
    assert [one["value"] for one in eyes["options"] if one["default"]] == ["2"]
    assert [one["value"] for one in rounds["options"] if one["default"]] == ["2"]
    assert Action.parse(eyes["custom_id"], ["0"]) == PickEyes(1, place(replay, "deal"), result=False, value=0)
    assert Action.parse(rounds["custom_id"], ["3"]) == PickRound(1, 2, result=False, value=3)


@every_language
@pytest.mark.parametrize("why", ["left", "ended"])
def test_game_that_was_ended_early_says_so_at_its_last_step(language: str, why: str) -> None:
    replay = early("saizen", why)
    says = Translation(language)("table-left" if why == "left" else "table-ended")
    assert says in seen(replay, ReplayCursor(last(replay)), language).text
    assert says not in seen(replay, ReplayCursor(last(replay) - 1), language).text
    assert "Play from here" in asked_by(seen(replay, ReplayCursor(last(replay))))


@every_language
def test_list_names_games_and_players_but_never_the_winner(language: str) -> None:
    ended = []
    for number, game in enumerate(Game.games, start=1):
        table = replace(finished(game).table, id=number, game=None)
        ended.append(Ended(table, 1_700_000_000 + number))
    page = games_page(ended, 0, more=False, mine=False, tr=Translation(language))
    check_limits(page)
    for one in ended:
        assert f"<t:{one.at}:d>" in page.text
        assert Translation(language).text(one.table.kind.title) in page.text
    assert page.text.count("Aki") == len(ended)
    assert actions(page) == [*[OpenReplay(one.table.id) for one in ended], ListGames(0, mine=True)]
    again = [Ended(replace(one.table, game=finished(one.table.kind.id, 9).game), one.at) for one in ended]
    assert games_page(again, 0, more=False, mine=False, tr=Translation(language)).text == page.text, "whoever has won"


def test_list_marks_practice_and_games_that_were_ended_early() -> None:
    table = replace(finished("saizen").table, game=None)
    games = [
        table,
        replace(table, id=2, origin=Origin(1, 9)),
        replace(table, id=3, state="closed", close_reason="ended"),
    ]
    page = games_page([Ended(one, 0) for one in games], 0, more=False, mine=True, tr=Translation("en"))
    whole, practice, stopped = (texts for texts in list(parts(components_of(page), "content"))[1:])
    assert ("practice" in practice, "ended early" in stopped) == (True, True)
    assert not {"practice", "ended early"} & set(whole.split(" · "))


def test_longest_list_fits_a_message_and_links_to_the_other_pages() -> None:
    table = a_table(SAIZEN, 6)
    named = tuple(Occupant(user_id=seat, name=LONGEST) for seat in range(6))
    ended = [Ended(replace(table, id=10**12 + one, occupants=named), 0) for one in range(limits.GAMES_ON_A_PAGE)]
    page = games_page(ended, 3, more=True, mine=True, tr=Translation("ja"))
    check_limits(page)
    assert actions(page)[-3:] == [ListGames(2, mine=True), ListGames(4, mine=True), ListGames(0, mine=False)]
    none = games_page([], 0, more=False, mine=True, tr=Translation("en"))
    assert "There is none yet" in none.text
    assert actions(none) == [ListGames(0, mine=False)]


def test_list_in_direct_messages_leads_to_no_other_list() -> None:
    page = games_page([], 0, more=False, mine=True, tr=Translation("en"), direct=True)
    check_limits(page)
    assert actions(page) == []


@every_language
def test_practice_is_marked_on_its_players_page(language: str) -> None:
    for game, where in (("saizen", ("trick 4", "第4トリック")), ("tennos-square", ("move 10", "10手目"))):
        origin = Origin(7, 9, 2, 4 if game == "saizen" else None)
        running, over = replace(a_table(Game.games[game]), origin=origin), replace(finished(game).table, origin=origin)
        tr = table_translation(running, language)
        for table in (running, over):
            text = hand_of(table, locale=language).text
            assert ("unrated" if language == "en" else "成績には記録されません") in text
            assert where[language == "ja"] in text
            assert (tr("hand-private") in text) == (table is running)
        random = Random(2)
        while 0 not in {seat for seat, _ in game_at(running).history[origin.moves :]}:
            play_random(game_at(running), random)
        text = hand_of(running, locale=language).text
        assert tr("hand-practice") in text
        assert tr("hand-private") not in text, "they have read that before their first move"

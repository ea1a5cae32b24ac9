"""The actions at a running game other than moves, and the people to whom they are offered."""

from dataclasses import replace

import pytest

from engine.players import LEVELS
from host.play.time_control import SILENT_SECONDS
from host.tables.table import CloseReason, Occupant, Table, Turn
from show.actions import table_actions
from show.actions.table_actions import Placed
from show.pages.game.seats import seat_left_page, seats_page, sure_page
from show.pages.game.shared_lines import result_lines
from show.pages.game.table import details_page
from show.pages.lobby import lobby_page
from show.text.page import Page
from show.text.seat_names import table_translation
from tests.show.basics import AKI, BEN, HOME, SAIZEN, every_locale
from tests.show.page_content import actions, check_limits, clickable, levels_in
from tests.show.tables import a_lobby, a_table, game_at, public_page, with_occupant

NOW = 1_000_000
STRANGER = 999


def game(*, people: int = 3, turns: dict[int, Turn] | None = None) -> Table:
    """Return a running game of four."""
    return replace(a_table(SAIZEN, 4, people=people), turns=turns or {})


def seats(table: Table, user: int = AKI, *, moderator: bool = False, locale: str = "en-US") -> Page:
    return seats_page(table, table_translation(table, locale), user, NOW, moderator=moderator)


def test_player_can_leave_and_ask_awaited_players_to_hurry() -> None:
    table = game(turns={1: Turn(0, NOW)})
    assert actions(seats(table)) == [table_actions.Nudge(1), table_actions.LeaveGame(1)]
    assert actions(seats(table, BEN)) == [table_actions.LeaveGame(1)], "nobody asks themselves"
    nudged = replace(table, turns={1: Turn(0, NOW, nudged=True)})
    assert actions(seats(nudged)) == [table_actions.LeaveGame(1)]


@pytest.mark.parametrize(
    ("locale", "said"), [("en-US", "their turn began <t:7:R>"), ("ja", "手番になったのは <t:7:R>")]
)
def test_without_a_clock_the_start_of_a_turn_is_shown(locale: str, said: str) -> None:
    assert said in seats(game(turns={1: Turn(0, 7)}), locale=locale).text


def test_person_without_a_seat_can_do_nothing_and_is_told_why() -> None:
    page = seats(game(), STRANGER)
    assert actions(page) == []
    assert "Only those who play here" in page.text, "nobody can sit down at a running game"


def test_moderator_can_remove_people_but_not_computers_and_end_the_game() -> None:
    table = game(people=2)
    assert actions(seats(table, STRANGER, moderator=True)) == [
        table_actions.RemovePlayer(1, 0),
        table_actions.RemovePlayer(1, 1),
        table_actions.EndGame(1),
    ]
    assert table_actions.RemovePlayer(1, 0) not in actions(seats(table, AKI, moderator=True)), "they can leave"


def test_person_in_charge_chooses_the_levels_of_computer_players() -> None:
    table = game(people=2)
    each = {Placed(seat, level) for seat in (2, 3) for level in ("easy", "hard")}
    every = {Placed(None, level) for level in LEVELS}
    for page in (seats(table), seats(table, STRANGER, moderator=True)):
        assert levels_in(page, "level").keys() == each | every
    assert levels_in(seats(table), "level")[Placed(None, "hard")] == "All other seats: computers, hard"
    assert levels_in(seats(table, BEN), "level") == {}, "Aki is in charge"
    assert levels_in(seats(game(people=4)), "level") == {}, "there is no computer player"
    assert levels_in(seats(game(people=3)), "level").keys() == {Placed(3, "easy"), Placed(3, "hard")}


@pytest.mark.parametrize(("locale", "said"), [("en-US", "🤖 Kiku (hard)"), ("ja", "🤖 菊（強い）")])
def test_lists_of_seats_show_unusual_levels_but_sentences_show_none(locale: str, said: str) -> None:
    table, name = game(), said[:-7] if locale == "en-US" else said[:-4]
    hard = with_occupant(table, 3, Occupant(computer="hard"))
    tr, view = table_translation(hard, locale), game_at(hard).view(None)
    status, points = plain(public_page(hard, locale).text).splitlines()[:2]
    assert said in points
    assert said not in status
    assert said in plain(details_page(hard, tr).text)
    assert said in plain("\n".join(result_lines({**view, "winners": [0]}, tr)))
    assert plain(tr.seat(3)) == name
    usual = table_translation(table, locale)
    assert said not in plain(public_page(table, locale).text)
    assert plain(usual.listed_seat(3)) == f"`4` {name}"


def test_seat_that_was_left_has_a_level_too() -> None:
    table = game()
    left = with_occupant(table, 3, Occupant(computer="easy", name="Chie", left_by=3))
    assert plain(table_translation(left, "en-US").listed_seat(3)) == "`4` Chie 🤖 (easy)"


def test_unknown_level_of_another_version_is_not_shown() -> None:
    table = game()
    other = with_occupant(table, 3, Occupant(computer="expert"))
    assert plain(table_translation(other, "en-US").listed_seat(3)) == "`4` 🤖 Kiku"
    assert "4. 🤖 Kiku" in plain(seats(other).text)


def test_table_with_many_seats_shows_levels_only_on_another_page() -> None:
    table = a_table(SAIZEN, 6)
    hard = with_occupant(table, 5, Occupant(computer="hard"))
    tr = table_translation(hard, "en-US")
    assert "(hard)" not in public_page(hard).text
    assert "(hard)" in details_page(hard, tr).text
    assert "(hard)" in seats(hard).text


def test_more_page_shows_the_usual_level_too() -> None:
    assert "4. 🤖 Kiku (normal)" in plain(seats(game()).text)


def plain(text: str) -> str:
    """Return a text without its non-breaking characters."""
    return text.replace("\u2060", "").replace("\u00a0", " ")


@pytest.mark.parametrize(("seconds", "given"), [(SILENT_SECONDS - 1, False), (SILENT_SECONDS, True)])
def test_move_of_somebody_silent_for_a_day_can_be_given_to_the_computer_without_a_clock(
    seconds: int, given: bool
) -> None:
    since = NOW - seconds
    assert (table_actions.GiveMove(1, 1) in actions(seats(game(turns={1: Turn(0, since)})))) == given
    assert table_actions.GiveMove(1, 1) not in actions(seats(game(turns={1: Turn(0, since, due=NOW + 9)})))
    assert table_actions.GiveMove(1, 1) not in actions(seats(game(turns={1: Turn(0, since)}), BEN)), "not one's own"


@every_locale
def test_fullest_page_is_within_discords_limits(locale: str) -> None:
    table = a_table(SAIZEN, 6, people=6)
    named = tuple(replace(who, name="W" * 32) if who else None for who in table.occupants)
    table = replace(table, occupants=named, turns={seat: Turn(0, 0) for seat in range(6)})
    check_limits(seats(table, moderator=True, locale=locale))
    fewest = replace(table, occupants=(named[0], *[Occupant(computer="easy")] * 5))
    page = seats(fewest, moderator=True, locale=locale)
    check_limits(page)
    assert len({*levels_in(page, "level").values()}) == 3 + 5 * 2


def test_situation_of_each_seat_is_shown() -> None:
    table = game(turns={1: Turn(0, NOW, due=NOW + 60), 2: Turn(0, NOW - 5)})
    away = with_occupant(table, 0, misses=3)
    lines = seats(away).text.splitlines()[-4:]
    assert "away" in lines[0]
    assert f"<t:{NOW + 60}:R>" in lines[1]
    assert f"<t:{NOW - 5}:R>" in lines[2]
    assert "🤖" in lines[3]


def test_buttons_name_the_person_and_not_the_seat() -> None:
    table = game(turns={1: Turn(0, NOW - SILENT_SECONDS)})
    labels = [str(one.get("label")) for one in clickable(seats(table, moderator=True))]
    assert "Remove Ben" in labels
    assert "Let the computer play for Ben" in labels
    assert not [one for one in labels if "seat" in one]


def test_irreversible_action_needs_one_confirmation_and_can_be_cancelled() -> None:
    page = sure_page("Really?", table_actions.EndGame(1), table_translation(game(), "en-US"))
    assert actions(page) == [table_actions.EndGame(1, sure=True), table_actions.OpenMore(1)]


@every_locale
def test_seat_that_somebody_has_left_keeps_their_name_with_a_mark(locale: str) -> None:
    left = Occupant(computer="normal", name="Chie", left_by=3)
    table = game()
    table = with_occupant(table, 3, left)
    tr = table_translation(table, locale)
    assert "Chie" in tr.seat(3)
    assert "🤖" in tr.seat(3)
    said = {seat_left_page(with_occupant(table, 3, one), 3, tr).text for one in (left, replace(left, removed=True))}
    assert len(said) == 2
    assert all("Chie" in one for one in said)


def test_closed_table_says_why() -> None:
    table = replace(a_lobby(SAIZEN), state="closed")
    whys: list[CloseReason | None] = [None, "idle", "left"]
    said = {lobby_page(replace(table, close_reason=why), table_translation(table, "en-US"), HOME).text for why in whys}
    assert len(said) == len(whys)

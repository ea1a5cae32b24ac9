"""People whose time ran out: everybody can read who played for them, and no line contains a secret."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from engine.game import Game
from host.tables.table import MOST_MISSES, Table, Turn
from locales import Translation
from show.pages.game.absences import LATE, absence_lines, late_seats
from show.pages.game.spectator import spectator_page
from show.text.page import Page
from show.text.seat_names import table_translation
from tests.show.basics import SAIZEN, every_game, every_locale
from tests.show.page_content import check_limits
from tests.show.tables import a_table, game_at, hand_of, play_out, play_random, public_page, with_occupant

NOW = 1_800_000_000


def after_some_moves(kind: type[Game], seed: int = 1, moves: int = 9) -> Table:
    """Return a table of two people at which each of them has made a choice."""
    table, random = replace(a_table(kind, 4, people=2), time_control="live"), Random(seed)
    game = game_at(table)
    for _ in range(moves):
        play_random(game, random)
    while not all(game.last_choice_line(seat) for seat in (0, 1)):
        play_random(game, random)
    return table


def said(table: Table, locale: str = "en-US") -> list[str]:
    return list(absence_lines(table, table_translation(table, locale)))


def whole_text(page: Page) -> str:
    return page.text.replace("\u00a0", " ").replace("\u2060", "")


@every_locale
@every_game
def test_everybody_reads_for_whom_the_computer_moved_and_what_it_played(game: str, locale: str) -> None:
    table = after_some_moves(Game.games[game])
    late, tr = with_occupant(table, 1, misses=1), table_translation(table, locale)
    line = game_at(table).last_choice_line(1)
    assert line is not None
    (one,) = said(late, locale)
    assert LATE in one
    assert "Ben" in one
    assert tr.sentence(line) in one
    spectator = spectator_page(late, game_at(late), None, tr, follows=True)
    for page in (public_page(late, locale), spectator):
        assert one in page.text
        check_limits(page)
    assert said(table, locale) == []
    assert LATE not in public_page(table, locale).text


def secret_choices() -> Iterator[tuple[type[Game], int]]:
    """Yield each game in which several seats choose in secret, and the number of moves before the first such choice."""
    for kind in Game.games.values():
        game, random = game_at(a_table(kind, 4)), Random(3)
        for number in range(60):
            if game.over:
                break
            if len(game.to_act) > 1:
                yield kind, number
                break
            play_random(game, random)


SECRETS = [*secret_choices()]


@pytest.mark.parametrize(("kind", "moves"), SECRETS, ids=[kind.id for kind, _ in SECRETS])
@every_locale
def test_secret_choice_of_the_computer_is_not_named(kind: type[Game], moves: int, locale: str) -> None:
    table, random = replace(a_table(kind, 4, people=4), time_control="live"), Random(3)
    for _ in range(moves):
        play_random(game_at(table), random)
    seat, *others = game_at(table).to_act
    assert others
    pages = set()
    for move in game_at(table).legal_moves(seat):
        game = game_at(table).copy()
        game.play(seat, move)
        late = with_occupant(replace(table, game=game), seat, misses=1)
        assert said(late, locale) != []
        pages.add(public_page(late, locale).text)
    assert len(pages) == 1


def test_there_are_games_with_secret_choices() -> None:
    assert SECRETS


def test_seat_of_a_late_person_is_marked_in_the_points_of_every_page() -> None:
    table = after_some_moves(SAIZEN)
    late = with_occupant(table, 1, misses=1)
    assert late_seats(late) == {1}
    assert f"`2` Ben {LATE} **" in whole_text(public_page(late))
    assert f"`2` {LATE} " in whole_text(hand_of(late)), "in the others' panels too"
    assert f"`1` {LATE}" not in whole_text(hand_of(late))


def test_people_who_are_away_share_one_line() -> None:
    table = replace(a_table(SAIZEN, 4, people=3), time_control="live")
    away = with_occupant(with_occupant(table, 1, misses=MOST_MISSES), 2, misses=MOST_MISSES)
    assert said(away) == [Translation("en")("table-away", who="Ben, Chie", count=2)]


@pytest.mark.parametrize(("due", "clock"), [(NOW, "on"), (None, "off")])
def test_resting_table_says_so_and_until_when(due: int | None, clock: str) -> None:
    table = replace(a_table(SAIZEN, 4, people=2), time_control="live", turns={0: Turn(0, NOW - 60, due=due)})
    game_at(table).to_act = (0,)
    away = with_occupant(with_occupant(table, 0, misses=MOST_MISSES), 1, misses=MOST_MISSES)
    assert said(away) == [Translation("en")("table-resting", clock=clock)]
    assert (f"<t:{NOW}:R>" in public_page(away).text) == (clock == "on")


def test_move_of_somebody_silent_without_a_clock_is_not_called_out_of_time() -> None:
    table = replace(after_some_moves(SAIZEN), time_control="none")
    (one,) = said(with_occupant(table, 1, misses=1))
    assert "silent for a day" in one


def test_forced_move_after_the_late_one_is_not_said_to_be_the_computers_choice() -> None:
    table = after_some_moves(SAIZEN)
    game = game_at(table)
    chosen, number = game.last_choice_line(1), len(game.history)
    while game.history[-1][0] != 1 or len(game.history) == number:
        play_random(game, Random(5))
    game.forced_moves.append((game.round, len(game.history) - 1))
    assert game.last_choice_line(1) == chosen


@every_game
def test_finished_game_says_nothing_of_late_people(game: str) -> None:
    table = with_occupant(play_out(a_table(Game.games[game], 4, people=2), Random(1)), 1, misses=1)
    assert LATE not in public_page(table).text
    assert said(table) == []

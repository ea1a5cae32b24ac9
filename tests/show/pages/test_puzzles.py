"""Pages of a day's puzzle: every choice can be made, nothing hidden is shown, and the answer has the right numbers."""

import re
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import Any

import pytest

from engine import record
from engine.daily.puzzles import Puzzle
from engine.game import Game, Path
from host.daily.puzzles import Answered, DayPuzzle
from host.learning.reviews import with_texts
from host.tables.table import Table
from locales import Translation
from show.actions import daily_actions
from show.actions.decision_actions import Choose, InPuzzle, LookUp, PickChoice, ShowTab
from show.actions.table_actions import Action
from show.pages.daily.puzzles import (
    ROOM,
    answer_page,
    puzzle_page,
    puzzle_table,
)
from show.pages.game.hand import Asked
from show.pages.game.hand.lookups import RULES, TRICK
from show.text.page import Page
from show.text.phone import phone_lines
from show.text.seat_names import table_translation
from tests.engine.kit.cases import every_kind
from tests.puzzles import a_puzzle
from tests.show.basics import every_language
from tests.show.decision_pages import blind_decisions, moves_on, sent_by
from tests.show.page_content import actions as actions_on
from tests.show.page_content import check_limits, ids_of
from tests.show.pages.test_worst_hands import EMOJIS, SIGNS

DAY = 20_000
BEYOND = 4
"""The number of lines by which a page with the longest names of moves may exceed `ROOM`."""
READER = 7


def asked_at(game: Game, seat: int, *, today: bool = True) -> DayPuzzle:
    return DayPuzzle(DAY, today, game, seat, None)


def spoken(now: DayPuzzle, language: str) -> tuple[Table, Translation]:
    table = puzzle_table(now, READER, Translation(language))
    return table, table_translation(table, {"en": "en-US"}.get(language, language), SIGNS)


def opened(puzzle: Puzzle, *, today: bool = True) -> DayPuzzle:
    return asked_at(record.read(puzzle["record"]).replay(), puzzle["seat"], today=today)


def answered(puzzle: Puzzle, move: str, answers: int = 12, found: int = 5) -> Answered:
    why = {one: with_texts(decision) for one, decision in puzzle["why"].items()}
    return Answered({**puzzle, "why": why}, move, move in puzzle["right"], answers, found)


def answer(puzzle: Puzzle, move: str, language: str, *, plain: bool = False, today: bool = True) -> Page:
    now = opened(puzzle, today=today)
    table, tr = spoken(now, language)
    return answer_page(now, answered(puzzle, move), table, tr, plain=plain)


def choice(action: Action | None) -> tuple[Path, bool] | str | None:
    """Return what an action of the page of a decision does, as `decision_pages.moves_on` asks for it."""
    if isinstance(action, ShowTab):
        return action.tab
    if isinstance(action, PickChoice):
        return (*action.path, action.value), False
    return (action.path, action.sure) if isinstance(action, Choose) else None


@pytest.mark.drawn(1)
@every_kind
@every_language
def test_every_legal_move_can_be_answered_and_no_other(kind: type[Game], language: str) -> None:
    for seed in range(3):
        now = opened(a_puzzle(kind, seed))
        made = moves_on(now.game, now.seat, partial(puzzle_page, now, *spoken(now, language)), choice)
        assert made == {now.game.path(move) for move in now.game.legal_moves(now.seat)}


@pytest.mark.drawn(2)
@every_kind
def test_decision_has_buttons_of_the_puzzle_only(kind: type[Game]) -> None:
    for today, back in ((True, daily_actions.OpenToday()), (False, daily_actions.OpenClosedDay())):
        now = opened(a_puzzle(kind), today=today)
        table, tr = spoken(now, "en")
        for plain in (False, True):
            page = puzzle_page(now, table, tr, Asked(plain=plain))
            assert [one for one in ids_of(page) if not one.startswith("puzzle")] == [back.custom_id]
            assert tr("puzzle-title") in page.text
            assert bool(page.drawings) != plain


@pytest.mark.drawn(1)
@every_kind
def test_page_of_a_decision_depends_on_the_view_of_its_seat_only(kind: type[Game]) -> None:
    for seat, state in islice(blind_decisions(kind, 2), 3):
        game, other = (_pages(asked_at(one, seat)) for one in (state.game, state.other))
        assert game == other


def _pages(now: DayPuzzle) -> str:
    """Return all that the pages of a decision send."""
    table, tr = spoken(now, "en")
    pages = [puzzle_page(now, table, tr, Asked()), puzzle_page(now, table, tr, Asked(plain=True))]
    pages += [puzzle_page(now, table, tr, Asked(looking=LookUp(InPuzzle(DAY), what))) for what in (TRICK, RULES)]
    return sent_by(pages)


@pytest.mark.drawn(3)
@every_kind
@every_language
def test_lookups_lead_back_to_the_decision(kind: type[Game], language: str) -> None:
    now = opened(a_puzzle(kind))
    table, tr = spoken(now, language)
    for what in (TRICK, RULES, "unknown"):
        page = puzzle_page(now, table, tr, Asked(looking=LookUp(InPuzzle(DAY), what)))
        check_limits(page, EMOJIS)
        assert ShowTab(InPuzzle(DAY)) in actions_on(page)


def names(puzzle: Puzzle, moves: list[str], language: str) -> list[str]:
    now = opened(puzzle)
    _, tr = spoken(now, language)
    return [tr.sentence(now.game.move_name(now.seat, now.game.parse(one))) for one in moves]


@pytest.mark.drawn(1)
@every_kind
@every_language
@pytest.mark.parametrize("right", [1, 2])
def test_answer_names_the_right_moves_and_how_many_found_them(kind: type[Game], language: str, right: int) -> None:
    puzzle = a_puzzle(kind, right=right)
    for move in (puzzle["moves"][0]["move"], puzzle["moves"][-1]["move"], puzzle["moves"][2]["move"]):
        for plain in (False, True):
            page = answer(puzzle, move, language, plain=plain)
            check_limits(page, EMOJIS)
            assert ("✅" in page.text) == (move in puzzle["right"])
            assert bool(page.drawings) != plain
            for figure in ("5", "12"):
                assert figure in page.text
        said = answer(puzzle, move, language).text
        assert all(name in said for name in names(puzzle, [*puzzle["right"], move], language))
        assert actions_on(answer(puzzle, move, language)) == [daily_actions.OpenToday()]
        assert actions_on(answer(puzzle, move, language, today=False)) == [daily_actions.OpenClosedDay()]


def bars(puzzle: Puzzle, move: str) -> list[str]:
    """Return the text beside each bar on the answer's page."""
    return re.findall("^-# [▰▱]{10} (.*)$", answer(puzzle, move, "en").text, re.MULTILINE)


@pytest.mark.drawn(1)
@every_kind
def test_bars_are_the_best_move_the_own_and_the_usual_one_with_their_values(kind: type[Game]) -> None:
    puzzle = a_puzzle(kind)
    most = puzzle["moves"][0]["value"]
    for one in puzzle["moves"]:
        lines = bars(puzzle, one["move"])
        assert 2 <= len(lines) <= 4
        assert lines[0].startswith("0.0 ")
        [own] = [line for line in lines if line.endswith(" ← you")]
        behind = most - one["value"]
        assert own.startswith(f"−{behind:.1f} " if round(behind, 1) else "0.0 ")
        usual = any(line.endswith(" ← usual choice") for line in lines)
        has_room = len(lines) > 2 or one["move"] in puzzle["right"]
        assert usual == (has_room and one["move"] != puzzle["usual"])


@every_language
def test_first_person_is_told_so(language: str) -> None:
    puzzle = a_puzzle(Game.games["saizen"])
    now = opened(puzzle)
    table, tr = spoken(now, language)
    page = answer_page(now, answered(puzzle, puzzle["right"][0], 1, 1), table, tr)
    assert tr("puzzle-found", count=1, found=1) in page.text


def test_reason_compares_with_the_own_wrong_move_or_else_the_usual_or_the_best_wrong_one() -> None:
    puzzle: Any = a_puzzle(Game.games["saizen"], right=2)
    for one in puzzle["why"].values():
        one["outcome"] = {"text": ["saizen-won-at-least", {"count": 4}], "better": 3, "other": 2, "games": 5}
    best, usual = puzzle["right"][0], puzzle["usual"]
    wrong = next(one["move"] for one in puzzle["moves"] if one["move"] not in (*puzzle["right"], usual))
    for move, other in ((best, usual), (usual, usual), (wrong, wrong)):
        [first, name] = names(puzzle, [best, other], "en")
        said = answer(puzzle, move, "en").text
        assert re.search(rf"after \*\*{re.escape(first)}\*\*, .* after \*\*{re.escape(name)}\*\*\.", said)
    puzzle["usual"] = puzzle["right"][1]
    [name] = names(puzzle, [wrong], "en")
    assert f"after **{name}**." in answer(puzzle, best, "en").text


@pytest.mark.drawn(1)
@every_kind
@every_language
def test_answer_fits_on_a_phone_beside_its_picture(kind: type[Game], language: str) -> None:
    for seed in range(4):
        puzzle = a_puzzle(kind, seed, right=1 + seed % 2)
        page = answer(puzzle, puzzle["usual"], language)
        assert sum(phone_lines(one) for one in page.parts if isinstance(one, str)) <= ROOM + BEYOND


def test_table_of_a_puzzle_names_nobody_but_the_reader() -> None:
    now = opened(a_puzzle(Game.games["saizen"]))
    table, _ = spoken(now, "en")
    assert [one.user_id for one in table.occupants if one and one.user_id is not None] == [READER]
    assert replace(now, today=False).game is now.game

"""Coaching, which tells a rule only once, and panels in plain words, which change only once a turn."""

import pytest

from engine.text import card_text
from host.settings import PersonSettings, Switch
from host.tables.table import Table
from show.actions.decision_actions import AtTable, LookUp
from show.pages.game.hand import Asked
from show.text.page import Page
from tests.show.basics import AKI, SCHOTEN, every_game
from tests.show.tables import a_table, game_at
from tests.show.test_open_panels import Asker, OneTable, playing


def coached_lines(page: Page) -> list[str]:
    """Return the lines of a page that tell a rule."""
    return [line for line in page.text.splitlines() if line.startswith("-# 📖")]


async def first_decision() -> tuple[OneTable, Asker]:
    """Return a table, and the open panel of a beginner at it who must predict, and has coaching but no hints."""
    table = a_table(SCHOTEN, 4)
    followed, aki = OneTable(table, AKI), Asker(AKI, panel_id=11)
    followed.mine = PersonSettings(cards="off", hints="off")
    await followed.panels.answer(aki, table.id, Asked())
    return followed, aki


async def test_rule_stays_for_its_decision_and_is_never_shown_again() -> None:
    followed, aki = await first_decision()
    [rule] = coached_lines(aki.pages[0])
    for asked in (Asked(note=card_text("R1")), Asked(path=("R",)), Asked(looking=LookUp(AtTable(1), "rules")), Asked()):
        await followed.panels.answer(aki, 1, asked)
        assert coached_lines(aki.pages[-1]) == ([] if asked.looking else [rule])
    again = Asker(AKI, panel_id=12)
    await followed.panels.answer(again, 1, Asked(), anew=True)
    assert coached_lines(again.pages[-1]) == [rule], "it is the same decision"
    seen = []
    while len(game_at(followed.table).rounds) < 2:
        followed.plays()
        if 0 in game_at(followed.table).to_act:
            before = len(again.pages)
            await followed.panels.refresh(1)
            seen += [line for page in again.pages[before:] for line in coached_lines(page)]
            await followed.panels.answer(again, 1, Asked(), anew=True)
    assert rule not in seen
    assert seen
    assert len({*seen}) == len(seen)
    assert len(followed.coached) == 1 + len(seen)


async def test_rule_that_another_process_has_shown_is_not_shown_again() -> None:
    followed, aki = await first_decision()
    other = OneTable(followed.table, AKI)
    other.mine, other.coached = followed.mine, frozenset({"scharfe-coach-score"})
    ben = Asker(AKI)
    await other.panels.answer(ben, 1, Asked())
    assert coached_lines(aki.pages[0])
    assert coached_lines(ben.pages[0]) == []


async def test_rules_are_shown_neither_to_those_who_want_none_nor_to_those_who_know_the_game() -> None:
    for beginner, mine in ((AKI, PersonSettings(coaching="off")), (0, PersonSettings())):
        followed, aki = OneTable(a_table(SCHOTEN, 4), beginner), Asker(AKI)
        followed.mine = mine
        await followed.panels.answer(aki, 1, Asked())
        assert coached_lines(aki.pages[0]) == []


async def test_first_decision_of_a_first_game_has_hints_and_no_rule() -> None:
    followed, aki = OneTable(a_table(SCHOTEN, 4), AKI), Asker(AKI)
    followed.mine = PersonSettings(cards="off")
    await followed.panels.answer(aki, 1, Asked())
    assert "💡" in aki.pages[0].text
    assert coached_lines(aki.pages[0]) == []
    while not coached_lines(aki.pages[-1]):
        followed.plays()
        await followed.panels.answer(aki, 1, Asked(), anew=True)
    assert game_at(followed.table).round == 1
    assert "💡" not in aki.pages[-1].text


async def test_rule_waits_until_no_notice_stands_in_its_place() -> None:
    followed, aki = OneTable(a_table(SCHOTEN, 4), AKI), Asker(AKI)
    followed.mine = PersonSettings(hints="off")
    for asked in (Asked(back=True), Asked(hints_off=True), Asked()):
        await followed.panels.answer(aki, 1, asked)
    assert [len(coached_lines(page)) for page in aki.pages] == [0, 0, 1]


@pytest.mark.drawn(1)
@every_game
async def test_hand_in_plain_words_is_edited_once_a_turn_and_never_during_it(game: str) -> None:
    followed, aki = playing(game, cards="on"), Asker(AKI, panel_id=11)
    followed.mine = PersonSettings(plain="on", coaching="off")
    await followed.panels.answer(aki, 1, Asked())
    turns = []
    while not game_at(followed.table).rounds:
        before, shown = turn_of(followed.table), len(aki.pages)
        followed.plays()
        if game_at(followed.table).rounds:
            break
        assert await followed.panels.refresh(1) is None, "nothing is left to be shown later"
        after, edits = turn_of(followed.table), len(aki.pages) - shown
        assert edits == (after != before), "an edit only when a turn begins or ends"
        turns += [after] if after[1] and after != before else []
    assert len(turns) > 1
    assert [page.drawings for page in aki.pages if page.drawings] == []


def turn_of(table: Table) -> tuple[int, bool]:
    """Return the number of the first seat's decision, and whether this seat must act."""
    return game_at(table).moves_made(0), 0 in game_at(table).to_act


@pytest.mark.parametrize(("plain", "pages"), [("on", 1), ("off", 2)])
async def test_hand_in_plain_words_is_not_sent_anew_while_it_is_its_owners_turn(
    plain: Switch, pages: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    followed, aki = playing("scharfe-schoten"), Asker(AKI, panel_id=11)
    followed.mine = PersonSettings(plain=plain, coaching="off")
    await followed.panels.answer(aki, 1, Asked())
    assert turn_of(followed.table) == (0, True)
    monkeypatch.setattr(followed.table_messages, "is_covered", lambda *_: True)
    await followed.panels.refresh(1)
    assert len(aki.pages) == pages

"""Pages of suggestions: only the first question needs a confirmation.

Only the page that the user opened last shows the answer.
"""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pytest

from engine.players import ThinkingBudget
from engine.review import Reviewer
from host.learning.suggestions import Question
from host.refusals import GAME_WENT_ON, NO_SUGGESTION, Refusal
from host.tables.table import Origin, Table
from show.actions.suggestion_actions import AskHard
from show.panels.suggestion_panels import SuggestionPanels
from show.text.emojis import EmojiSet
from tests.show.basics import AKI, SAIZEN
from tests.show.page_content import actions
from tests.show.tables import a_table, game_at, play_some
from tests.show.test_review_panels import Asker
from tests.tables import LONG, refused

FEW = ThinkingBudget(playouts=8)


def choosing() -> Table:
    """Return a table at which Aki must choose between moves."""
    table = a_table(SAIZEN)
    while table.suggestible is None:
        play_some(game_at(table), Random(3), 1)
    return table


TABLE = choosing()
DECISION = game_at(TABLE).moves_made(0)
ASKED = AskHard(TABLE.id, DECISION)


class Suggestions:
    """A stand-in for the service of suggestions at one table; `end` ends all questions, with or without an answer."""

    def __init__(self) -> None:
        self.table = TABLE
        self.refusal: Refusal | None = None
        self.questions: list[Question] = []

    async def check(self, _table_id: int, _user_id: int, _decision: int) -> Table:
        if self.refusal is not None:
            raise self.refusal
        return self.table

    async def ask(self, _table_id: int, user_id: int, decision: int) -> Question:
        self.questions.append(Question(self.table, user_id, 0, decision))
        return self.questions[-1]

    def end(self, *, answered: bool) -> None:
        now = self.questions[-1]
        if answered:
            now.suggestion = Reviewer(FEW).suggest(game_at(TABLE).view(0), FEW)
        else:
            now.reason = GAME_WENT_ON()
        for one in self.questions:
            one.suggestion, one.reason = now.suggestion, now.reason
            one.ended.set()


@pytest.fixture
async def opened() -> AsyncIterator[tuple[SuggestionPanels, Suggestions]]:
    service = Suggestions()
    panels = SuggestionPanels(cast("Any", SimpleNamespace(suggestions=service)), EmojiSet())
    yield panels, service
    await panels.close()


async def pushed(asker: Asker) -> str:
    async with asyncio.timeout(LONG):
        await asker.pushed.wait()
    return asker.last()


async def test_first_question_is_confirmed_and_then_answered_in_that_page(
    opened: tuple[SuggestionPanels, Suggestions],
) -> None:
    (panels, service), asker = opened, Asker(AKI)
    await panels.answer(asker, ASKED)
    assert asker.ways == ["beside"]
    assert not service.questions, "nothing is asked before the confirmation"
    assert "with help" in asker.last()
    (sure,) = actions(asker.shown[-1][1])
    assert isinstance(sure, AskHard)
    await panels.answer(asker, sure)
    service.end(answered=True)
    assert "would choose" in await pushed(asker)
    assert asker.ways == ["beside", "here", "push"]


@pytest.mark.parametrize("table", [replace(TABLE, helped=True), replace(TABLE, origin=Origin(1, 2))])
async def test_game_that_counts_for_nobody_needs_no_confirmation(
    opened: tuple[SuggestionPanels, Suggestions], table: Table
) -> None:
    (panels, service), asker = opened, Asker(AKI)
    service.table = table
    await panels.answer(asker, ASKED)
    service.end(answered=True)
    assert "would choose" in await pushed(asker)
    assert asker.ways == ["beside", "push"]


async def test_reason_is_told_in_place_of_an_answer(opened: tuple[SuggestionPanels, Suggestions]) -> None:
    (panels, service), asker = opened, Asker(AKI)
    await panels.answer(asker, replace(ASKED, sure=True))
    service.end(answered=False)
    assert str(GAME_WENT_ON()) in await pushed(asker)


async def test_only_the_latest_page_is_edited(opened: tuple[SuggestionPanels, Suggestions]) -> None:
    (panels, service), first, second = opened, Asker(AKI), Asker(AKI)
    for asker in (first, second):
        await panels.answer(asker, replace(ASKED, sure=True))
    service.end(answered=True)
    await pushed(second)
    assert first.ways == ["here"]


async def test_refused_question_shows_no_page(opened: tuple[SuggestionPanels, Suggestions]) -> None:
    (panels, service), asker = opened, Asker(AKI)
    service.refusal = Refusal(NO_SUGGESTION())
    for sure in (False, True):
        with refused("no-suggestion"):
            await panels.answer(asker, replace(ASKED, sure=sure))
    assert asker.shown == []


async def test_close_ends_the_edits(opened: tuple[SuggestionPanels, Suggestions]) -> None:
    (panels, service), asker = opened, Asker(AKI)
    await panels.answer(asker, replace(ASKED, sure=True))
    await panels.close()
    service.end(answered=True)
    for _ in range(5):
        await asyncio.sleep(0)
    assert asker.ways == ["here"]

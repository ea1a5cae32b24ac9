"""Pages of reviews in progress: edited now and then, but only the page that its user opened last."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from functools import cache
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pytest

from engine import record
from engine.players import ThinkingBudget
from engine.review import Review, Reviewer, review
from host.learning.reviews import ReviewInProgress
from host.refusals import REVIEW_FAILED
from host.tables.table import Table
from show.actions.review_actions import ShowCost
from show.discord_port import Done, Gone, Later, Outcome
from show.panels.review_panels import EDIT_SECONDS, ReviewPanels
from show.text.emojis import EmojiSet
from show.text.page import Page
from tests.show.basics import AKI, BEN, SAIZEN
from tests.show.page_content import actions
from tests.show.tables import a_table, game_at, play_out
from tests.tables import LONG, refused

TABLE = play_out(a_table(SAIZEN, 3, people=2), Random(5))
FEW = ThinkingBudget(playouts=8)


@cache
def the_review() -> Review:
    """Return a review of the table's game."""
    return review(record.read(record.write(game_at(TABLE))), 0, Reviewer(FEW, None))


@dataclass(eq=False)
class InProgress(ReviewInProgress):
    """A review in progress; each `wait` lasts until the test sets `go`."""

    waits: list[float] = field(default_factory=list)
    go: asyncio.Event = field(default_factory=asyncio.Event)

    async def wait(self, seconds: float) -> None:
        self.waits.append(seconds)
        await self.go.wait()
        self.go.clear()


class Asker:
    """A user's click, and the pages that the user was shown."""

    def __init__(self, user_id: int = AKI) -> None:
        self.user_id = user_id
        self.locale = "en-GB"
        self.channel_id = self.newest = self.panel_id = self.deleted_id = 0
        self.shown: list[tuple[str, Page]] = []
        self.outcome: Outcome = Done()
        self.pushed = asyncio.Event()

    async def answer(self, page: Page) -> None:
        self.shown.append(("here", page))

    async def answer_beside(self, page: Page) -> None:
        self.shown.append(("beside", page))

    async def push(self, page: Page) -> Outcome:
        self.shown.append(("push", page))
        self.pushed.set()
        return self.outcome

    async def answer_below(self, page: Page) -> None:
        raise AssertionError("a review replaces no message")

    async def push_below(self, page: Page) -> Outcome:
        raise AssertionError("a review replaces no message")

    async def delete_panel(self) -> None:
        raise AssertionError("a review is not deleted")

    @property
    def ways(self) -> list[str]:
        return [way for way, _ in self.shown]

    def last(self) -> str:
        return self.shown[-1][1].text


class Reviews:
    """A stand-in for the service of reviews; `found` has each user's review, finished or in progress."""

    def __init__(self) -> None:
        self.found: dict[int, Review | ReviewInProgress] = {}

    async def of(self, _table_id: int, user_id: int) -> Review | ReviewInProgress:
        return self.found[user_id]

    async def stored(self, _table_id: int, user_id: int) -> tuple[Table, Any, Review]:
        return TABLE, TABLE.game, cast("Review", self.found[user_id])


@pytest.fixture
async def reviews() -> AsyncIterator[tuple[ReviewPanels, Reviews]]:
    service = Reviews()

    async def ended_game(_table_id: int) -> tuple[Table, Any]:
        return TABLE, TABLE.game

    tables = SimpleNamespace(ended_game=ended_game)
    panels = ReviewPanels(cast("Any", SimpleNamespace(reviews=service, tables=tables)), EmojiSet())
    yield panels, service
    await panels.close()


def in_progress(user_id: int = AKI) -> InProgress:
    return InProgress(TABLE, user_id, 0, range(38), begun=True)


async def waiting(now: InProgress) -> None:
    """Wait until the page's task is in its next `wait`."""
    async with asyncio.timeout(LONG):
        while not now.waits or now.go.is_set():
            await asyncio.sleep(0)


async def step(now: InProgress, asker: Asker) -> None:
    """Let the page's task go on from its present wait, and return when the task has edited the page."""
    await waiting(now)
    asker.pushed.clear()
    now.go.set()
    async with asyncio.timeout(LONG):
        await asker.pushed.wait()


async def no_edit(now: InProgress, asker: Asker) -> None:
    """Let the page's task go on to its next wait, and check that the task has not edited the page."""
    await waiting(now)
    before, waits = len(asker.shown), len(now.waits)
    now.go.set()
    async with asyncio.timeout(LONG):
        while len(now.waits) == waits:
            await asyncio.sleep(0)
    assert len(asker.shown) == before


async def test_stored_review_is_shown_at_once(reviews: tuple[ReviewPanels, Reviews]) -> None:
    panels, service = reviews
    service.found[AKI] = the_review()
    for here, way in ((False, "beside"), (True, "here")):
        asker = Asker()
        await panels.answer(asker, 1, here=here)
        assert asker.ways == [way]
        assert "average; luck alone" in asker.last()
    assert not len(panels._followed)


async def test_progress_is_pushed_now_and_then_and_then_the_review(reviews: tuple[ReviewPanels, Reviews]) -> None:
    panels, service = reviews
    now, asker = in_progress(), Asker()
    service.found[AKI] = now
    await panels.answer(asker, 1, here=False)
    assert "0 of 38" in asker.last()
    now.valued = 14
    await step(now, asker)
    assert "14 of 38" in asker.last()
    await no_edit(now, asker)
    now.valued = 20
    await step(now, asker)
    now.review = the_review()
    now.ended.set()
    await step(now, asker)
    assert "average; luck alone" in asker.last()
    assert asker.ways == ["beside", "push", "push", "push"]
    assert set(now.waits) == {EDIT_SECONDS}
    await asyncio.wait([*panels._followed._tasks.values()] or [asyncio.ensure_future(asyncio.sleep(0))])
    assert not len(panels._followed)


async def test_failure_is_pushed(reviews: tuple[ReviewPanels, Reviews]) -> None:
    panels, service = reviews
    now, asker = in_progress(), Asker()
    service.found[AKI] = now
    await panels.answer(asker, 1, here=False)
    await waiting(now)
    now.ended.set()
    await step(now, asker)
    assert str(REVIEW_FAILED()) in asker.last()


async def test_second_click_takes_the_progress_over(reviews: tuple[ReviewPanels, Reviews]) -> None:
    panels, service = reviews
    now, first, second = in_progress(), Asker(), Asker()
    service.found[AKI] = now
    await panels.answer(first, 1, here=False)
    await panels.answer(second, 1, here=True)
    now.valued = 5
    await step(now, second)
    now.review = the_review()
    now.ended.set()
    await step(now, second)
    assert first.ways == ["beside"], "one page tells of the end, not two"
    assert second.ways == ["here", "push", "push"]


async def test_pages_of_several_people_do_not_disturb_each_other(reviews: tuple[ReviewPanels, Reviews]) -> None:
    panels, service = reviews
    askers, work = [Asker(AKI), Asker(BEN)], [in_progress(AKI), in_progress(BEN)]
    service.found = {one.user_id: one for one in work}
    for asker in askers:
        await panels.answer(asker, 1, here=False)
    for asker, now in zip(askers, work, strict=True):
        now.valued = 7
        await step(now, asker)
    assert [asker.ways for asker in askers] == [["beside", "push"]] * 2


@pytest.mark.parametrize(("outcome", "goes_on"), [(Later(), True), (Gone(), False)])
async def test_page_that_is_gone_is_edited_no_more(
    reviews: tuple[ReviewPanels, Reviews], outcome: Outcome, *, goes_on: bool
) -> None:
    panels, service = reviews
    now, asker = in_progress(), Asker()
    asker.outcome = outcome
    service.found[AKI] = now
    await panels.answer(asker, 1, here=False)
    (task,) = panels._followed._tasks.values()
    now.valued = 5
    await step(now, asker)
    for _ in range(5):
        await asyncio.sleep(0)
    assert task.done() is not goes_on


async def test_close_ends_the_edits(reviews: tuple[ReviewPanels, Reviews]) -> None:
    panels, service = reviews
    now, asker = in_progress(), Asker()
    service.found[AKI] = now
    await panels.answer(asker, 1, here=False)
    await panels.close()
    now.review = the_review()
    now.ended.set()
    for _ in range(5):
        await asyncio.sleep(0)
    assert asker.ways == ["beside"]


async def test_decision_that_the_review_does_not_have_is_refused(reviews: tuple[ReviewPanels, Reviews]) -> None:
    panels, service = reviews
    decisions = [replace_loss(one) for one in the_review()["decisions"]]
    decisions[3] |= {"loss": 1.5, "flagged": True}
    service.found[AKI] = cast("Review", {**the_review(), "decisions": decisions})
    asker = Asker()
    await panels.answer_decision(asker, 1, "cost", 0)
    assert "1 of 1" in asker.last()
    assert ShowCost(1, 1) not in actions(asker.shown[-1][1])
    for place in (1, 2**63 - 1):
        with refused("old-review"):
            await panels.answer_decision(asker, 1, "cost", place)


def replace_loss(decision: Any) -> Any:
    """Return the decision as one that cost nothing."""
    return {**decision, "loss": 0.0, "flagged": False}

"""Private pages of reviews, which show the progress of the work and then the review.

A page can be edited for fifteen minutes after its user's click. No other message is sent: a person who wants the review
later, or after a restart of the bot, must ask again.
"""

from typing import Protocol

from host.learning.reviews import Review, ReviewInProgress
from host.refusals import OLD_REVIEW, REVIEW_FAILED, Refusal
from host.services import Services
from host.tables.table import Table
from locales import Translation
from show.discord_port import Asker, Done, Later
from show.pages.learning.review import (
    List,
    counting_page,
    decision_page,
    failed_page,
    progress_page,
    review_page,
)
from show.panels.followed_pages import FollowedPages
from show.text.emojis import EmojiSet
from show.text.page import Page
from show.text.seat_names import table_translation

EDIT_SECONDS = 3.0
"""Seconds between two edits that show the progress."""


class ReviewAsker(Asker, Protocol):
    """An asker who may get a new private page beside the clicked one."""

    async def answer_beside(self, page: Page) -> None:
        """Answer with a new private page, and leave the clicked one as it is."""


class ReviewPanels:
    """The pages of reviews. The progress of a review is shown only on the page that its user opened last."""

    def __init__(self, services: Services, emojis: EmojiSet) -> None:
        self._services = services
        self._emojis = emojis
        self._followed = FollowedPages()

    async def answer(self, asker: ReviewAsker, table_id: int, *, here: bool) -> None:
        """Answer with the asker's review or its progress, in the clicked page (`here`) or in a new one.

        Raises:
            Refusal: there is no review for the asker, or a limit is reached.
        """
        found = await self._services.reviews.of(table_id, asker.user_id)
        page = await self._page(asker, table_id, found)
        displayed = _state(found)
        await self._followed.stop(asker.user_id)
        await (asker.answer(page) if here else asker.answer_beside(page))
        if isinstance(found, ReviewInProgress):
            name = f"progress of the review of table {table_id}"
            self._followed.follow(asker.user_id, self._follow(asker, found, displayed), name)

    async def answer_decision(self, asker: Asker, table_id: int, which: List, place: int) -> None:
        """Answer with a decision of the asker's stored review: number `place`, from 0, of the list `which`.

        Raises:
            Refusal: there is no such review or decision.
        """
        table, game, review = await self._services.reviews.stored(table_id, asker.user_id)
        page = decision_page(table, game, review, which, place, self._tr(table, asker))
        if page is None:
            raise Refusal(OLD_REVIEW())
        await asker.answer(page)

    async def answer_counting(self, asker: Asker, table_id: int) -> None:
        """Answer with the page that explains how the asker's stored review counts.

        Raises:
            Refusal: there is no such review.
        """
        table, _, review = await self._services.reviews.stored(table_id, asker.user_id)
        await asker.answer(counting_page(table, review, self._tr(table, asker)))

    async def close(self) -> None:
        """Stop all edits."""
        await self._followed.close()

    async def _follow(self, asker: Asker, now: ReviewInProgress, displayed: object) -> None:
        """Edit a page until its review is made, or until it cannot be edited any more."""
        while not now.ended.is_set():
            await now.wait(EDIT_SECONDS)
            if not now.ended.is_set() and displayed != _state(now):
                displayed = _state(now)
                outcome = await asker.push(progress_page(now, self._tr(now.table, asker)))
                if not isinstance(outcome, Done | Later):
                    return
        if now.review is None:
            await asker.push(failed_page(now.table, REVIEW_FAILED(), self._tr(now.table, asker)))
        else:
            await asker.push(await self._page(asker, now.table.id, now.review))

    async def _page(self, asker: Asker, table_id: int, found: Review | ReviewInProgress) -> Page:
        if isinstance(found, ReviewInProgress):
            return progress_page(found, self._tr(found.table, asker))
        table, game = await self._services.tables.ended_game(table_id)
        return review_page(table, game, found, self._tr(table, asker))

    def _tr(self, table: Table, asker: Asker) -> Translation:
        return table_translation(table, asker.locale, self._emojis)


def _state(found: Review | ReviewInProgress) -> object:
    """Return the progress of a review as its page displays it; None for a finished review."""
    return (found.begun, found.done) if isinstance(found, ReviewInProgress) else None

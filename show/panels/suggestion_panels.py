"""Private pages of suggestions, which say what hard would play: a confirmation, a page to wait on, and the answer.

As with reviews, a page can be edited for fifteen minutes after its user's click. A person who wants the answer later,
or after a restart of the bot, must ask again.
"""

from host.learning.suggestions import Question
from host.services import Services
from show.actions.suggestion_actions import AskHard
from show.pages.learning.suggestion import answer_page, asking_page, sure_page, unanswered_page
from show.panels.followed_pages import FollowedPages
from show.panels.review_panels import ReviewAsker
from show.text.emojis import EmojiSet
from show.text.page import Page
from show.text.seat_names import table_translation


class SuggestionPanels:
    """The pages of suggestions. An answer that is ready is shown only on the page that its user opened last."""

    def __init__(self, services: Services, emojis: EmojiSet) -> None:
        self._services = services
        self._emojis = emojis
        self._followed = FollowedPages()

    async def answer(self, asker: ReviewAsker, action: AskHard) -> None:
        """Answer a question on a new page, which asks for a confirmation first if one is needed.

        If `action.sure`, the click was on the confirmation, and the answer replaces it.

        Raises:
            Refusal: the asker may not ask that, or a limit is reached.
        """
        suggestions = self._services.suggestions
        table = await suggestions.check(action.table, asker.user_id, action.decision)
        if not (action.sure or table.helped or table.origin):
            await asker.answer_beside(sure_page(table, action, table_translation(table, asker.locale, self._emojis)))
            return
        now = await suggestions.ask(action.table, asker.user_id, action.decision)
        await self._followed.stop(asker.user_id)
        page = self._page(asker, now)
        await (asker.answer(page) if action.sure else asker.answer_beside(page))
        self._followed.follow(asker.user_id, self._follow(asker, now), f"answer at table {action.table}")

    async def close(self) -> None:
        """Stop all edits."""
        await self._followed.close()

    async def _follow(self, asker: ReviewAsker, now: Question) -> None:
        await now.ended.wait()
        await asker.push(self._page(asker, now))

    def _page(self, asker: ReviewAsker, now: Question) -> Page:
        """Build the page of a question, with the position at which it was asked."""
        tr = table_translation(now.table, asker.locale, self._emojis)
        if now.suggestion is not None:
            return answer_page(now, now.suggestion, tr)
        return asking_page(now, tr) if now.reason is None else unanswered_page(now, now.reason, tr)

"""Finds out what has become of a post that may have been sent: the bot was killed at that, or the answer was lost.

Sent once more with its nonce it is the message that stands, if there is one; but Discord knows a nonce for some minutes
only. After that the message is looked for: one of the bot's own in that channel, from the minutes in which it was
tried, that is no other post's. So nothing stands that nobody knows of, and nobody is called twice.
"""

from __future__ import annotations

import asyncio
from typing import Final

from host.services import Services
from host.tables.message_records import Post, intended_at
from show.desired import TURN, person_called
from show.discord_port import Done, Forbidden, Gone, Later, Outcome, Port
from show.text.page import Page

REMEMBERED: Final = 120.0
"""For so many seconds a nonce is relied on: fewer than the "past few minutes" of Discord's documentation."""
ARRIVING: Final = 30.0
"""So many seconds after that a last try may still take effect, which was given up after ten."""
SKEW: Final = 60.0
"""By so many seconds this computer's clock and Discord's may differ."""


class LostPostSearch:
    """Over what stands on Discord, and the way there."""

    def __init__(self, services: Services, port: Port) -> None:
        self._records = services.message_records
        self._now = services.now
        self._port = port
        self._choosing = asyncio.Lock()

    def wait(self, post: Post) -> float:
        """For how many seconds nothing can be known of a post: too old to be sent again, too young to be looked for."""
        age = self._age(post)
        return REMEMBERED + ARRIVING - age if REMEMBERED <= age < REMEMBERED + ARRIVING else 0.0

    async def sent(self, post: Post, shown: Page) -> Outcome:
        """Find a post's message, or send it now where it may not have been sent; to be called when there is no `wait`.

        Where the bot may not read what stands in a channel it is sent again, however old it is.

        Returns:
            Done: the message stands. Gone, of a message: nothing stands, nor will.
        """
        if self._age(post) >= REMEMBERED:
            found = await self._found(post, shown)
            if found != Forbidden():
                return found
        return await self._port.send(post.channel_id, shown, post.nonce)

    async def _found(self, post: Post, shown: Page) -> Outcome:
        """The message of an old post, which is noted; `shown` is what else than it may have been sent in its place."""
        begun = self._now() - self._age(post)
        own = await self._port.own(post.channel_id, begun - SKEW, begun + REMEMBERED + ARRIVING + SKEW)
        if not isinstance(own, list):
            return own if isinstance(own, Later | Gone) else Forbidden()
        async with self._choosing:  # or two posts would choose the same message
            others = await self._records.matching(
                post.channel_id, [one.id for one in own]
            )  # noted before they were sent
            known = {one.message_id for one in others}
            calls = (person_called(post.slot),) if post.slot.startswith(TURN) else ()
            fitting = [one for one in own if one.id not in known and one.calls in {calls, shown.notify}]
            if not fitting:
                return Gone()
            if any(one.message_id is None and 0 <= self._age(one) < REMEMBERED + ARRIVING for one in others):
                return Later()  # it may be what another lane is sending now
            found = min(fitting, key=lambda one: one.calls != calls)
            await self._records.confirm(post, post.channel_id, found.id)
            return Done(found.id)

    def _age(self, post: Post) -> float:
        """How many seconds ago a post was going to be sent; below 0: nobody knows, as after a clock was put back."""
        moment = intended_at(post)
        return -1.0 if moment is None else self._now() - moment

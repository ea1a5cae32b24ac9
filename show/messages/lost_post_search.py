"""Search for a post that may have been sent: the bot was killed while sending, or Discord's answer was lost.

Sending again with the same nonce returns the existing message, but Discord remembers a nonce only for some minutes.
After that, the search looks at the messages that the bot sent to the channel at about the time of the post, except
messages that other records name. So no message is left unrecorded, and nobody is mentioned twice.

A found message that shows the wrong page is edited later. But messages with commitments of days or of a league night
prove something, so a search for another post does not choose them, even if no record names them.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import Final, TypeAlias

from host.daily.commitments import SLOT as COMMITMENTS
from host.services import Services
from host.tables.message_records import Post, intended_at
from show.actions.daily_actions import ListComingDays
from show.actions.night_actions import CheckNight
from show.desired import TURN, person_called
from show.discord_port import Done, Forbidden, Gone, Later, Outcome, Port, Purpose
from show.text.page import Page

REMEMBERED: Final = 120.0
"""Seconds for which Discord surely remembers a nonce; its documentation says "past few minutes"."""
ARRIVING: Final = 30.0
"""Seconds after the end of `REMEMBERED` in which an earlier request may still take effect. A request times out after
ten seconds.
"""
SKEW: Final = 60.0
"""The largest assumed difference between the clocks of this computer and Discord, in seconds."""


Confirm: TypeAlias = Callable[[int], Awaitable[object]]
"""Function that records the id of a found message."""


def purpose_of(custom_ids: Iterable[str]) -> Purpose:
    """Return what a message is for whose components have these custom ids."""
    verbs = {one.partition(":")[0] for one in custom_ids}
    return "days" if ListComingDays.verb in verbs else "night" if CheckNight.verb in verbs else ""


class LostPostSearch:
    """Search for the messages of interrupted posts."""

    def __init__(self, services: Services, port: Port) -> None:
        self._records = services.message_records
        self._now = services.now
        self._port = port
        self._choosing = asyncio.Lock()

    def wait(self, post: Post) -> float:
        """Return the seconds until a post can be searched for; 0 if it can be searched for, or sent again, now.

        A post waits while it is too old to be sent again and too recent to be searched for.
        """
        age = self._age(post)
        return REMEMBERED + ARRIVING - age if REMEMBERED <= age < REMEMBERED + ARRIVING else 0.0

    async def find_or_send(self, post: Post, page: Page, confirm: Confirm | None = None) -> Outcome:
        """Send a recent post again with its nonce, or find the message of an old post. Call this when `wait` returns 0.

        If the bot may not read the channel's history, the post is sent again, whatever its age. `confirm` records the
        id of a found message; without `confirm`, the id is recorded in the table's message records.

        Returns:
            `Done`: the message exists. `Gone` with `channel` False: the message was not sent and will not appear later.
        """
        if self._age(post) >= REMEMBERED:
            found = await self._find(post, page, confirm)
            if found != Forbidden():
                return found
        return await self._port.send(post.channel_id, page, post.nonce)

    async def _find(self, post: Post, page: Page, confirm: Confirm | None) -> Outcome:
        """Find and record the message of an old post.

        The message must mention the same people as the post's slot or as `page`.
        """
        begun = self._now() - self._age(post)
        own = await self._port.own(post.channel_id, begun - SKEW, begun + REMEMBERED + ARRIVING + SKEW)
        if not isinstance(own, list):
            return own if isinstance(own, Later | Gone) else Forbidden()
        async with self._choosing:  # two posts must not choose the same message
            # Records are written before their messages, so a record without an id may belong to any of these messages.
            others = await self._records.matching(post.channel_id, [one.id for one in own])
            known = {one.message_id for one in others}
            calls = (person_called(post.slot),) if post.slot.startswith(TURN) else ()
            purpose = "days" if post.slot == COMMITMENTS else ""
            unknown = [one for one in own if one.id not in known and one.purpose == purpose]
            fitting = [one for one in unknown if one.calls in {calls, page.notify}]
            if not fitting:
                return Gone()
            if any(one.message_id is None and 0 <= self._age(one) < REMEMBERED + ARRIVING for one in others):
                return Later()  # the message may be that of a post which another queue is sending now
            found = min(fitting, key=lambda one: one.calls != calls)
            if confirm is not None:
                await confirm(found.id)
            else:
                await self._records.confirm(post, post.channel_id, found.id)
            return Done(found.id)

    def _age(self, post: Post) -> float:
        """Return the age of a post in seconds; below 0 if unknown, for instance after the clock was set back."""
        moment = intended_at(post)
        return -1.0 if moment is None else self._now() - moment

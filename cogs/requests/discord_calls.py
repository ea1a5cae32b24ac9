"""Waits for calls to Discord without ever cancelling one.

The library cannot bear a request that is cancelled while it waits out a rate limit: its gate for global limits stays
shut, and from then on every call but the answers to interactions waits for ever (`discord/http.py`,
`HTTPClient.request`). So each call runs in a task of its own, and whoever has waited long enough goes on without it. A
call that nobody waits for any more is not sent, or sent again, by the library: see `current` and
`cogs.requests.http_trace`.
"""

import asyncio
import contextvars
import logging
import math
from collections.abc import Awaitable
from dataclasses import dataclass
from typing import Final, TypeVar

import aiohttp
import discord

log = logging.getLogger(__name__)

T = TypeVar("T")

CALL_SECONDS = 10.0
"""Time for a call, the library's own waiting for rate limits included; what takes longer is made again later."""
ANSWER_SECONDS = 15.0
"""The same for an answer to somebody, whom Discord tells after three seconds that none has come."""
UNREACHABLE = (discord.DiscordException, aiohttp.ClientError, OSError, TimeoutError)
"""Errors of a call because of Discord or the way there."""
UNREADABLE = (AttributeError, LookupError, TypeError, ValueError)
"""Errors of the library where an answer has not the form that it expects, such as a proxy's page."""
OLD_EDITS: Final = 30046
"""The code of a 429 that says: this message is more than an hour old, and was edited too often."""


class GivenUpError(TimeoutError):
    """Raised instead of sending a request that nobody waits for any more."""


class PausedError(discord.DiscordException):
    """Raised instead of sending a request while Discord must be left alone.

    Attributes:
        seconds: how long at least.
    """

    def __init__(self, seconds: float) -> None:
        super().__init__(f"Discord is left alone for {seconds:.1f} seconds.")
        self.seconds = seconds


class OldEditsError(discord.RateLimited):
    """Raised where the library reports a long 429 whose code is `OLD_EDITS`, which it drops."""


@dataclass(eq=False, slots=True)
class Call:
    """A call under way, as its requests see it.

    Attributes:
        urgent: whether a person waits for it: it waits for no limit of ours.
        given_up: whether nobody waits for it any more.
        code: the code of the last 429; 0: there was none.
    """

    urgent: bool
    given_up: bool = False
    code: int = 0


_current: contextvars.ContextVar[Call | None] = contextvars.ContextVar("call", default=None)
_under_way: set["asyncio.Task[object]"] = set()
"""Kept here, as a loop keeps only weak references to its tasks."""


def limit_exchanges(client: discord.Client) -> None:
    """Let one request and its answer take no longer than `CALL_SECONDS` on the wire, for a client that is logged in.

    A call that hangs thus comes to its end by itself: the library lets only one request of an interaction go at a time.
    """
    session: aiohttp.ClientSession = client.http._HTTPClient__session  # type: ignore[attr-defined]  # noqa: SLF001
    session._timeout = aiohttp.ClientTimeout(total=CALL_SECONDS)  # noqa: SLF001  the library takes no other way


def current() -> Call | None:
    """The call of which the running task makes the requests; None: the library makes them by itself."""
    return _current.get()


async def finished(call: Awaitable[T], seconds: float | None = None, *, urgent: bool = False) -> T:
    """Wait for a call to Discord; nothing cancels it, neither the time that is up nor the end of whoever waits.

    Args:
        call: what the library is asked for.
        seconds: how long it is waited for; None: `CALL_SECONDS`; `math.inf`: as long as the library takes.
        urgent: whether a person waits for it.

    Returns:
        What the call returns.

    Raises:
        TimeoutError: the time is up. The call may still take effect where its request has been sent already.
        OldEditsError: a message is too old to be edited so often.
        Exception: whatever else the call raises.
    """
    about, seconds = Call(urgent), CALL_SECONDS if seconds is None else seconds
    context = contextvars.copy_context()
    context.run(_current.set, about)
    task = asyncio.create_task(_made(call), name="a call to Discord", context=context)
    _under_way.add(task)
    task.add_done_callback(_under_way.discard)
    try:
        await asyncio.wait([task], timeout=None if math.isinf(seconds) else seconds)
        if task.done():
            return task.result()
    except discord.RateLimited as error:
        if about.code == OLD_EDITS:
            raise OldEditsError(error.retry_after) from error
        raise
    except asyncio.CancelledError:
        _give_up(task, about)
        raise
    _give_up(task, about)
    raise TimeoutError(f"no answer within {seconds} seconds")


async def _made(call: Awaitable[T]) -> T:
    return await call


def _give_up(task: "asyncio.Task[T]", about: Call) -> None:
    about.given_up = True
    task.add_done_callback(_note_late)


def _note_late(task: "asyncio.Task[T]") -> None:
    """Tell the log what has become of a call that was given up."""
    if task.cancelled():  # with the whole process
        return
    error = task.exception()
    if error is None:
        log.info("a call that was given up has taken effect after all")
    else:
        log.info("a call that was given up has failed: %r", error)

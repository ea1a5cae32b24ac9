"""What showing needs of Discord. `cogs.requests.discord_adapter` is the real one; tests have one without a network.

No method raises because of Discord: what came of a call is its outcome.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

from show.text.page import Page


@dataclass(frozen=True, slots=True)
class Done:
    """It is so. `id` is the message or thread that was made or changed."""

    id: int = 0


@dataclass(frozen=True, slots=True)
class Gone:
    """There is no such message, or with `channel` no such channel or thread."""

    channel: bool = False


@dataclass(frozen=True, slots=True)
class StaleToken:
    """The message stands, but has been edited too often: only a fresh one can show anything else."""


@dataclass(frozen=True, slots=True)
class Forbidden:
    """The bot may not do that there."""


@dataclass(frozen=True, slots=True)
class Refused:
    """Discord will never do it as it was asked for: only another page, or a change there, may help."""


@dataclass(frozen=True, slots=True)
class Later:
    """Not now: Discord failed, did not answer in time, or asks to wait so many seconds at least."""

    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Own:
    """A message of the bot's own that stands, and whom it calls: see `Page.notify`."""

    id: int
    calls: tuple[int, ...]


Minutes: TypeAlias = Literal[60, 1440, 4320, 10_080]
"""The times after which Discord archives a thread."""
Outcome: TypeAlias = Done | Gone | StaleToken | Forbidden | Refused | Later


class Port(Protocol):
    """Sending, editing and deleting the bot's public messages."""

    def on_server(self, guild_id: int) -> bool:
        """Whether the bot is on that server now."""

    def locale(self, guild_id: int) -> str:
        """The language of a server's public messages, as Discord names it."""

    def reconsider(self, guild_id: int | None) -> None:
        """Take nothing for forbidden any more on a server (None: on all): something may have changed there."""

    async def send(self, channel_id: int, page: Page, nonce: str) -> Outcome:
        """Post a message, with its picture where that may be sent.

        With a nonce that was used a moment ago, the message of then is the outcome.
        """

    async def edit(self, channel_id: int, message_id: int, page: Page) -> Outcome:
        """Let a message show something else."""

    async def delete(self, channel_id: int, message_id: int) -> Outcome:
        """Take a message away."""

    async def own(self, channel_id: int, since: float, until: float) -> list[Own] | Outcome:
        """What the bot has posted there between two times, in unix seconds, and stands, the oldest first.

        Answers to commands and clicks are left out. Forbidden where the bot may not read a channel's history.
        """

    async def open_thread(self, channel_id: int, message_id: int, name: str, minutes: Minutes) -> Outcome:
        """Open a message's thread, or find the one that it has; forbidden or refused where a channel takes none.

        It is archived after so many minutes without a message.
        """

    async def open_private_thread(
        self, channel_id: int, since: int, name: str, minutes: Minutes, people: Sequence[int]
    ) -> Outcome:
        """Open a thread that only these people see, or find the bot's of that name that is younger than a message.

        Forbidden or refused where the bot may open none, or may let nobody in. Whoever else cannot be let in is left
        out: they play by `/hand`.
        """

    async def archive_after(self, thread_id: int, minutes: Minutes) -> Outcome:
        """Let a thread be archived after so many minutes without a message from now on."""


class Asker(Protocol):
    """Somebody who clicked or typed a command, and what can be answered to them alone.

    Answering may fail with whatever the network raises; pushing has an outcome.
    """

    user_id: int
    locale: str
    """Their language, as Discord names it."""
    panel_id: int
    """The private message that they clicked in, or that the answer made; 0: there is none yet."""

    async def answer(self, page: Page) -> None:
        """Answer with a private page: in place where they clicked in one, else as a new message."""

    async def push(self, page: Page) -> Outcome:
        """Change what was answered: possible for fifteen minutes."""

"""The calls to Discord that presentation needs. `cogs.requests.discord_adapter` implements them; tests use a fake.

No method raises because of Discord: each returns an outcome.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

from host.place import Place
from show.text.page import Page


@dataclass(frozen=True, slots=True)
class Done:
    """The call succeeded. `id` is the message or thread that was created or changed."""

    id: int = 0


@dataclass(frozen=True, slots=True)
class Gone:
    """The message does not exist; with `channel`, its channel or thread does not exist."""

    channel: bool = False


@dataclass(frozen=True, slots=True)
class StaleToken:
    """The message exists, but cannot be edited any more, because it was edited too often. Post a new one instead."""


@dataclass(frozen=True, slots=True)
class Forbidden:
    """The bot lacks the permission."""


@dataclass(frozen=True, slots=True)
class OutOfReach(Forbidden):
    """The bot does not see the channel, or the person takes no direct messages from it."""


@dataclass(frozen=True, slots=True)
class Refused:
    """Discord rejects this request for good. Only another page, or a change on the server, may help."""


@dataclass(frozen=True, slots=True)
class Later:
    """A temporary failure: Discord failed, timed out, or asked to wait at least this many seconds."""

    seconds: float = 0.0


Purpose: TypeAlias = Literal["", "days", "night"]


@dataclass(frozen=True, slots=True)
class Own:
    """An existing message of the bot."""

    id: int
    calls: tuple[int, ...]
    """The users that it mentions: see `Page.notify`."""
    purpose: Purpose = ""
    """What it is for, as its buttons tell: commitments of days, or a league night; "" for all other messages."""


Minutes: TypeAlias = Literal[60, 1440, 4320, 10_080]
"""The inactivity times after which Discord can archive a thread."""
Sight: TypeAlias = Literal["seen", "hidden", "gone", "unknown"]
"""What the bot knows of a channel: it sees the channel, or is not allowed to, or the channel was deleted."""
Outcome: TypeAlias = Done | Gone | StaleToken | Forbidden | Refused | Later


class Port(Protocol):
    """The interface for sending, editing and deleting the bot's public messages."""

    def is_in(self, place: Place) -> bool:
        """Return whether the bot can write in a place: in direct messages, or as a member of the server."""

    async def sight(self, channel_id: int, *, ask: bool) -> Sight:
        """Return whether the bot sees a channel or thread.

        If it is not in the cache, as an archived thread is not, ask Discord, or without `ask` return "unknown".
        """

    def locale(self, place: Place) -> str:
        """Return the locale of a place's public messages, as Discord names it."""

    def server_name(self, place: Place) -> str:
        """Return the name of a server, as Discord tells it; "" if it is unknown."""

    def reconsider(self, place: Place | None) -> None:
        """Forget what was forbidden in a place (None: in all places), because permissions may have changed."""

    async def send(self, channel_id: int, page: Page, nonce: str) -> Outcome:
        """Post a message, with its pictures and text files if attachments are allowed.

        If a message with this nonce was posted a moment ago, the outcome names that message, and none is posted.
        """

    async def edit(self, channel_id: int, message_id: int, page: Page) -> Outcome:
        """Edit a message to show another page."""

    async def delete(self, channel_id: int, message_id: int) -> Outcome:
        """Delete a message."""

    async def delete_event(self, guild_id: int, event_id: int) -> Outcome:
        """Delete a scheduled event of a server."""

    async def delete_event_with(self, guild_id: int, link: str) -> Outcome:
        """Delete the bot's scheduled event whose description ends with a link, if the server has such an event."""

    async def own(self, channel_id: int, since: float, until: float) -> list[Own] | Outcome:
        """Return the bot's existing messages in a channel between two unix times in seconds, oldest first.

        Answers to commands and clicks are left out. Return Forbidden if the bot may not read the channel's history.
        """

    async def open_thread(self, channel_id: int, message_id: int, name: str, minutes: Minutes) -> Outcome:
        """Open the thread of a message, or return its existing thread.

        Return Forbidden or Refused if the channel allows no threads. Discord archives the thread after `minutes`
        without a message.
        """

    async def open_private_thread(
        self, channel_id: int, since: int, name: str, minutes: Minutes, people: Sequence[int]
    ) -> Outcome:
        """Open a private thread with these people.

        If the bot has already opened a thread of that name after the message `since`, return that thread. Return
        Forbidden or Refused if the bot cannot open the thread, or can add none of the people. If only some people
        cannot be added, they are left out, and can play with `/hand`.
        """

    async def archive_after(self, thread_id: int, minutes: Minutes) -> Outcome:
        """Set the number of minutes without a message after which a thread is archived."""


class Asker(Protocol):
    """A user who clicked or typed a command, and the way to answer them privately.

    `answer` and `answer_below` may raise network errors; `push` and `push_below` return an outcome instead.
    """

    user_id: int
    locale: str
    """The user's locale, as Discord names it."""
    channel_id: int
    newest: int
    """The channel's newest public message at the time of the click; 0 if it is unknown."""
    panel_id: int
    """The private message that was clicked or that the answer created; 0 before there is one."""
    deleted_id: int
    """The deleted private message that the present one has replaced; 0 if there is none."""

    async def answer(self, page: Page) -> None:
        """Answer with a private page: edit the clicked private message, else send a new one."""

    async def answer_below(self, page: Page) -> None:
        """Answer a click on a private message with a new message below all others, and delete the clicked message.

        If the new message cannot be sent, the clicked message is edited.
        """

    async def push(self, page: Page) -> Outcome:
        """Edit the private answer, which Discord allows for fifteen minutes."""

    async def push_below(self, page: Page) -> Outcome:
        """Send the private answer anew below all messages and delete the old one; if that fails, edit the old one."""

    async def delete_panel(self) -> None:
        """Delete the private answer, which Discord allows for fifteen minutes; a failure is ignored."""


class MessageAsker(Asker, Protocol):
    """An asker in direct messages, where the hand is an ordinary message of the bot instead of a private answer."""

    message_id: int
    """The id of the clicked message; 0 if no message was clicked."""
    discord_locale: str
    """The locale that Discord names for the user, even if the user has set another language in the bot."""

    async def repaint(self, page: Page) -> None:
        """Answer by editing the clicked message."""

    async def acknowledge(self) -> None:
        """Acknowledge a click or command that another message answers.

        This shows nothing, or a placeholder that `withdraw` deletes.
        """

    async def withdraw(self) -> None:
        """Delete the placeholder of `acknowledge`, if there is one; a failure is ignored."""

"""A person on a local Discord, who sees messages, clicks, chooses and types."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import json
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import aiohttp

from tests.driver.view import BUTTON, SELECTS, Json, Predicate, find_component

if TYPE_CHECKING:
    from tests.driver import Driver

DM = 1
"""Discord's channel type of direct messages."""
PATIENCE = 120.0
"""Timeout in seconds that only a defect can exceed, even on a busy machine."""


class RefusedError(Exception):
    """An action that Discord's client does not allow; the text gives the reason."""


class UnansweredError(Exception):
    """An interaction that the bot did not acknowledge in time."""


@dataclasses.dataclass(frozen=True, slots=True)
class Answer:
    """The bot's answer to an interaction.

    Attributes:
        ok: whether it was acknowledged in time.
        callback_type: 4 a message, 5 or 6 deferred, 7 an update, 8 choices, 9 a modal.
        message: the message that was sent or edited.
        choices: the choices of an autocomplete.
        modal: the modal that was opened.
        error: the reason if not `ok`.
        elapsed_ms: milliseconds from sending the interaction to receiving the callback.
    """

    id: str
    ok: bool
    callback_type: int | None
    message: Json | None
    choices: list[Json] | None
    modal: Json | None
    error: str | None
    elapsed_ms: float | None

    @property
    def reply(self) -> Json:
        """The message, which must exist.

        Raises:
            AssertionError: the answer has no message.
        """
        if self.message is None:
            raise AssertionError(f"The answer has no message: {self}")
        return self.message


class Person:
    """A person with an open events socket.

    Attributes:
        id: the user's id.
        name: the display name.
        events: every event since the driver was opened, as (name, data).
    """

    def __init__(self, driver: Driver, user: Json) -> None:
        self.id: str = user["id"]
        self.name: str = user["global_name"]
        self.events: list[tuple[str, Json]] = []
        self._driver = driver
        self._socket: aiohttp.ClientWebSocketResponse | None = None
        self._reader: asyncio.Task[None] | None = None
        self._new_event = asyncio.Event()

    async def open(self, session: aiohttp.ClientSession, url: str) -> None:
        self._socket = await session.ws_connect(f"{url}/client/events?user={self.id}")
        self._reader = asyncio.create_task(self._read(self._socket))

    async def close(self) -> None:
        if self._socket is not None:
            await self._socket.close()
        if self._reader is not None:
            self._reader.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._reader

    async def _read(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        async for frame in socket:
            event = json.loads(frame.data)
            self.events.append((event["t"], event["d"]))
            news, self._new_event = self._new_event, asyncio.Event()
            news.set()

    # Seeing

    async def state(self, *, fresh: bool = False) -> Json:
        """Return everything that this person sees; `fresh` reloads the client, which loses ephemeral messages."""
        return await self._driver.get("/client/state", user=self.id, **({"fresh": "1"} if fresh else {}))

    async def messages(self, channel: str) -> list[Json]:
        """Return a channel's messages, oldest first, by the channel's id or name."""
        return await self._driver.get_list("/client/messages", user=self.id, channel_id=channel)

    async def latest(self, channel: str) -> Json:
        """Return the newest message in a channel.

        Raises:
            LookupError: the channel is empty.
        """
        found = await self.messages(channel)
        if not found:
            raise LookupError(f"{self.name} sees no message in {channel}.")
        return found[-1]

    async def refreshed(self, message: Json) -> Json:
        """Return the current version of a message.

        Raises:
            LookupError: the message is gone.
        """
        for one in await self.messages(message["channel_id"]):
            if one["id"] == message["id"]:
                return one
        raise LookupError(f"{self.name} no longer sees message {message['id']}.")

    async def wait_for(
        self,
        predicate: Predicate,
        within: float = PATIENCE,
        *,
        channel: str | None = None,
        what: str = "such a message",
    ) -> Json:
        """Return the first fitting message among all that this person sees now or later.

        Args:
            predicate: tests every existing message (newest first), then each new or edited message.
            within: seconds.
            channel: limits the search to the channel of this id.
            what: the name of the wanted message in the text of the error.

        Raises:
            TimeoutError: there was none in time.
        """
        start = len(self.events)
        for messages in (await self.state())["messages"].values():
            for message in reversed(messages):
                if channel in {None, message["channel_id"]} and predicate(message):
                    return dict(message)

        def fits(name: str, data: Json) -> bool:
            if name not in {"MESSAGE_CREATE", "MESSAGE_UPDATE"}:
                return False
            return channel in {None, data["channel_id"]} and predicate(data)

        return await self._event_from(start, fits, within, what)

    async def wait_for_event(
        self, name: str, predicate: Predicate = lambda _: True, within: float = PATIENCE, *, since: int | None = None
    ) -> Json:
        """Return the data of the first event with this name that `predicate` accepts, and wait for it if necessary.

        Search `events` from index `since` on; without `since`, only events that are still to come count.

        Raises:
            TimeoutError: there was none in time.
        """
        start = len(self.events) if since is None else since
        return await self._event_from(start, lambda event, data: event == name and predicate(data), within, name)

    async def wait_for_events_after(self, since: int) -> None:
        """Wait until there are more than `since` events."""
        while len(self.events) <= since:
            await self._new_event.wait()

    async def _event_from(self, start: int, fits: Callable[[str, Json], bool], within: float, what: str) -> Json:
        position = start
        try:
            async with asyncio.timeout(within):
                while True:
                    await self.wait_for_events_after(position)
                    name, data = self.events[position]
                    position += 1
                    if fits(name, data):
                        return data
        except TimeoutError:
            raise TimeoutError(f"{self.name} waited {within} s for {what} in vain.") from None

    async def private_channel(self) -> str:
        """Return the id of this person's direct messages with the bot."""
        return str(next(one["id"] for one in (await self.state())["channels"] if one["type"] == DM))

    # Acting

    async def install(self, *, installed: bool = True) -> None:
        """Add the bot to this person's account, or remove it.

        Raises:
            RefusedError: the bot cannot be added to an account.
        """
        await self._driver.post("/client/install", {"user": self.id, "installed": installed})

    async def command(self, channel: str, command: str, *, check: bool = True, **options: object) -> Answer:
        """Use a slash command; "settings language" is the sub-command `language` of `settings`.

        Args:
            channel: id or name.
            command: the command's name, followed by sub-commands.
            check: whether to raise if the bot does not answer.
            options: values by option name; a trailing underscore is dropped (for Python's keywords).

        Raises:
            RefusedError: the client does not offer this command.
            UnansweredError: the bot did not answer in time.
        """
        name, nested = _nested(command, options)
        return await self._interact({"type": 2, "channel_id": channel, "name": name, "options": nested}, check=check)

    async def use_on(self, message: Json, command: str, *, check: bool = True) -> Answer:
        """Choose a command in a message's menu; raises as `command` does."""
        body = {"type": 2, "channel_id": message["channel_id"], "name": command, "target_id": message["id"]}
        return await self._interact(body, check=check)

    async def autocomplete(
        self, channel: str, command: str, focused: str, text: str = "", *, check: bool = True, **options: object
    ) -> Answer:
        """Type `text` into the option `focused`; the answer holds the choices that the bot offers."""
        name, nested = _nested(command, {**options, focused: text})
        body = {"type": 4, "channel_id": channel, "name": name, "options": nested, "focused": focused}
        return await self._interact(body, check=check)

    async def click(
        self,
        message: Json | None,
        *,
        label: str | None = None,
        custom_id: str | None = None,
        where: Predicate | None = None,
        check: bool = True,
    ) -> Answer:
        """Click the first fitting button of a message.

        Raises:
            LookupError: no button fits.
            RefusedError: the client does not allow the click, or allows it no longer.
            UnansweredError: the bot did not answer in time.
        """
        if message is None:
            raise LookupError("There is no message to click on.")
        button = find_component(message, label=label, custom_id=custom_id, where=where, kinds=(BUTTON,))
        return await self._use(message, button, {}, check=check)

    async def select(
        self,
        message: Json,
        values: Sequence[str],
        *,
        custom_id: str | None = None,
        where: Predicate | None = None,
        check: bool = True,
    ) -> Answer:
        """Choose values in the first fitting select menu; raises as `click` does."""
        menu = find_component(message, custom_id=custom_id, where=where, kinds=SELECTS)
        return await self._use(message, menu, {"values": list(values)}, check=check)

    async def _use(self, message: Json, component: Json, more: Json, *, check: bool) -> Answer:
        body = {"type": 3, "channel_id": message["channel_id"], "message_id": message["id"], **more}
        return await self._interact({**body, "custom_id": component["custom_id"]}, check=check)

    async def submit(self, modal: Json, values: Json, *, check: bool = True) -> Answer:
        """Fill in and send a modal that an answer has opened."""
        body = {"type": 5, "channel_id": modal["channel_id"], "custom_id": modal["custom_id"], "values": values}
        return await self._interact(body, check=check)

    async def _interact(self, body: Json, *, check: bool) -> Answer:
        result = await self._driver.post(
            f"/client/interactions?wait=1&deferred={self._driver.deferred}", {"user": self.id, **body}
        )
        answer = Answer(**result)
        if check and not answer.ok:
            raise UnansweredError(f"{self.name}: {answer.error}")
        return answer

    async def say(self, channel: str, content: str) -> Json:
        return await self._driver.post("/client/messages", {"user": self.id, "channel_id": channel, "content": content})

    async def delete(self, message: Json) -> None:
        """Delete a message, as its author or as a moderator."""
        await self._driver.post("/client/delete", {"user": self.id, "message_id": message["id"]})

    async def dismiss(self, message: Json) -> None:
        """Close an ephemeral message."""
        await self._driver.post("/client/dismiss", {"user": self.id, "message_id": message["id"]})


def _nested(command: str, options: Json) -> tuple[str, Json]:
    name, *subs = command.split()
    nested: Json = {key.removesuffix("_"): value for key, value in options.items()}
    for sub in reversed(subs):
        nested = {sub: nested}
    return name, nested

"""Drive the people of a local Discord from Python, for end-to-end tests.

    async with Driver(url) as world:
        aki = world.user("Aki")
        answer = await aki.command("card-room", "play", game="scharfe-schoten")
        await world.user("Ben").click(answer.message, label="Join")

Messages are Discord's own JSON objects. Waiting is driven by the events socket.
"""

import asyncio
from types import TracebackType
from typing import Any, Self, cast

import aiohttp

from tests.driver.control import Control
from tests.driver.person import PATIENCE, Answer, Person, RefusedError, UnansweredError
from tests.driver.view import (
    Json,
    buttons,
    components,
    find_component,
    is_ephemeral,
    is_thinking,
    labels,
    links,
    selects,
    texts,
)

__all__ = [
    "Answer",
    "Driver",
    "Json",
    "Person",
    "RefusedError",
    "UnansweredError",
    "buttons",
    "components",
    "find_component",
    "is_ephemeral",
    "is_thinking",
    "labels",
    "links",
    "selects",
    "texts",
]


class Driver:
    """A connection to a running local Discord.

    Args:
        url: its address, with or without a slash at the end.
        deferred: seconds to wait for the answer after a deferred acknowledgement.
        listening: whether people receive events; without events they can read messages, but not wait for them.

    Attributes:
        control: the control API.
    """

    session: aiohttp.ClientSession

    def __init__(self, url: str, *, deferred: float = 5.0, listening: bool = True) -> None:
        self.url = url.rstrip("/")
        self.deferred = deferred
        self._listening = listening
        self.control = Control(self)
        self._people: dict[str, Person] = {}

    async def __aenter__(self) -> Self:
        self.session = aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0))  # each person keeps a socket open
        try:
            for user in await self.get_list("/client/users"):
                await self._add_person(user)
        except BaseException:
            await self.close()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        for person in set(self._people.values()):
            await person.close()
        await self.session.close()

    async def newcomer(self, name: str) -> Person:
        """Let a new person join after the driver was opened; return the person."""
        await self.control.join(name)
        user = next(one for one in await self.get_list("/client/users") if one["global_name"] == name)
        return await self._add_person(user)

    async def _add_person(self, user: Json) -> Person:
        person = Person(self, user)
        if self._listening:
            await person.open(self.session, self.url)
        self._people[person.name.lower()] = self._people[person.id] = person
        return person

    def user(self, who: str) -> Person:
        """Return a person by name or id."""
        return self._people[who.lower()]

    async def wait_until_online(self, within: float = PATIENCE) -> None:
        """Wait until all shards of the bot are connected and its commands are registered.

        Raises:
            TimeoutError: this takes longer than `within` seconds.
        """
        person = next(iter(self._people.values()))
        async with asyncio.timeout(within):
            while True:
                start = len(person.events)
                state = await person.state()
                if state["bot"] and state["bot"]["online"] and state["commands"]:
                    return
                await person.wait_for_events_after(start)

    async def get(self, path: str, **query: str) -> Json:
        """GET an object.

        Raises:
            RefusedError: the server refuses; the text is the server's.
        """
        async with self.session.get(self.url + path, params=query) as response:
            return cast("Json", await _checked(response))

    async def get_list(self, path: str, **query: str) -> list[Json]:
        """GET a list; raises as `get` does."""
        async with self.session.get(self.url + path, params=query) as response:
            return cast("list[Json]", await _checked(response))

    async def post(self, path: str, body: Json) -> Json:
        """POST an object and GET one back; raises as `get` does."""
        async with self.session.post(self.url + path, json=body) as response:
            return cast("Json", await _checked(response))

    async def delete(self, path: str) -> None:
        async with self.session.delete(self.url + path) as response:
            await _checked(response)


async def _checked(response: aiohttp.ClientResponse) -> object:
    data: Any = await response.json(content_type=None)
    if response.status >= 400:
        raise RefusedError(data.get("error", str(data)))
    return data

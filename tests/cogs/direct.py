"""A person who plays alone in direct messages with a bot that runs without sockets."""

import asyncio
from collections.abc import Collection
from dataclasses import dataclass
from random import Random
from typing import Any

from tests.fuzz.offline import Offline, SentInteraction
from tests.fuzz.payloads import Json, User, components_with

ASKING = {"choose", "pick", "hand", "rematch"}
"""Verbs of the components by which a person moves, or goes on to the next round or game."""
MOST_CLICKS = 2000
"""Number of clicks after which a game counts as endless."""


@dataclass
class Alone:
    """A person in their direct messages."""

    world: Offline
    user: User

    @property
    def messages(self) -> list[Json]:
        """The bot's direct messages to this person."""
        return self.world.direct_messages(self.user)

    @property
    def newest(self) -> Json:
        """The bot's newest direct message to this person."""
        return max(self.messages, key=lambda one: int(one["id"]))

    async def command(self, name: str, **options: Any) -> SentInteraction:
        """Give a command, and wait until its effects are displayed."""
        return await self.world.complete(self.world.command(self.user, None, name, **options))

    async def click(self, custom_id: str, message: Json | None = None, values: Any = None) -> SentInteraction:
        """Click a component of a message, the newest one by default, and wait until its effects are displayed."""
        sent = self.world.click(self.user, None, custom_id, message or self.newest, values)
        await self.world.wait_until_idle()
        return sent

    async def play(self, game: str, seats: int | None = None) -> int:
        """Begin a game, and return the table's number."""
        options = {} if seats is None else {"seats": seats}
        await self.command("play", game=game, **options)
        return max(await self.tables())

    async def tables(self) -> list[int]:
        """Return the numbers of all tables."""
        return [row[0] for row in (await self.world.rows())[0]]

    def choices(self, message: Json) -> list[tuple[str, list[str] | None]]:
        """Return the choices that a message offers, each as a custom id and picked values.

        A button is listed once, with None as picked values. A select menu is listed once for each of its values.
        """
        found: list[tuple[str, list[str] | None]] = []
        for one in components_with(message):
            verb = one["custom_id"].partition(":")[0]
            if verb == "choose" and not one.get("disabled"):
                found.append((one["custom_id"], None))
            elif verb == "pick":
                found += [(one["custom_id"], [option["value"]]) for option in one["options"]]
        return found

    async def step(self, random: Random) -> bool:
        """Click a random choice of the newest message or, without choices, its button to the next round.

        Return False if the message has neither.
        """
        message = self.newest
        choices = self.choices(message)
        onward = [one["custom_id"] for one in components_with(message) if one["custom_id"].startswith("hand:")]
        if choices:
            custom_id, values = random.choice(choices)
            await self.click(custom_id, message, values)
        elif onward:
            await self.click(onward[0], message)
        return bool(choices or onward)

    async def wait_for_a_choice(self, verbs: Collection[str] = ASKING) -> None:
        """Wait until the newest message has a component with one of these verbs; an edit may still have to add it."""
        async with asyncio.timeout(20):
            while not any(one["custom_id"].split(":")[0] in verbs for one in components_with(self.newest)):
                await asyncio.sleep(0.02)

    async def play_out(self, random: Random) -> None:
        """Play the game of the newest message to its end."""
        for _ in range(MOST_CLICKS):
            if any(one["custom_id"].startswith("rematch:") for one in components_with(self.newest)):
                return
            if not await self.step(random):
                await self.wait_for_a_choice()
        raise AssertionError("the game does not end")

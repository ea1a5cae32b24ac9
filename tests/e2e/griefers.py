"""People who want to spoil the game for others: one in each guild, who fills lobbies, floods the bot and so on."""

import asyncio
from collections import Counter
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from random import Random

from engine.game import Game
from tests.driver import Driver, Json, buttons, selects
from tests.e2e.ledger import Watched
from tests.e2e.playing import table_number
from tests.e2e.table_players import FAILED_CLICK

ODD_NAMES = ("\ufe0f", "a" + "\u0301" * 31, "You", "🤖 Matsu", "\u2065\u2065", "x" * 32, "*_~`|>#@everyone")
LONG_WORDS = ("w" * 4000, "\u202e" * 100, "馬" * 100, " ", "`" * 100)


class Griefer:
    """A person who wants to spoil the game for others in one guild."""

    def __init__(
        self, world: Driver, person: Watched, channels: list[str], random: Random, clicking: asyncio.Semaphore
    ) -> None:
        """Create a griefer of the guild with these `channels`. All griefers share the semaphore `clicking`."""
        self._world, self._person, self._channels = world, person, channels
        self._random, self._clicking = random, clicking
        self.done: Counter[str] = Counter()
        self.tried = 0
        self._ways: Mapping[str, Callable[[], Coroutine[object, object, None]]] = {
            "joins and leaves": self._join_and_leave,
            "fills a lobby with computers": self._fill,
            "opens and closes lobbies": self._open_and_close,
            "clicks without end": self._flood,
            "clicks on what is old": self._click_old,
            "cuts the deck with odd words": self._cut,
            "has an odd name": self._rename,
        }

    async def grief(self, pause: float) -> None:
        """Do one harmful action after the other with a mean pause of `pause` seconds, until cancelled."""
        while True:
            await asyncio.sleep(self._random.expovariate(1 / pause))
            name = self._random.choice(sorted(self._ways))
            async with self._clicking:
                with suppress(*FAILED_CLICK):
                    await self._ways[name]()
                    self.done[name] += 1
            self.tried += 1

    async def _lobby(self) -> Json:
        """Return the message of a random lobby in the griefer's guild.

        Raises:
            LookupError: there is none.
        """
        channel = self._random.choice(self._channels)
        found = [
            one
            for one in await self._person.messages(channel)
            if any(button["custom_id"].startswith("join:") for button in buttons(one))
        ]
        if not found:
            raise LookupError("no lobby")
        return self._random.choice(found)

    async def _more(self, lobby: Json) -> Json:
        return (await self._person.click(lobby, custom_id=f"more:{table_number(lobby)}")).reply

    async def _join_and_leave(self) -> None:
        lobby = await self._lobby()
        number = table_number(lobby)
        for _ in range(self._random.randint(2, 8)):
            with suppress(*FAILED_CLICK):
                await self._person.click(lobby, custom_id=f"join:{number}")
                await self._person.click(lobby, custom_id=f"leave:{number}")

    async def _fill(self) -> None:
        lobby = await self._lobby()
        number = table_number(lobby)
        with suppress(*FAILED_CLICK):
            await self._person.click(lobby, custom_id=f"join:{number}")
        more = await self._more(lobby)
        for _ in range(4):
            menus = [one for one in selects(more) if one["custom_id"].startswith("computer:")]
            menu, option = menus[0], self._random.choice(menus[0]["options"])
            more = (await self._person.select(more, [option["value"]], custom_id=menu["custom_id"])).reply
        await self._person.click(lobby, custom_id=f"leave:{number}")

    async def _open_and_close(self) -> None:
        kind = self._random.choice(list(Game.games.values()))
        for _ in range(self._random.randint(1, 5)):
            channel = self._random.choice(self._channels)
            lobby = (await self._person.command(channel, "play", game=kind.id, seats=max(kind.seat_counts))).reply
            await self._person.click(await self._more(lobby), custom_id=f"close:{table_number(lobby)}")

    async def _flood(self) -> None:
        """Send more simultaneous clicks than the bot handles per person."""
        lobby = await self._lobby()
        custom_id = self._random.choice(buttons(lobby))["custom_id"]
        clicks = (self._person.click(lobby, custom_id=custom_id) for _ in range(30))
        await asyncio.gather(*clicks, return_exceptions=True)

    async def _click_old(self) -> None:
        """Click old buttons, also of other people's tables."""
        messages = await self._person.messages(self._random.choice(self._channels))
        found = [(one, button["custom_id"]) for one in messages for button in buttons(one)]
        harmless = [(one, custom_id) for one, custom_id in found if not custom_id.startswith(("start:", "end:"))]
        for message, custom_id in self._random.sample(harmless, min(5, len(harmless))):
            with suppress(*FAILED_CLICK):
                reply = (await self._person.click(message, custom_id=custom_id)).reply
                await self._person.dismiss(reply)

    async def _cut(self) -> None:
        lobby = await self._lobby()
        number = table_number(lobby)
        with suppress(*FAILED_CLICK):
            await self._person.click(lobby, custom_id=f"join:{number}")
        form = (await self._person.click(await self._more(lobby), custom_id=f"cut:{number}")).modal
        if form is not None:
            await self._person.submit(form, {"words": self._random.choice(LONG_WORDS)})

    async def _rename(self) -> None:
        await self._world.control.user(self._person.id, nick=self._random.choice(ODD_NAMES))
        await self._join_and_leave()

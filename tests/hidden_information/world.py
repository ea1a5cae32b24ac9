"""The whole bot on a local Discord in virtual time: tables that start in the middle of a game, and people who click."""

import asyncio
import hashlib
import json
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import pictures
from cogs.client import Ichiza
from cogs.metrics import Metrics
from engine import record
from engine.contract.chance import Chance
from engine.contract.view import View
from engine.game import Game
from engine.players import ThinkingBudget
from engine.review import Review, Reviewer, Suggestion
from host.people.ratings import rate
from host.place import Place
from host.play.moves import results_of
from host.services import Services
from host.tables import table_loader
from host.tables.table import Occupant, Turn
from local_discord.checks.components import walk
from local_discord.client import interactions
from local_discord.client.values import selected
from local_discord.core import LocalDiscord
from local_discord.wire import Json
from local_discord.world import ids
from local_discord.world.interactions import AUTOCOMPLETE, COMMAND, COMPONENT, Interaction
from local_discord.world.model import Emoji, Message, User
from show.desired import LOBBY, ROUND, newest_round
from show.discord_port import Done
from show.text.page import page
from storage import MoveRow, Seen, Store
from storage.owners import table_owner
from tests.hidden_information.determinism import deterministic
from tests.hidden_information.wire import RecordingWire
from tests.show.memory_database import MemoryDatabase, RunDatabase

PEOPLE = tuple(map(int, ids.USER_IDS))
SPECTATOR = 1400000000000001005
PAUSE = 120.0
"""Seconds until a computer player moves, long enough to observe a state."""

FEW = ThinkingBudget(playouts=40)
"""The budget of a suggestion."""

_emojis: dict[str, Emoji] = {}
"""The emojis that an earlier bot has uploaded."""
_settings: dict[str, str] = {}
"""The settings of an earlier bot, with the fingerprints of its emojis."""
FixedDeals = Mapping[str, Any]
"""A record with a fixed set-up and fixed deals."""


class ScriptedAiPool:
    """Replaces the AI pool: every computer player thinks for a fixed time, and finds the move that the test sets."""

    places = 1

    def __init__(self, seconds: float) -> None:
        self.moves_to_find: list[str] = []
        """The moves in reverse order: the last one is found first. While the list is empty, thinking never ends."""
        self._seconds = seconds

    async def choose(self, *_asked: object) -> str:
        """Return the next of `moves_to_find` after the fixed time; wait for ever if there is none."""
        if not self.moves_to_find:
            await asyncio.get_running_loop().create_future()
        await asyncio.sleep(self._seconds)
        return self.moves_to_find.pop()

    async def close(self) -> None:
        """Do nothing; there is nothing to close."""


class InlineReviewers:
    """Replaces the workers of reviews: suggests moves at once, with few playouts, and never finishes a review."""

    places = 1

    async def review(self, *_asked: object) -> Review:
        """Wait for ever: a review in these tests never ends."""
        never: asyncio.Future[Review] = asyncio.get_running_loop().create_future()
        return await never

    async def suggest(self, view: View, _playouts: int) -> Suggestion:
        """Return the engine's suggestion with the types that JSON gives back."""
        made: Suggestion = json.loads(json.dumps(Reviewer(FEW).suggest(view, FEW)))
        return made

    async def prepare(self, _request: object, _progress: object) -> Any:
        """Fail; nothing of these tests prepares the day's deals."""
        raise AssertionError("nothing is prepared")

    async def close(self) -> None:
        """Do nothing; there is nothing to close."""


class World:
    """A running bot and its Discord."""

    def __init__(self, discord: LocalDiscord, store: Store, wire: RecordingWire, thinking: float) -> None:
        self.discord = discord
        thinkers = ScriptedAiPool(thinking)
        self.services = Services(
            store,
            pause=PAUSE,
            now=lambda: 1_800_000_000 + asyncio.get_running_loop().time(),
            thinkers=thinkers,
            reviewers=InlineReviewers(),
        )
        self.bot = Ichiza(self.services, Metrics())
        self.wire = wire
        self.moves_to_find = thinkers.moves_to_find
        """The list `moves_to_find` of the AI pool. While it is empty, computer players never stop thinking."""
        self._deals_by_seed: dict[bytes, FixedDeals] = {}

    def chance(self, seed: bytes) -> Chance:
        """Return a `Chance` with the stored deals of the table with this seed; replaces the engine's `Chance`."""
        record = self._deals_by_seed[seed]
        return Chance(seed, record["setup"], record["deals"])

    # --- Tables

    async def open_table(self, game: Game, seats: Sequence[Occupant], channel: str, overdue: int | None = None) -> int:
        """Open a table, store all moves of a game there, and return its number.

        The person on the seat `overdue`, if any, is out of time.
        """
        fixed: dict[str, Any] = record.write(game)
        seed = hashlib.sha256(repr(game.history).encode()).digest()
        self._deals_by_seed[seed] = fixed
        opener = next(who.user_id for who in seats if who and who.user_id is not None)
        await self.command(opener, "play", channel, game=game.id, seats=game.seats, pace="none")
        tables = self.services.tables
        (table_id,) = await tables.in_channel(int(channel))
        lobby = await tables.get(table_id)
        made = enumerate(game.history)
        moves = [MoveRow(number, seat, game.text(move), 0, seats[seat].computer) for number, (seat, move) in made]
        await tables.store.tables.start(
            lobby.seen, seed=seed.hex(), rules=game.rules, options=fixed["options"], seats=seats
        )
        begun = Seen(table_id, lobby.version + 1)
        if game.over:
            table = replace(lobby, occupants=tuple(seats), game=game)
            await tables.store.tables.finish(begun, moves, results_of(table, game, moves), rate)
        else:
            late = {} if overdue is None else {overdue: Turn(game.moves_made(overdue), 0, given=True)}
            await tables.store.tables.add_moves(begun, moves, turns=late)
        del tables._loaded[table_id]
        await tables.get(table_id)
        tables.events.table_changed.emit(table_id)
        return table_id

    def private_channel(self, user: int) -> str:
        """Return the id of a person's direct messages with the bot."""
        return self.discord.world.private_channel(self.discord.world.users[str(user)]).id

    async def open_direct_table(self, game: Game, seats: Sequence[Occupant], owner: int) -> int:
        """Open a table in a person's direct messages, store all moves of a game there, and return its number."""
        fixed: dict[str, Any] = record.write(game)
        seed = hashlib.sha256(repr(game.history).encode()).digest()
        self._deals_by_seed[seed] = fixed
        tables = self.services.tables
        table_id = await tables.store.tables.begin(
            place_id=Place.direct(owner).id,
            channel_id=int(self.private_channel(owner)),
            game=game.id,
            rules=game.rules,
            opener_id=owner,
            seats=seats,
            options=fixed["options"],
            seed=seed.hex(),
        )
        made = enumerate(game.history)
        moves = [MoveRow(number, seat, game.text(move), 0, seats[seat].computer) for number, (seat, move) in made]
        if game.over:
            table = replace(await tables.get(table_id), game=game)
            await tables.store.tables.finish(Seen(table_id, 0), moves, results_of(table, game, moves), rate)
        else:
            await tables.store.tables.add_moves(Seen(table_id, 0), moves)
        tables.evict(table_id)
        await tables.get(table_id)
        tables.events.table_changed.emit(table_id)
        return table_id

    async def post_earlier_round(self, table_id: int, number: int) -> None:
        """Post a message for the earlier round `number`; the bot then edits the round's score sheet into it."""
        presenter, posts = self.bot.presenter, self.services.message_records
        channel_id, slot = await presenter.messages.game_channel_id(table_id), f"{ROUND}{number}"
        sent = await presenter.messages._port.send(channel_id, page("…"), "stood")
        assert isinstance(sent, Done)
        await posts.adopt(table_owner(table_id), slot, channel_id, sent.id)
        presenter.changed(table_id)

    async def message(self, table_id: int, slot: str) -> Message:
        """Return the message in a slot of a table. `ROUND` means its newest round, or its lobby before any round."""
        posts = {post.slot: post for post in await self.services.message_records.of(table_owner(table_id))}
        newest = newest_round(posts) or LOBBY
        return self.discord.world.messages[str(posts[newest if slot == ROUND else slot].message_id)]

    # --- People

    async def click(self, user: int, message: Message, custom_id: str, picked: str | None = None) -> Interaction:
        """Use a component that a message has, or that an earlier version of the message had."""
        world = self.discord.world
        person, channel = world.users[str(user)], world.channels[message.channel_id]
        asked = Interaction(COMPONENT, person.id, channel.id)
        asked.source = message
        data: Json = {"custom_id": custom_id, "component_type": 2, "id": 1}
        component = next((one for one in walk(message.data["components"]) if one.get("custom_id") == custom_id), None)
        if component is not None and picked is not None:
            data |= {"component_type": component["type"]} | selected(world, component, [picked], person)
        self.discord.interactions.add(asked)
        payload = interactions._payload(self.discord, asked, person, channel, data)
        self.discord.hub.to_bot("INTERACTION_CREATE", payload)
        return await self._wait_for(asked)

    async def command(self, user: int, name: str, channel: str, **options: Any) -> Interaction:
        """Use a command."""
        body = {"user": str(user), "channel_id": channel, "type": COMMAND, "name": name, "options": options}
        return await self._wait_for(interactions.start(self.discord, body))

    async def autocomplete(self, user: int, name: str, option: str, channel: str) -> Interaction:
        """Start to fill in an option of a command."""
        body = {"user": str(user), "channel_id": channel, "type": AUTOCOMPLETE, "name": name}
        return await self._wait_for(
            interactions.start(self.discord, body | {"options": {option: ""}, "focused": option})
        )

    async def _wait_for(self, asked: Interaction) -> Interaction:
        await asked.wait_until(lambda: asked.settled)
        await asyncio.sleep(1)
        return asked


@asynccontextmanager
async def running_bot(path: Path, thinking: float) -> AsyncIterator[World]:
    """Yield a bot started on a new database, whose computer players think for `thinking` seconds."""
    discord = LocalDiscord()
    discord.world.add_person(User(str(SPECTATOR), "emi", 0, "Emi"))
    discord.world.emojis.update(_emojis)  # no upload, which would be slow; both worlds have equal emojis
    with deterministic(discord) as wire, pytest.MonkeyPatch.context() as patch:
        async with Store(RunDatabase(MemoryDatabase()), path, lambda: int(time.time())) as store:
            world = World(discord, store, wire, thinking)
            patch.setattr(table_loader, "Chance", world.chance)
            for name, value in _settings.items():
                await store.settings.set(0, name, value)
            async with world.bot:
                running = asyncio.create_task(world.bot.start("any"))
                await asyncio.sleep(60)
                assert world.bot.presenter.emojis.keys() == pictures.emojis().keys(), "it is ready"
                _emojis.update(discord.world.emojis)
                every = await store.settings.all(0)
                _settings.update({name: value for name, value in every.items() if name.startswith("emojis of")})
                yield world
            await running

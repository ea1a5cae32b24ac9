"""Scenes in direct messages: one person plays against computer players in two worlds, whose hidden cards differ."""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

from engine.game import Game
from engine.players import USUAL
from host.tables.table import Occupant
from local_discord.world.model import Message
from show.actions import table_actions
from show.actions.decision_actions import AtTable, Choose
from show.actions.replay_actions import TakeRecord
from show.actions.suggestion_actions import AskHard
from show.desired import PANEL
from tests.hidden_information.scene import (
    CHANNELS,
    LOCALES,
    SETTLE_SECONDS,
    THINKING,
    USED_COMPONENTS,
    Scene,
    _usable,
    actions_on,
    scenes,
)
from tests.hidden_information.wire import Sent
from tests.hidden_information.world import PAUSE, PEOPLE, SPECTATOR, World, running_bot
from tests.virtual_time import now

OWNER = PEOPLE[0]
COMMANDS = ("hand", "tables", "replay")


@dataclass(frozen=True, eq=False)
class DirectScene(Scene):
    """A state of a game in one person's direct messages, in two worlds that this person cannot tell apart."""

    async def _play(self, path: Path, which: int) -> list[Sent]:
        random = Random(f"direct scene {self.number}")
        async with running_bot(path, THINKING[which]) as world:
            for person in world.discord.world.people:
                person.locale = random.choice(LOCALES)
            if self.move is not None and self.by_computer:
                world.moves_to_find.append(self.state.game.text(self.move[1][which]))
            begun, sent = now(), len(world.wire.sent)
            game = self.state.other if which else self.state.game
            table = await world.open_direct_table(game, self.seats, OWNER)
            await asyncio.sleep(SETTLE_SECONDS)
            await self._look_around(world, table, random)
            await self._ask(world, table)
            await self._try_to_move(world, table, random, which)
            await asyncio.sleep(begun + PAUSE + SETTLE_SECONDS - now())
            await self._look_around(world, table, random)
            await asyncio.sleep(SETTLE_SECONDS)
            return world.wire.sent[sent:]

    async def _look_around(self, world: World, table: int, random: Random) -> None:
        """Let the owner use components and commands, and let another person ask for the table from a server."""
        (seat,) = self.people
        for _ in range(USED_COMPONENTS):
            message = await self._message(world, table)
            used = [one for one in _usable(message) if not self._makes_a_move(seat, one)]
            if used:
                await world.click(OWNER, message, *random.choice(used))
        action = random.choice(actions_on(table))
        ended = (await world.services.tables.get(table)).state != "playing"
        shows_all = ended and isinstance(action, TakeRecord)  # the record of a finished game shows all cards
        if not shows_all and not isinstance(action, table_actions.LeaveGame):
            await world.click(OWNER, await self._message(world, table), action.custom_id)
        await world.command(OWNER, random.choice(COMMANDS), world.private_channel(OWNER))
        await world.command(SPECTATOR, "hand", random.choice(CHANNELS), table=table)
        await world.command(SPECTATOR, random.choice(COMMANDS), random.choice(CHANNELS))

    async def _try_to_move(self, world: World, table: int, random: Random, which: int) -> None:
        """Let the owner try an illegal move, and then the scene's move if the owner must make it."""
        (seat,), game = self.people, self.state.game
        legal = {move for one in self.positions if seat in one.to_act for move in one.legal_moves(seat)}
        illegal = [move for move in range(len(game.moves)) if move not in legal]
        asked = Choose(AtTable(table), game.moves_made(seat), game.path(random.choice(illegal)))
        await world.click(OWNER, await self._message(world, table), asked.custom_id)
        if self.move is not None and not self.by_computer:
            made = Choose(AtTable(table), game.moves_made(seat), game.path(self.move[1][which]), sure=True)
            await world.click(OWNER, await self._message(world, table), made.custom_id)

    async def _ask(self, world: World, table: int) -> None:
        """Let the owner and then somebody else ask what the level "hard" would play, and wait for the answers."""
        (seat,) = self.people
        asked = AskHard(table, self.state.game.moves_made(seat), sure=True)
        for user in (OWNER, SPECTATOR):
            await world.click(user, await self._message(world, table), asked.custom_id)
        await asyncio.sleep(SETTLE_SECONDS)

    async def _message(self, world: World, table: int) -> Message:
        return await world.message(table, PANEL)


def direct_scenes(kind: type[Game]) -> Iterator[DirectScene]:
    """Yield endless scenes with one person, who cannot know which hidden cards differ between the worlds."""
    for scene in scenes(kind):
        if scene.blind:
            own = Random(f"owner {kind.id} {scene.number}").choice(scene.blind)
            seats = tuple(
                Occupant(user_id=OWNER, name="Aki") if seat == own else Occupant(computer=USUAL)
                for seat in range(scene.state.game.seats)
            )
            yield DirectScene(scene.number, scene.state, seats)


def with_leak(scene: DirectScene) -> DirectScene:
    """Return the scene with its owner on a seat that can tell the worlds apart: the bot must send different data."""
    (own,), seats = scene.people, list(scene.seats)
    knowing = next(seat for seat in range(scene.state.game.seats) if seat not in scene.blind)
    seats[own], seats[knowing] = seats[knowing], seats[own]
    return replace(scene, seats=tuple(seats))

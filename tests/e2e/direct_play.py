"""People who play alone in the bot's direct messages, and checks of their games after a kill of the bot."""

import asyncio
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any, TypeAlias

from show.actions.decision_actions import Choose
from show.actions.table_actions import Action, OpenHand, Rematch
from tests.driver import Json, Person, RefusedError, UnansweredError, buttons, selects
from tests.e2e.playing import LONG
from tests.e2e.processes import BotProcess

Moves: TypeAlias = dict[int, list[tuple[Any, ...]]]
"""The stored moves of each table, in order."""
GAMES = ("saizen", "scharfe-schoten", "tennos-square", "tezuma-trick", "tezumashi")
EPHEMERAL = 64


def actions_of(message: Json) -> list[tuple[str, Action, list[str] | None]]:
    """Return the usable components of a message, each as custom id, action and picked values.

    A button is listed once, with None as picked values. A select menu is listed once for each of its values.
    """
    found: list[tuple[str, Action, list[str] | None]] = []
    for one in buttons(message):
        action = Action.parse(one.get("custom_id", ""))
        if action is not None and not one.get("disabled"):
            found.append((one["custom_id"], action, None))
    for menu in selects(message):
        for option in menu["options"]:
            action = Action.parse(menu["custom_id"], [option["value"]])
            if action is not None:
                found.append((menu["custom_id"], action, [option["value"]]))
    return found


@dataclass
class Player:
    """A person who plays in their direct messages, and the decisions that were answered."""

    person: Person
    channel: str
    random: Random
    answered: set[tuple[int, int]] = field(default_factory=set)
    """Table and decision number of each move whose answer came."""

    async def messages(self) -> list[Json]:
        """Return the bot's messages, oldest first, without ephemeral ones."""
        every = await self.person.messages(self.channel)
        return [one for one in every if one["author"].get("bot") and not one.get("flags", 0) & EPHEMERAL]

    async def newest(self) -> Json | None:
        """Return the newest of the bot's messages; None if there is no message."""
        return next(reversed(await self.messages()), None)

    async def play(self, game: str) -> None:
        """Begin a game."""
        await self.person.command(self.channel, "play", game=game)

    async def step(self) -> bool:
        """Click a random choice of the newest message or, without choices, its button to the next round.

        Return False if the message has neither.
        """
        message = await self.newest()
        if message is None:
            return False
        every = actions_of(message)
        choices = [one for one in every if one[0].split(":")[0] in {"choose", "pick"}]
        onward = [one for one in every if isinstance(one[1], OpenHand)]
        if not choices and not onward:
            return False
        custom_id, action, values = self.random.choice(choices or onward)
        await self.use(message, custom_id, values)
        if choices:
            await self._note_answer(message, action)
        return True

    async def use(self, message: Json, custom_id: str, values: list[str] | None = None) -> None:
        """Use a component of a message."""
        with suppress(RefusedError, LookupError):  # the message may have changed meanwhile
            if values is None:
                await self.person.click(message, custom_id=custom_id)
            else:
                await self.person.select(message, values, custom_id=custom_id)

    async def _note_answer(self, message: Json, action: Action) -> None:
        """Note a decision as answered if the updated message does not ask for this decision any more."""
        table, decision = getattr(action, "table", 0), getattr(action, "decision", 0)
        with suppress(LookupError):
            shown = [one for _, one, _ in actions_of(await self.person.refreshed(message))]
            if not any(isinstance(one, Choose) and one.decision == decision for one in shown):
                self.answered.add((table, decision))

    async def is_over(self) -> bool:
        """Return whether the newest message offers a rematch."""
        message = await self.newest()
        return message is not None and any(isinstance(one, Rematch) for _, one, _ in actions_of(message))

    async def play_steps(self, most: int) -> int:
        """Make up to `most` steps, and stop at the end of the game; return the number of steps."""
        done = 0
        async with asyncio.timeout(LONG):
            while done < most and not await self.is_over():
                if await self.step():
                    done += 1
                else:
                    await asyncio.sleep(0.02)
        return done


def moves_in(bot: BotProcess) -> Moves:
    """Return the stored moves of all tables in direct messages."""
    found: Moves = {}
    sql = """
        SELECT table_id, number, seat, move, computer FROM moves JOIN tables ON id = table_id
         WHERE place_id < 0 ORDER BY table_id, number
    """
    for table, *move in bot.rows(sql):
        found.setdefault(int(str(table)), []).append(tuple(move))
    return found


def lost_moves(before: Moves, after: Moves) -> list[str]:
    """Return a sentence for each table at which a move in `before` is missing or different in `after`."""
    return [
        f"moves of table {table} are lost"
        for table, moves in before.items()
        if after.get(table, [])[: len(moves)] != moves
    ]


def unanswered_moves(bot: BotProcess, player: Player) -> list[str]:
    """Return a sentence for each decision of a player that the bot has answered, but not stored."""
    sql = """
        SELECT COUNT(*) FROM moves JOIN seats ON seats.table_id = moves.table_id AND seats.seat = moves.seat
         WHERE moves.table_id = ? AND (user_id = ? OR left_by = ?)
    """
    user, wrong = int(player.person.id), []
    for table, decision in sorted(player.answered):
        ((made,),) = bot.rows(sql, table, user, user)
        if int(str(made)) <= decision:
            wrong.append(f"decision {decision} at table {table} was answered, and is lost")
    return wrong


async def faults(bot: BotProcess, players: list[Player]) -> list[str]:
    """Return sentences about faults in the direct messages.

    Each table must have exactly one message, no other message may be left, and no table may wait for a computer player.
    """
    wrong = []
    for player in players:
        user = int(player.person.id)
        rows = bot.rows(
            "SELECT tables.id, slot, message_id FROM tables"
            " LEFT JOIN posts ON owner_id = tables.id AND owner_kind = 'table' WHERE place_id = ? ORDER BY tables.id",
            -user,
        )
        records = [(int(str(table)), str(slot), str(message)) for table, slot, message in rows]
        if [slot for _, slot, _ in records] != ["panel"] * len(records):
            wrong.append(f"{player.person.name} has the records {records}")
        stand = {one["id"] for one in await player.messages()}
        if stand != {message for _, _, message in records}:
            wrong.append(f"{player.person.name} sees the messages {stand}, not those of {records}")
    open_ones = bot.rows("SELECT id FROM tables WHERE place_id < 0 AND acting = 1")
    return [*wrong, *(f"a computer player has to move at table {number}" for (number,) in open_ones)]


async def wait_until_right(bot: BotProcess, players: list[Player]) -> None:
    """Wait until `faults` finds nothing.

    Raises:
        AssertionError: some faults remain; the text names them.
    """
    wrong: list[str] = []
    with suppress(TimeoutError):
        async with asyncio.timeout(LONG):
            while wrong := await faults(bot, players):
                await asyncio.sleep(0.1)
    assert not wrong, "\n".join(wrong)


async def act(player: Player) -> None:
    """Do one random thing: usually make a move, sometimes begin a game or a rematch, look up something, or leave."""
    random = player.random
    with suppress(UnansweredError, RefusedError, LookupError, AssertionError):
        message = await player.newest()
        every = actions_of(message) if message is not None else []
        others = [one for one in every if one[0].split(":")[0] not in {"choose", "pick"}]
        roll = random.random()
        if message is None or roll < 0.08:
            await player.play(random.choice(GAMES))
        elif roll < 0.16:
            await player.person.command(player.channel, "hand")
        elif roll < 0.35 and others:
            custom_id, _, values = random.choice(others)
            await player.use(message, custom_id, values)
        elif roll < 0.38:
            await leave(player, message)
        else:
            await player.step()


async def leave(player: Player, message: Json) -> None:
    """Give up the game of a message, by the buttons that lead there from the message."""
    tables = [one.table_id for _, one, _ in actions_of(message) if one.table_id is not None]
    if not tables:
        return
    number = tables[0]
    await player.use(message, f"look:{number}:scores:0")
    more = await player.person.click(await player.newest(), custom_id=f"more:{number}")
    sure = await player.person.click(more.reply, custom_id=f"leave-game:{number}:0")
    await player.person.click(sure.reply, custom_id=f"leave-game:{number}:1")

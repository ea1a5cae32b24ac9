"""A league night's deal for people of other tables: in two worlds with different cards, all answers are equal.

Aki and Ben play the same deals at two tables. While both tables are played, Ben and a moderator without a seat send
the commands and the actions about Aki's table, with the exceptions in `DEALING` and `ENDING`. When Aki's game has ended
and Ben's table still plays, Aki, Ben and the moderator send them.
"""

import json
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from discord import AppCommandType

from engine.fairness.deal_commitment import DealCommitment
from engine.game import Game
from host.nights.nights import Setup
from host.place import Place
from host.tables.table import Person, Table
from show.actions.table_actions import Action
from tests.fuzz.actions import PICKS, SAMPLES, field_types
from tests.fuzz.conftest import HERE, ROOM
from tests.fuzz.offline import Offline, SentInteraction, offline
from tests.fuzz.payloads import User
from tests.hidden_information.test_daily_leaks import DRAWN, differences
from tests.samples import sampled
from tests.tables import game_of

AKI, BEN = User(11, "Aki"), User(12, "Ben")
MODERATOR = User(15, "Mod", roles=("manage_messages",))
SECRET = bytes(range(32))
DEALING = {"play-easy", "play-here", "day"}
"""Actions that begin a game; each such game has other cards."""
ENDING = {"end", "remove"}
"""Actions of moderators that change the game."""


class Told(NamedTuple):
    """Everything that people learned about a table.

    `afterwards` holds what they learned when no other table was playing the same deals any more. The other fields hold
    what they learned while another table was still playing these deals.
    """

    running: list[str]
    over: list[str]
    public: list[str]
    afterwards: list[str]


def requests(table: int, *without: str) -> list[tuple[str, Any]]:
    """Return requests for all actions except `without`, on this table: a custom id, and the picked values or None."""
    sent = []
    for verb in sorted(Action.verbs):
        types = field_types(verb)
        picked = PICKS[types["value"]] if "value" in types else None
        written = {name: SAMPLES[kind] for name, kind in types.items() if name != "value"}
        if verb not in without and not isinstance(picked, dict):
            fields = written | ({"table": str(table)} if "table" in written else {})
            sent.append((":".join([verb, *fields.values()]), picked))
    steps = [f"replay:{table}:{step}:{eyes}:0:" for step in (0, 5) for eyes in (0, 1, 2)]
    sheets = [f"sheet:{table}:{number}" for number in (0, 1)]
    lookups = [f"look:{table}:{what}:0" for what in ("trick", "scores", "rules")]
    return sent + [(one, None) for one in (*steps, *sheets, *lookups)]


async def answers(world: Offline, who: User, table: int, *without: str) -> list[str]:
    """Let a person send the commands and the actions about a table (except `without`), and return the answers.

    A person who plays at another table does not ask for their own hand, which differs between the worlds.
    """
    plays = any(one.seat_of(who.id) is not None for one in await world.services.tables.open_in(Place.server(HERE)))
    got: list[SentInteraction] = []
    for command in world.bot.tree.get_commands(type=AppCommandType.chat_input):
        if command.name not in {"play", "today"} and not (plays and command.name == "hand"):
            options: dict[str, Any] = {"game": "saizen"} if command.name in {"rules", "leaderboard", "night"} else {}
            got.append(await world.complete(world.command(who, ROOM, command.name, **options)))
    for name in ("hand", "replay"):
        got.append(await world.complete(world.command(who, ROOM, name, table=table)))
        got.append(await world.complete(world.autocomplete(who, ROOM, name, "")))
    for menu in ("Review",) if plays else ("My hand", "Review"):
        public = [*world.messages.values()]
        got += [await world.complete(world.on_message(who, ROOM, message, menu)) for message in public]
    for custom_id, values in requests(table, *DEALING, *without):
        got.append(await world.complete(world.click(who, ROOM, custom_id, values=values)))
    return [f"{one.data.get('custom_id') or one.data.get('name')} {written(one.replies)}" for one in got]


def written(*sent: object) -> str:
    """Return messages without times, ids and nonces, which differ from run to run."""
    return DRAWN.sub("", json.dumps(sent, sort_keys=True, default=str))


async def table_of(world: Offline, night: int, who: User) -> Table:
    """Return the table at which a person plays in the current stage of a night."""
    found = await world.services.nights.get(night)
    return await world.services.tables.get(next(one.table_id for one in found.seats if one.user_id == who.id))


async def told(path: Path, kind: type[Game], number: int, patch: pytest.MonkeyPatch) -> Told:
    """Play a night whose deals depend on `number`, and return everything that people learn about Aki's table."""
    patch.setattr(DealCommitment, "seed", property(lambda _self: bytes([number] * 32)))
    patch.setattr("host.lobby.deal_commitments.new_secret", lambda: SECRET)
    async with offline(path) as world:
        world.add_guild(HERE, ROOM)
        world.person(MODERATOR)
        nights, place, boss = world.services.nights, Place.server(HERE), Person(900, manages_server=lambda: True)
        patch.setattr(nights, "_shuffle", lambda _people: None)
        night = await nights.announce(place, ROOM.id, boss, Setup(kind.id, stages=1))
        for one in (AKI, BEN):
            await nights.join(place, Person(one.id, name=one.name, interaction_id=one.id), night.id)
        await nights.set_promise(night.id, 1)
        await nights.start(place, boss, night.id)
        await world.wait_until_idle()
        hers, his = await table_of(world, night.id, AKI), await table_of(world, night.id, BEN)
        running = [*await answers(world, BEN, hers.id), *await answers(world, MODERATOR, hers.id, *ENDING)]
        await finish(world, hers, Random(number))
        over = [line for who in (BEN, MODERATOR, AKI) for line in await answers(world, who, hers.id, *ENDING)]
        await world.wait_until_idle()
        public = sorted(written(one) for one in public_messages(world))
        await finish(world, his, Random(number))
        await world.services.night_progress.poll()
        await world.wait_until_idle()
        afterwards = await answers(world, BEN, hers.id, *ENDING)
        return Told(running, over, public, afterwards)


def public_messages(world: Offline) -> list[dict[str, Any]]:
    """Return the content of all public messages with the descriptions and sizes of their files, without ids."""
    kept = ("content", "components", "embeds", "attachments")
    return [{name: one.get(name) for name in kept} for one in world.messages.values()]


async def finish(world: Offline, table: Table, random: Random) -> None:
    """Play some random moves at a table, and finish its game."""
    for _ in range(4):
        async with world.services.tables.locked(table.id) as now:
            game = game_of(now)
            if now.state == "playing":
                seat = game.to_act[0]
                await world.services.moves.make(now, game, seat, random.choice(game.legal_moves(seat)))
    async with world.services.tables.locked(table.id) as now:
        if now.state == "playing":
            await world.services.moves.finish(now)
    await world.wait_until_idle()


@pytest.mark.slow
@pytest.mark.parametrize("kind", sampled(Game.games.values(), 13))
async def test_nothing_of_a_deal_is_told_while_another_table_plays_it(
    tmp_path: Path, kind: type[Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    one = await told(tmp_path / "one.sqlite3", kind, 1, monkeypatch)
    other = await told(tmp_path / "other.sqlite3", kind, 2, monkeypatch)
    assert differences(one.running, other.running) == []
    assert differences(one.over, other.over) == []
    assert differences(one.public, other.public) == []
    assert len(one.over) > 300
    assert differences(one.afterwards, other.afterwards)  # the replay, the record and other answers now tell the cards

"""The end of real games over a fake Discord: first the table names the winner, then the deal's secret is posted."""

import asyncio
import os
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

import pytest

from engine.game import Game
from host.place import Place
from host.tables.table import Person, Table
from show.actions.table_actions import Rematch
from show.desired import PROOF
from show.discord_port import Done, Later, Outcome, Refused
from show.pages.game.hand import Asked
from show.pages.lobby import lobby_page
from show.text.page import Page
from show.text.seat_names import table_translation
from tests.show.basics import every_game
from tests.show.fake_discord import GUILD, Discord, FakePort
from tests.show.page_content import actions
from tests.show.test_open_panels import Asker
from tests.show.world import CHANNELS, PEOPLE, World
from tests.virtual_time import in_virtual_time, now

MANY = 20
GAMES_EACH = MANY if os.environ.get("ICHIZA_SOAK") else 4
"""Number of games of each kind: a hundred in the soak."""
LONG = 600.0
"""Seconds after which all messages are up to date, even after failures."""
CROWN = "🏆"


class Timeline:
    """The moments at which a table's result and its proof were first displayed."""

    def __init__(self) -> None:
        self.result: float | None = None
        self.proof: float | None = None
        self.proof_before_result = False

    def note(self, page: Page, *, proof: bool) -> None:
        """Note a page that is displayed now."""
        if proof and self.proof is None:
            self.proof, self.proof_before_result = now(), self.result is None
        elif not proof and self.result is None and page.text.startswith(f"### {CROWN}"):
            self.result = now()


@contextmanager
def watched(world: World) -> Iterator[Timeline]:
    """Watch the messages that Discord displays."""
    timeline = Timeline()

    def posted(discord: Discord, channel_id: int, page: Page, nonce: str = "") -> Outcome:
        outcome = post(discord, channel_id, page, nonce)
        if isinstance(outcome, Done):
            slot = world.database.slots().get(nonce, (0, ""))[1]
            timeline.note(page, proof=slot == PROOF)
        return outcome

    def edited(discord: Discord, channel_id: int, message_id: int, page: Page) -> Outcome:
        outcome = edit(discord, channel_id, message_id, page)
        if isinstance(outcome, Done):
            timeline.note(page, proof=False)
        return outcome

    post, edit = Discord.post, Discord.edit_message
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Discord, "post", posted)
        patch.setattr(Discord, "edit_message", edited)
        yield timeline


async def begun(random: Random, kind: type[Game], *, threads: bool = True) -> tuple[World, Table]:
    """Return a world with a running game of people, all of whose messages are posted.

    If `threads` is False, the bot may not open a thread for the game.
    """
    world = World(random)
    if not threads:
        world.discord.channels[CHANNELS[0]].refused = frozenset({"thread"})
    await world.start_bot()
    people = [Person(PEOPLE[0] + seat) for seat in range(random.choice(kind.seat_counts))]
    table = await world.services.lobby.open(Place.server(GUILD), CHANNELS[0], people[0], kind.id, len(people))
    page = lobby_page(table, table_translation(table, "en-GB"), CHANNELS[0])
    posted = world.discord.post(CHANNELS[0], page)
    assert isinstance(posted, Done)
    await world.presenter.messages.lobby_sent(table.id, posted.id, page)
    for person in people[1:]:
        await world.services.lobby.join(table.id, person)
    table = await world.services.lobby.start(table.id, people[0])
    await asyncio.sleep(LONG)
    return world, table


async def play_one(world: World, table: Table, random: Random) -> Table:
    """Make a random move."""
    async with world.services.tables.locked(table.id) as current:
        assert current.game is not None
        seat = random.choice(current.game.to_act)
        return await world.services.moves.make(
            current, current.game, seat, random.choice(current.game.legal_moves(seat))
        )


async def to_last_round(world: World, table: Table, random: Random) -> Table:
    """Play until the last round, and wait until its table message is posted."""
    while table.game is not None and table.game.round < table.game.round_count:
        table = await play_one(world, table, random)
    await asyncio.sleep(LONG)
    return table


async def play_out(world: World, table: Table, random: Random) -> None:
    """Play to the end. Some moves follow a pause of up to a second, as if people clicked fast."""
    while table.state == "playing":
        if random.random() < 0.5:
            await asyncio.sleep(random.choice((0.2, 0.5, 1.0)))
        table = await play_one(world, table, random)


@pytest.mark.slow
@every_game
@in_virtual_time
async def test_proof_is_never_posted_before_the_final_table_message(game: str) -> None:
    waited = 0
    for number in range(GAMES_EACH):
        random = Random(f"{game} {number}")
        world, table = await begun(random, Game.games[game])
        table = await to_last_round(world, table, random)
        with watched(world) as timeline:
            world.faults.slow = world.faults.lost = random.choice((0.0, 0.1, 0.4))
            await play_out(world, table, random)
            ended = now()
            await asyncio.sleep(random.choice((0.0, 5.0, 30.0)))
            world.faults.slow = world.faults.lost = 0.0
            await asyncio.sleep(LONG)
        assert timeline.result is not None
        assert timeline.proof is not None
        assert not timeline.proof_before_result, f"game {number}"
        waited += timeline.result - ended > 4.0
        await world.presenter.close()
    assert waited or GAMES_EACH < MANY, "of many games some have an edit that waits or is repeated"


@pytest.mark.drawn(1)
@every_game
@in_virtual_time
async def test_proof_waits_for_a_final_edit_that_fails(game: str) -> None:
    random = Random(1)
    world, table = await begun(random, Game.games[game])
    table = await to_last_round(world, table, random)
    with watched(world) as timeline, pytest.MonkeyPatch.context() as patch:
        patch.setattr(FakePort, "edit", _later)
        await play_out(world, table, random)
        await asyncio.sleep(LONG)
        assert (timeline.result, timeline.proof) == (None, None)
        patch.undo()
        await asyncio.sleep(LONG)
        assert timeline.proof is not None
    assert not timeline.proof_before_result


async def _later(*_: object) -> Outcome:
    return Later()


async def _refused(*_: object) -> Outcome:
    return Refused()


@in_virtual_time
async def test_proof_comes_all_the_same_if_discord_refuses_the_table_message() -> None:
    random = Random(1)
    world, table = await begun(random, Game.games["saizen"])
    table = await to_last_round(world, table, random)
    with watched(world) as timeline, pytest.MonkeyPatch.context() as patch:
        patch.setattr(FakePort, "edit", _refused)
        await play_out(world, table, random)
        await asyncio.sleep(LONG)
    assert timeline.result is None
    assert timeline.proof is not None


@pytest.mark.drawn(1)
@every_game
@in_virtual_time
async def test_edit_that_shows_the_last_card_names_the_winner(game: str) -> None:
    random = Random(2)
    world, table = await begun(random, Game.games[game])
    table = await to_last_round(world, table, random)
    edits: list[tuple[int, str]] = []
    edit = Discord.edit_message

    def noted(discord: Discord, channel_id: int, message_id: int, page: Page) -> Outcome:
        edits.append((message_id, page.text))
        return edit(discord, channel_id, message_id, page)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Discord, "edit_message", noted)
        await play_out(world, table, random)
        edits.clear()
        await asyncio.sleep(LONG)
    (result,) = [one for one in world.discord.messages.values() if one.text.startswith(f"### {CROWN}")]
    *earlier, last = [text for message_id, text in edits if message_id == result.id]
    assert last == result.text
    assert all("waiting for" in text for text in earlier), "an edit that was under way shows a game that goes on"


class PlayersClick(Asker):
    """A click of the first player in a table's channel; the player's panel is the newest message there."""

    def __init__(self, world: World, channel_id: int) -> None:
        super().__init__(PEOPLE[0], world.discord.new_id())
        self.channel_id = channel_id
        self._discord = world.discord

    async def push_below(self, page: Page) -> Outcome:
        """Record the page as a new panel, which is now the newest message."""
        self.sends_below = self._discord.new_id()
        return await super().push_below(page)


@in_virtual_time
async def test_proof_moves_the_open_panels_below_it() -> None:
    random = Random(3)
    world, table = await begun(random, Game.games["saizen"])
    table = await to_last_round(world, table, random)
    click = PlayersClick(world, await world.presenter.messages.game_channel_id(table.id))
    await world.presenter.panels.answer(click, table.id, Asked())
    await play_out(world, table, random)
    await asyncio.sleep(LONG)
    nonces = {one.nonce: one.id for one in world.discord.messages.values()}
    (proof,) = [nonces[nonce] for nonce, (_, slot) in world.database.slots().items() if slot == PROOF]
    assert proof < click.panel_id
    assert Rematch(table.id) in actions(click.pages[-1])


@in_virtual_time
async def test_winners_message_links_to_the_result_that_replaces_a_deleted_one() -> None:
    random = Random(1)
    world, table = await begun(random, Game.games["saizen"], threads=False)
    await play_out(world, table, random)
    await asyncio.sleep(LONG)

    def shown(beginning: str) -> tuple[int, str]:
        ((number, text),) = [
            (one.id, one.text) for one in world.discord.messages.values() if one.text.startswith(beginning)
        ]
        return number, text

    first, _ = shown(f"### {CROWN}")
    winner, text = shown(f"{CROWN} ")
    assert str(first) in text
    world.discord.delete_message(first)
    await world.presenter.show_again(table.id)
    await asyncio.sleep(LONG)
    second, _ = shown(f"### {CROWN}")
    assert second != first
    assert shown(f"{CROWN} ") == (winner, text.replace(str(first), str(second)))

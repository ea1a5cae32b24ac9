"""Alone in the bot's direct messages: whole games, and kills of the bot in between."""

import asyncio
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from tests.driver import Driver, UnansweredError
from tests.e2e.direct_play import (
    GAMES,
    Player,
    act,
    actions_of,
    lost_moves,
    moves_in,
    unanswered_moves,
    wait_until_right,
)
from tests.e2e.kills import POINT, Failpoint, running
from tests.e2e.playing import PEOPLE, online, restart, start_again
from tests.e2e.processes import BotProcess

pytestmark = pytest.mark.slow

KILLS = 200
AT_POINTS = 0.5
"""Probability of a kill at a named point instead of a random moment."""
POINTS = ("commit", "answer", "note", "fingerprint", "send", "edit", "delete")
STEPS, FEW_STEPS = 1_000, 6
"""Greatest numbers of choices after the second kill.

No game needs as many choices as the first number. The second number is small, because a message can be edited only
once in 1.2 seconds.
"""


async def player_of(world: Driver, name: str, seed: object) -> Player:
    """Return a person in their direct messages."""
    person = world.user(name)
    return Player(person, await person.private_channel(), Random(str(seed)))


async def test_two_clicks_after_the_first_word_deal_a_hand(world: Driver, bot: BotProcess) -> None:
    player = await player_of(world, "Dai", 0)
    await player.person.say(player.channel, "hello")
    welcome = await player.person.wait_for(lambda one: "offer-games" in str(one), channel=player.channel)
    await player.person.click(welcome, custom_id="offer-games")
    offer = await player.person.wait_for(lambda one: "play-here:saizen" in str(one), channel=player.channel)
    await player.person.click(offer, custom_id="play-here:saizen")
    hand = await player.person.wait_for(lambda one: "choose:" in str(one), channel=player.channel)
    assert hand["flags"] & 64 == 0
    assert bot.rows("SELECT state FROM tables WHERE place_id = ?", -int(player.person.id)) == [("playing",)]


@pytest.mark.parametrize(
    ("game", "last"),
    [
        pytest.param("scharfe-schoten", FEW_STEPS, id="brief"),
        *[pytest.param(game, STEPS, marks=pytest.mark.soak, id=game) for game in GAMES],
    ],
)
async def test_game_survives_two_kills_in_one_message(world: Driver, bot: BotProcess, game: str, last: int) -> None:
    name = PEOPLE[GAMES.index(game) % 3]
    player = await player_of(world, name, game)
    before = len(await player.messages())
    await player.play(game)
    for most in (player.random.randrange(1, 9), player.random.randrange(1, 9)):
        await player.play_steps(most)
        kept = moves_in(bot)
        await restart(world, bot)
        assert lost_moves(kept, moves_in(bot)) == []
        await wait_until_right(bot, [player])
    await player.play_steps(last)
    assert unanswered_moves(bot, player) == []
    assert player.answered
    await wait_until_right(bot, [player])
    assert len(await player.messages()) == before + 1
    assert [line for line in bot.complaints() if "WARNING" not in line] == []
    if last < STEPS:
        return
    assert await player.is_over()
    message = await player.newest()
    assert message is not None
    rematch = next(custom_id for custom_id, *_ in actions_of(message) if custom_id.startswith("rematch:"))
    await player.use(message, rematch)
    await wait_until_right(bot, [player])
    assert len(await player.messages()) == before + 2


@pytest.mark.soak
async def test_kills_at_random_moments_lose_no_move_and_leave_one_message_a_game(tmp_path: Path) -> None:
    with running(tmp_path / "kills") as (discord, bot):
        async with online(discord.url) as world:
            failpoint, random = Failpoint(bot, tmp_path / "kills" / POINT), Random(KILLS)
            players = [await player_of(world, name, (KILLS, name)) for name in PEOPLE]
            for number in range(1, KILLS + 1):
                await _play_until_killed(bot, players, failpoint, random)
                kept = moves_in(bot)
                assert [line for one in players for line in unanswered_moves(bot, one)] == []
                await start_again(world, bot)
                assert lost_moves(kept, moves_in(bot)) == []
                await wait_until_right(bot, players)
                print(f"{number} of {KILLS} kills, {sum(map(len, moves_in(bot).values()))} moves", flush=True)
            assert len(moves_in(bot)) >= len(players)
            discord.check()


async def _play_until_killed(bot: BotProcess, players: list[Player], failpoint: Failpoint, random: Random) -> None:
    """Let everybody act until the bot is killed, at a named point or at a random moment."""

    async def play(player: Player) -> None:
        with suppress(UnansweredError):
            while bot.running:
                await act(player)

    playing = [asyncio.create_task(play(player), name=player.person.name) for player in players]
    if random.random() < AT_POINTS:
        point = f"{random.choice(('before', 'after'))} {random.choice(POINTS)} {random.randrange(1, 6)}"
        await failpoint.reach(point, 2.0)
    else:
        await asyncio.sleep(random.uniform(0.1, 1.5))
    if bot.running:
        bot.kill()
    else:
        bot.wait()
    await asyncio.gather(*playing)

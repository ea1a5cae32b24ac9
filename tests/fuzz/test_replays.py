"""Replays exist only for finished games, and only for people who can see the table.

The answer to any other request for a replay is a refusal, without a card.
"""

import json

import pytest

from local_discord.checks.permissions import BITS
from locales import Translation
from show.actions.decision_actions import AtTable, LookUp
from show.actions.replay_actions import ListGames, OpenReplay, PickEyes, PickRound, PlayOn, TakeRecord
from show.actions.table_actions import (
    Action,
    CheckDeal,
    EndGame,
    OpenDetails,
    OpenHand,
    OpenMore,
    OpenSheet,
    ShowAgain,
    TableAction,
)
from tests.fuzz.conftest import AKI, BEN, CHIE, ELSEWHERE, HIDDEN, OTHER_ROOM, ROOM, STAFF
from tests.fuzz.offline import Offline, SentInteraction
from tests.fuzz.payloads import Channel, User, components_with

EN = Translation("en")
NONE, RUNNING = EN("no-such-table"), EN("still-running")


def replay_actions(number: int) -> list[TableAction]:
    """Return every action on a table's replay."""
    return [
        OpenReplay(number),
        OpenReplay(number, 3, 1),
        OpenReplay(number, 0, 2, result=True, go="trick-on"),
        PickEyes(number, 0, result=True, value=1),
        PickRound(number, 1, result=True, value=1),
        PlayOn(number, 0, 1),
        TakeRecord(number),
    ]


def click(world: Offline, who: User, where: Channel, action: Action) -> SentInteraction:
    """Click an action on an ephemeral page, or choose its value in a select."""
    value = getattr(action, "value", None)
    return world.click(who, where, action.custom_id, values=None if value is None else [str(value)])


async def answer_texts(world: Offline, *asked: SentInteraction) -> list[str]:
    await world.wait_for(*asked)
    return [one.text for one in asked]


def linked_replays(asked: SentInteraction) -> list[int]:
    """Return the tables whose replays a page links to."""
    actions = map(Action.parse, asked.custom_ids)
    return [one.table for one in actions if isinstance(one, OpenReplay)]


async def test_running_game_has_no_replay_and_no_record(world: Offline) -> None:
    number = await world.open_table(AKI, BEN, where=ROOM)
    before = await world.rows()
    for who in (AKI, CHIE):
        asked = [click(world, who, ROOM, action) for action in replay_actions(number)]
        asked.append(world.command(who, ROOM, "replay", table=number))
        assert await answer_texts(world, *asked) == [RUNNING] * len(asked)
        assert not [reply for one in asked for reply in one.replies if "attachments" in json.dumps(reply)]
        listed = await world.wait_for(world.command(who, ROOM, "replay"))
        assert linked_replays(listed) == []
    assert await world.rows() == before


async def test_replay_is_visible_only_to_people_who_see_the_table(world: Offline) -> None:
    hidden = await world.finish_game(AKI, STAFF, where=HIDDEN)
    open_to_all = await world.finish_game(AKI, BEN, where=ROOM)
    for who, where, numbers in ((CHIE, ROOM, [hidden]), (AKI, ELSEWHERE, [hidden, open_to_all])):
        for number in numbers:
            asked = [click(world, who, where, action) for action in replay_actions(number)]
            assert await answer_texts(world, *asked) == [NONE] * len(asked)
    seen = {
        (CHIE, ROOM): [open_to_all],
        (AKI, OTHER_ROOM): [open_to_all, hidden],
        (STAFF, ROOM): [open_to_all, hidden],
        (STAFF, ELSEWHERE): [],
    }
    for (who, where), games in seen.items():
        listed = await world.wait_for(click(world, who, where, ListGames(0, mine=False)))
        assert linked_replays(listed) == games


async def test_people_who_see_a_game_step_through_it_and_get_its_record(world: Offline) -> None:
    number = await world.finish_game(AKI, BEN, where=ROOM)
    replay = world.command(CHIE, ROOM, "replay", table=number)
    assert "step 1/" in (await answer_texts(world, replay))[0]
    for go, step in (("on", "step 2/"), ("trick-on", "step "), ("nowhere", "step 1/"), ("back", "step 1/")):
        assert step in (await answer_texts(world, click(world, CHIE, ROOM, OpenReplay(number, 0, 1, go=go))))[0]
    record = await world.wait_for(click(world, CHIE, ROOM, TakeRecord(number)))
    files = [part["filename"] for part in components_with(record.answers, "filename")]
    assert files == [f"ichiza-{number}.json", "checking-page.html"]
    assert all(kind == 4 for kind, _ in record.replies), "a message of its own; the replay stays"


async def test_replay_opens_with_the_askers_own_eyes_if_they_sat_there(world: Offline) -> None:
    number = await world.finish_game(AKI, BEN, where=ROOM)
    for who, seat in ((AKI, "1"), (BEN, "2"), (CHIE, "0")):
        opened = [world.command(who, ROOM, "replay", table=number), click(world, who, ROOM, OpenReplay(number))]
        await world.wait_for(*opened)
        for one in opened:
            chosen = [line["value"] for line in components_with(one.answers, "default") if line["default"]]
            assert chosen[0] == seat
    arrow = await world.wait_for(click(world, AKI, ROOM, OpenReplay(number, 1, 0, go="back")))
    chosen = [line["value"] for line in components_with(arrow.answers, "default") if line["default"]]
    assert chosen[0] == "0", "the eyes chosen since stay, also at the first step"


@pytest.mark.slow
async def test_play_on_needs_no_permission_of_the_bot_because_it_posts_nothing(world: Offline) -> None:
    number = await world.finish_game(AKI, BEN, where=ROOM)
    here = world.discord.world
    here.channels[str(ROOM.id)].overwrites[here.bot.id] = 1, 0, BITS["send_messages"]
    await world.wait_until_idle()
    before = world.messages.copy()
    panel = await world.wait_for(click(world, AKI, ROOM, PlayOn(number, 5, 0)))
    assert f"choose:{number + 1}:" in json.dumps(panel.answers)
    await world.wait_until_idle()
    assert world.messages == before


async def practising(world: Offline) -> tuple[int, SentInteraction]:
    """Let Chie practise from a game of Aki and Ben; return the table and the click that shows the hand."""
    number = await world.finish_game(AKI, BEN, where=ROOM)
    await world.wait_until_idle()
    asked = [click(world, CHIE, OTHER_ROOM, PlayOn(number, 6, 1)) for _ in range(2)]
    await world.wait_for(*asked)
    (new,) = [table async for table in world.services.tables.load_each(range(number + 1, number + 9))]
    assert new.seat_of(CHIE.id) == 0
    assert all(f":{new.id}:" in json.dumps(one.answers) for one in asked), "the hand, twice"
    return new.id, asked[0]


def choices(asked: SentInteraction, number: int) -> list[str]:
    """Return the custom ids of the moves that a hand offers."""
    return [one for one in asked.custom_ids if one.startswith(f"choose:{number}:")]


@pytest.mark.slow
async def test_practice_is_played_in_its_players_panel_without_any_public_message(world: Offline) -> None:
    finished = await world.finish_game(AKI, BEN, where=ROOM)
    await world.wait_until_idle()
    before = world.messages.copy()
    threads = {one.id for one in world.discord.world.channels.values() if one.is_thread}
    panel = await world.wait_for(click(world, CHIE, OTHER_ROOM, PlayOn(finished, 6, 1)))
    number = finished + 1
    for _ in range(3):
        await world.wait_until_idle()
        hand = await world.wait_for(click(world, CHIE, OTHER_ROOM, OpenHand(number)))
        await world.wait_for(world.click(CHIE, OTHER_ROOM, choices(hand, number)[0]))
    await world.wait_until_idle()
    assert world.messages == before, "no lobby, no table, no thread's first message, no mention"
    assert {one.id for one in world.discord.world.channels.values() if one.is_thread} == threads
    assert choices(panel, number)


async def test_practice_exists_for_its_player_only(world: Offline) -> None:
    number, _ = await practising(world)
    before = await world.rows()
    for who in (AKI, STAFF):
        asked = [
            world.click(who, OTHER_ROOM if who is AKI else ROOM, verb)
            for verb in (
                OpenHand(number).custom_id,
                OpenDetails(number).custom_id,
                OpenMore(number).custom_id,
                OpenSheet(number).custom_id,
                EndGame(number, sure=True).custom_id,
                LookUp(AtTable(number), "trick").custom_id,
                CheckDeal(number).custom_id,
                ShowAgain(number, 0, "").custom_id,
                OpenReplay(number).custom_id,
            )
        ]
        asked += [world.command(who, ROOM, name, table=number) for name in ("hand", "replay")]
        unknown = EN("no-such-replay")
        assert await answer_texts(world, *asked) == [NONE] * (len(asked) - 1) + [unknown]
        other = world.command(who, ROOM, "replay", table=number + 9)
        assert await answer_texts(world, other) == [unknown], "as if there were no such table"
        listed = await world.wait_for(world.command(who, ROOM, "tables"))
        assert str(number) not in json.dumps([one.split(":")[1:2] for one in listed.custom_ids])
    assert await world.rows() == before
    listed = await world.wait_for(world.command(CHIE, OTHER_ROOM, "tables"))
    assert {one for one in listed.custom_ids if one.endswith(f":{number}")} == {
        OpenHand(number).custom_id,
        OpenMore(number).custom_id,
    }, "a way to the hand and to leaving; there is no message to open or to show again"
    assert "practice" in listed.text
    hand = await world.wait_for(world.command(CHIE, ROOM, "hand"))
    assert choices(hand, number), "also where it was not begun"


@pytest.mark.slow
async def test_hand_command_prefers_a_table_with_others_to_a_practice(world: Offline) -> None:
    finished = await world.finish_game(AKI, BEN, where=ROOM)
    number = await world.open_table(AKI, BEN, where=ROOM)
    await world.wait_for(click(world, AKI, ROOM, PlayOn(finished, 6, 1)))
    await world.wait_until_idle()
    waits = (await world.services.tables.get(number)).to_act
    hand = await world.wait_for(world.command(AKI, ROOM, "hand"))
    table = await world.services.tables.get(number)
    if table.seat_of(AKI.id) in waits:
        assert choices(hand, number)
    assert (await world.wait_for(world.command(AKI, ROOM, "hand", table=number + 1))).custom_ids


@pytest.mark.slow
async def test_replay_autocomplete_offers_own_finished_games(world: Offline) -> None:
    number, _ = await world.finish_game(AKI, BEN, where=ROOM), await world.open_table(AKI, BEN, where=ROOM)
    for who, channel, typed, offered in (
        (AKI, ROOM, "", [number]),
        (AKI, ROOM, f"table {number}", [number]),
        (AKI, ROOM, "no such", []),
        (AKI, ELSEWHERE, "", []),
        (CHIE, ROOM, "", []),
    ):
        asked = await world.wait_for(world.autocomplete(who, channel, "replay", typed))
        assert [one["value"] for one in asked.answers[0]["choices"]] == offered

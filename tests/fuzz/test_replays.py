"""Replays exist for finished games and people who can see the table; forged requests get a sentence and no card."""

import json

from local_discord.checks.permissions import BITS
from locales import Translation
from show.actions.replay_actions import ListGames, OpenReplay, PickEyes, PickRound, PlayOn, TakeRecord
from show.actions.table_actions import Action, TableAction
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
    before = world.rows()
    for who in (AKI, CHIE):
        asked = [click(world, who, ROOM, action) for action in replay_actions(number)]
        asked.append(world.command(who, ROOM, "replay", table=number))
        assert await answer_texts(world, *asked) == [RUNNING] * len(asked)
        assert not [reply for one in asked for reply in one.replies if "attachments" in json.dumps(reply)]
        listed = await world.wait_for(world.command(who, ROOM, "replay"))
        assert linked_replays(listed) == []
    await world.wait_until_idle()
    assert world.rows() == before


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


async def test_play_on_is_refused_if_the_bot_cannot_post(world: Offline) -> None:
    number = await world.finish_game(AKI, BEN, where=ROOM)
    here = world.discord.world
    here.channels[str(ROOM.id)].overwrites[here.bot.id] = 1, 0, BITS["send_messages"]
    before = world.rows()
    (sentence,) = await answer_texts(world, click(world, AKI, ROOM, PlayOn(number, 5, 0)))
    assert "Send Messages" in sentence
    assert world.rows() == before


async def test_play_on_opens_the_hand_and_a_practice_table(world: Offline) -> None:
    number = await world.finish_game(AKI, BEN, where=ROOM)
    asked = [click(world, CHIE, OTHER_ROOM, PlayOn(number, 6, 1)) for _ in range(2)]
    await world.wait_for(*asked)
    await world.wait_until_idle()
    (new,) = [table async for table in world.services.tables.load_each(range(number + 1, number + 9))]
    assert new.seat_of(CHIE.id) == 0
    assert all(f":{new.id}:" in json.dumps(one.answers) for one in asked), "the hand, twice"
    practice = [one for one in world.messages.values() if f"Practice from table {number}" in json.dumps(one)]
    assert {int(one["channel_id"]) for one in practice} > {OTHER_ROOM.id}, "what leads to it, and in its thread it"


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

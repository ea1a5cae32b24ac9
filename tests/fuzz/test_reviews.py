"""Reviews exist for people who kept their seat to the end; forged requests get one sentence, and change nothing."""

import asyncio
import json
from random import Random

import pytest

import limits
from host.learning.reviews import ReviewInProgress
from local_discord.world.model import EPHEMERAL
from locales import Translation
from show.actions.replay_actions import OpenReplay, PlayOn
from show.actions.review_actions import OpenReview, ShowCost, ShowCounting, ShowFind
from show.actions.table_actions import Action, TableAction
from tests.fuzz.conftest import AKI, BEN, CHIE, ELSEWHERE, HIDDEN, OTHER_ROOM, ROOM, STAFF
from tests.fuzz.offline import Offline, SentInteraction
from tests.fuzz.payloads import Channel, User

EN = Translation("en")
NONE, NO_REVIEW = EN("no-such-table"), EN("no-review")
LONG = 120.0


def review_actions(number: int) -> list[TableAction]:
    """Return every action on a table's review."""
    return [
        OpenReview(number),
        OpenReview(number, here=True),
        ShowCounting(number),
        *(kind(number, place) for kind in (ShowFind, ShowCost) for place in (0, 2**63 - 1)),
    ]


def click(world: Offline, who: User, where: Channel, action: Action) -> SentInteraction:
    return world.click(who, where, action.custom_id)


async def answer_texts(world: Offline, *asked: SentInteraction) -> list[str]:
    await world.wait_for(*asked)
    return [one.text for one in asked]


async def made(world: Offline, number: int, who: User) -> None:
    """Wait until a review is stored."""
    async with asyncio.timeout(LONG):
        while isinstance(now := await world.services.reviews.of(number, who.id), ReviewInProgress):
            await now.ended.wait()


def message_of(world: Offline, number: int) -> dict[str, object]:
    """Return a message of the table with its result."""
    return next(one for one in world.messages.values() if f"replay:{number}" in json.dumps(one))


async def test_everybody_but_the_seats_people_gets_one_refusal(world: Offline) -> None:
    over, running = await world.finish_game(AKI, BEN, where=ROOM), await world.open_table(AKI, BEN, where=ROOM)
    hidden = await world.finish_game(AKI, STAFF, where=HIDDEN)
    await world.wait_for(click(world, CHIE, ROOM, PlayOn(over, 0, 1)))
    before = await world.rows()
    for number, who in ((over, CHIE), (over, STAFF), (running, AKI), (running, CHIE), (running + 2, CHIE)):
        asked = [click(world, who, ROOM, action) for action in review_actions(number)]
        assert await answer_texts(world, *asked) == [NO_REVIEW] * len(asked), (number, who)
        await world.wait_until_idle()
    for number, who, where in ((hidden, CHIE, ROOM), (over, AKI, ELSEWHERE), (over + 90, AKI, ROOM)):
        asked = [click(world, who, where, action) for action in review_actions(number)]
        assert await answer_texts(world, *asked) == [NONE] * len(asked)
        await world.wait_until_idle()
    chosen = world.on_message(CHIE, ROOM, message_of(world, over), "Review")
    assert await answer_texts(world, chosen) == [NO_REVIEW]
    assert await world.rows() == before
    assert await world.store._database.read("SELECT * FROM reviews") == []


@pytest.mark.slow
async def test_person_reviews_the_own_seat_only_and_sees_it_alone(world: Offline) -> None:
    number = await world.finish_game(AKI, BEN, where=ROOM)
    public = world.messages.copy()
    asked = [click(world, who, OTHER_ROOM, OpenReview(number)) for who in (AKI, BEN)]
    assert [EN("table-review") in text for text in await answer_texts(world, *asked)] == [True, True]
    for who in (AKI, BEN):
        await made(world, number, who)
    shown = [click(world, who, ROOM, OpenReview(number)) for who in (AKI, BEN)]
    mine, yours = await answer_texts(world, *shown)
    assert "average: luck" in mine
    assert "average: luck" in yours
    assert mine != yours
    for one in (*asked, *shown):
        kinds = [kind for kind, _ in one.replies]
        assert kinds[0] == 4, "a page of its own; the clicked one stays"
        assert set(kinds[1:]) <= {1}, "nothing but edits of that page"
        assert one.replies[0][1]["flags"] & EPHEMERAL
    assert await answer_texts(world, click(world, CHIE, ROOM, OpenReview(number))) == [NO_REVIEW]
    rows = await world.store._database.read("SELECT table_id, user_id, seat FROM reviews ORDER BY seat")
    assert rows == [(number, AKI.id, 0), (number, BEN.id, 1)]
    await world.wait_until_idle()
    assert world.messages == public, "nothing public has changed"


@pytest.mark.slow
async def test_forged_places_in_a_stored_review_are_refused(world: Offline) -> None:
    number = await world.finish_game(AKI, BEN, where=ROOM)
    await world.wait_for(click(world, AKI, ROOM, OpenReview(number)))
    await made(world, number, AKI)
    for kind in (ShowFind, ShowCost):
        far = [click(world, AKI, ROOM, kind(number, place)) for place in (3, 4, 2**63 - 1)]
        assert await answer_texts(world, *far) == [EN("old-review")] * 3
    asked = [
        world.click(AKI, ROOM, f"{verb}:{number}{end}")
        for verb in ("review", "review-cost")
        for end in (":-1", ":x", ":0:0", "")
    ]
    assert set(await answer_texts(world, *asked)) == {EN("fault-other-version")}


async def test_message_command_opens_the_review_of_its_game(world: Offline) -> None:
    number = await world.finish_game(AKI, BEN, where=ROOM)
    message = message_of(world, number)
    mine, others = (world.on_message(who, ROOM, message, "Review") for who in (AKI, CHIE))
    kept, refused = await answer_texts(world, mine, others)
    assert EN("review-kept") in kept
    assert refused == NO_REVIEW
    unknown = world.on_message(AKI, ROOM, {**message, "id": "77"}, "Review")
    assert await answer_texts(world, unknown) == [NO_REVIEW]


async def test_message_command_of_another_server_finds_no_table(world: Offline) -> None:
    message = message_of(world, await world.finish_game(AKI, BEN, where=ROOM))
    assert await answer_texts(world, world.on_message(AKI, ELSEWHERE, message, "Review")) == [NONE]


async def test_replay_offers_the_review_to_those_who_have_one(world: Offline) -> None:
    number = await world.finish_game(AKI, BEN, where=ROOM)
    for who, offered in ((AKI, True), (BEN, True), (CHIE, False)):
        shown = await world.wait_for(click(world, who, ROOM, OpenReplay(number)))
        assert (OpenReview(number).custom_id in shown.custom_ids) == offered


async def test_hand_of_a_finished_game_offers_the_review(world: Offline) -> None:
    number = await world.finish_game(AKI, BEN, where=ROOM)
    hand = await world.wait_for(world.click(AKI, ROOM, f"hand:{number}"))
    assert OpenReview(number).custom_id in hand.custom_ids


@pytest.mark.slow
async def test_clicks_at_once_make_one_review(world: Offline) -> None:
    number, random = await world.finish_game(AKI, BEN, where=ROOM), Random(1)
    asked = [click(world, AKI, ROOM, OpenReview(number, here=random.random() < 0.5)) for _ in range(8)]
    await world.wait_for(*asked)
    await made(world, number, AKI)
    rows = await world.store._database.read("SELECT user_id FROM reviews")
    assert rows == [(AKI.id,)]
    assert world.services.reviews._begun._times[0, AKI.id].__len__() == 1


@pytest.mark.slow
async def test_limits_are_told(world: Offline, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = await world.finish_game(AKI, BEN, where=ROOM), await world.finish_game(AKI, BEN, where=ROOM)
    monkeypatch.setattr(limits, "REVIEWED_A_DAY", 1)
    await world.wait_for(click(world, AKI, ROOM, OpenReview(first)))
    await made(world, first, AKI)
    (told,) = await answer_texts(world, click(world, AKI, ROOM, OpenReview(second)))
    assert "1 reviews within a day" in told

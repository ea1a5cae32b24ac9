"""Lessons on a server: opened by /learn, the rules page or the offer to beginners, and followed by a game."""

import pytest

from engine.lessons import Lesson
from tests.driver import Driver, Json, Person, buttons, is_ephemeral, labels, texts
from tests.e2e.playing import LONG, is_table, offers_choice, open_table
from tests.e2e.processes import BotProcess

pytestmark = pytest.mark.slow

ROOM = "card-room"
SAIZEN = Lesson.all["saizen"]
STEPS = len(SAIZEN.steps)


def taps(page: Json, step: int) -> list[str]:
    """Return the custom ids of a step's choices, the expected one first."""
    offered = [one for one in buttons(page) if one["custom_id"].startswith(f"lesson-tap:saizen:{step}:")]
    return [one["custom_id"] for one in sorted(offered, key=lambda one: one["style"] == 2)]


async def finish_lesson(person: Person, page: Json) -> Json:
    """Tap the expected choice of each step, always in the same message; return the lesson's last page."""
    for step in range(STEPS):
        answered = (await person.click(page, custom_id=taps(page, step)[0])).reply
        assert answered["id"] == page["id"]
        page = answered
    return page


def offers_lesson(message: Json, game: str) -> bool:
    return is_ephemeral(message) and f"lesson:{game}:0:" in [one.get("custom_id") for one in buttons(message)]


async def test_lesson_is_finished_from_the_list_and_a_wrong_choice_changes_nothing(world: Driver) -> None:
    aki = world.user("Aki")
    page = (await aki.command(ROOM, "learn")).reply
    assert is_ephemeral(page)
    assert len(labels(page)) == len(Lesson.all)
    page = (await aki.click(page, custom_id="lesson:saizen:0:")).reply
    assert f"step 1 of {STEPS}" in texts(page)
    offered = taps(page, 0)
    answered = (await aki.click(page, custom_id=offered[1])).reply
    assert "⚠️" in texts(answered)
    assert taps(answered, 0) == offered
    end = await finish_lesson(aki, answered)
    assert "done" in texts(end)
    assert "✅" in texts((await aki.click(end, custom_id="lessons")).reply)
    assert "Saizen" in texts((await aki.command(ROOM, "profile")).reply)
    ben = world.user("Ben")
    assert "Lessons finished" not in texts((await ben.command(ROOM, "profile", member=aki.id)).reply)
    assert await world.control.problems() == []


async def test_step_can_be_left_and_entered_again(world: Driver) -> None:
    aki = world.user("Aki")
    page = (await aki.command(ROOM, "learn", lesson="saizen")).reply
    page = (await aki.click(page, custom_id=taps(page, 0)[0])).reply
    left = (await aki.click(page, custom_id="lesson-leave:saizen:1")).reply
    again = (await aki.click(left, custom_id="lesson:saizen:1:")).reply
    assert taps(again, 1) == taps(page, 1)


async def test_lesson_leads_to_a_game_with_easy_computers(world: Driver, bot: BotProcess) -> None:
    dai = world.user("Dai")
    page = (await dai.command(ROOM, "learn", lesson="saizen")).reply
    end = await finish_lesson(dai, page)
    hand = (await dai.click(end, custom_id="play-easy:saizen")).reply
    assert is_ephemeral(hand)
    ((number,),) = bot.rows("SELECT MAX(id) FROM tables")
    assert bot.rows("SELECT computer FROM seats WHERE table_id = ? AND user_id IS NULL", number) == [("easy",)] * 3
    table = await dai.wait_for(lambda one: is_table(one, number), within=LONG)
    assert "Dai" in texts(table)
    hand = await dai.wait_for(lambda one: is_ephemeral(one) and offers_choice(one), within=LONG)
    assert any(one["custom_id"].startswith(f"choose:{number}:") for one in buttons(hand))
    assert await world.control.problems() == []


async def test_beginner_is_offered_the_lesson_once_beside_the_private_answer(world: Driver) -> None:
    chie = world.user("Chie")
    await open_table(world, "tennos-square", seats=4, people=["Chie"])
    offer = await chie.wait_for(lambda one: offers_lesson(one, "tennos-square"), within=LONG)
    assert "You are in" in texts(offer)
    lobby = await open_table(world, "tennos-square", seats=4, people=["Chie"])
    own = f"own-deal:{lobby_number(lobby)}:"

    def private_answer(message: Json) -> bool:
        return is_ephemeral(message) and any(one.get("custom_id", "").startswith(own) for one in buttons(message))

    again = await chie.wait_for(private_answer, within=LONG)
    assert not offers_lesson(again, "tennos-square")
    page = (await chie.click(offer, custom_id="lesson:tennos-square:0:")).reply
    assert "step 1" in texts(page)


def lobby_number(lobby: Json) -> int:
    return next(int(one["custom_id"].split(":")[1]) for one in buttons(lobby) if one["custom_id"].startswith("join:"))


async def test_first_page_of_the_rules_leads_to_the_lesson(world: Driver) -> None:
    ben = world.user("Ben")
    page = (await ben.command(ROOM, "rules", game="tezumashi")).reply
    assert offers_lesson(page, "tezumashi")
    page = (await ben.click(page, custom_id="lesson:tezumashi:0:")).reply
    assert "step 1" in texts(page)

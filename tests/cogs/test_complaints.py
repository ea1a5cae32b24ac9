"""Complaints from the button to the answer: the person is thanked, and the log does not contain the move."""

import logging
from pathlib import Path

import pytest

from engine import complaint
from host.ai.complaints import choices
from locales import Translation
from storage.sqlite.database_files import beside
from tests.fuzz.conftest import AKI, BEN, ROOM
from tests.fuzz.offline import Offline, SentInteraction
from tests.fuzz.payloads import Json, User

SAID = Translation("en")


async def game(world: Offline) -> list[int]:
    """Start table 1, at which Aki must act, and return the computer players' moves, newest first."""
    await world.open_table(AKI, where=ROOM, seats=4)
    while True:
        table = await world.services.tables.get(1)
        assert table.game is not None
        if not table.computers_to_act() and choices(table):
            return choices(table)
        if 0 in table.game.to_act:
            path = table.game.path(table.game.legal_moves(0)[0])
            await world.services.moves.choose(1, AKI.id, table.game.moves_made(0), path, sure=True)
        await world.wait_until_idle()


async def clicked(world: Offline, custom_id: str, who: User = AKI, page: Json | None = None) -> SentInteraction:
    return await world.wait_for(world.click(who, ROOM, custom_id, page))


def filed(world: Offline) -> list[complaint.Complaint]:
    """Return the complaints in the files."""
    folder: Path = beside(world.database, "-silly")
    return [complaint.loads(file.read_text(encoding="utf-8")) for file in folder.glob("*")]


@pytest.mark.slow
async def test_complaint_is_reached_from_the_tricks_of_a_hand_and_thanked(
    world: Offline, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    number, *_ = await game(world)
    hand = await clicked(world, "hand:1")
    tricks = await clicked(world, "look:1:trick:0", page=hand.page)
    assert "'look:1:silly:0'" in str(tricks.answers)
    silly = await clicked(world, "look:1:silly:0", page=hand.page)
    assert f"'silly:1:{number}'" in str(silly.answers)
    thanked = await clicked(world, f"silly:1:{number}", page=hand.page)
    assert thanked.text == SAID("silly-filed")
    (found,) = filed(world)
    assert len(found.record.moves) == number + 1
    said = [one.getMessage() for one in caplog.records]
    assert not [line for line in said if found.record.moves[-1][1].split()[-1] in line.split()]
    assert (await clicked(world, f"silly:1:{number}", page=hand.page)).text == SAID("silly-filed"), "twice is once"
    assert len(filed(world)) == 1


async def test_complaint_without_a_seat_or_without_a_computer_players_move_is_refused(world: Offline) -> None:
    number, *_ = await game(world)
    assert (await clicked(world, f"silly:1:{number}", BEN)).text == SAID("not-seated")
    for forged in (10**17, 10**3):
        assert (await clicked(world, f"silly:1:{forged}")).text == SAID("no-such-move")
    assert filed(world) == []

"""The number of modules in `cogs` that run code for one click."""

import sys
from contextvars import ContextVar
from pathlib import Path
from types import FrameType

import pytest

import cogs
from host.lobby.lobby_transitions import required_game
from show.actions.decision_actions import AtTable, Choose
from show.messages.work_queue import WorkQueue
from tests.fuzz.conftest import AKI, BEN, ROOM
from tests.fuzz.offline import Offline
from tests.tables import wait_for_people_to_act

MOST_MODULES = 8
SEAT = 1
COGS = Path(cogs.__file__).parent
OF_THE_CLICK = ContextVar("OF_THE_CLICK", default=False)
"""Whether the running task was started by the click; tasks inherit the context of their creator."""


async def test_a_card_click_enters_few_modules_of_the_cogs(world: Offline, monkeypatch: pytest.MonkeyPatch) -> None:
    await world.open_table(AKI, BEN, where=ROOM, game="tennos-square", seats=3)
    hand = await world.wait_for(world.click(BEN, ROOM, "hand:1"))
    game = required_game(await wait_for_people_to_act(world.services, await world.services.tables.get(1)))
    await world.wait_until_idle()
    modules: set[Path] = set()

    def note(frame: FrameType, event: str, _arg: object) -> None:
        if event == "call" and OF_THE_CLICK.get() and COGS in (path := Path(frame.f_code.co_filename)).parents:
            modules.add(path.relative_to(COGS))

    # Edit no messages: on a slow machine the edits would begin before the click is answered, and the modules that they
    # enter would be counted as the click's.
    monkeypatch.setattr(WorkQueue, "schedule", lambda *_: None)
    OF_THE_CLICK.set(True)
    sys.setprofile(note)
    played = world.click(
        BEN, ROOM, Choose(AtTable(1), 0, game.path(game.legal_moves(SEAT)[0]), sure=True).custom_id, hand.page
    )
    await world.wait_for(played)
    sys.setprofile(None)
    assert SEAT in [one.seat for one in await world.services.tables.store.tables.moves(1)]
    assert len(modules) <= MOST_MODULES, sorted(map(str, modules))

"""Panels that replace others: a user has one live panel, which is near the end of its channel."""

import asyncio
from dataclasses import replace

import pytest

from host.place import Place
from host.settings import Switch
from show.actions.decision_actions import AtTable, LookUp
from show.messages.table_messages import NEAR_SECONDS, TableMessage
from show.pages.game.hand import Asked, left_page
from show.text.page import Page
from show.text.seat_names import table_translation
from tests.show.basics import AKI
from tests.show.test_open_panels import Asker, OneTable, playing


async def test_panel_that_was_superseded_says_so_but_a_reopened_one_does_not() -> None:
    followed, old, new = playing("saizen"), Asker(AKI, panel_id=11), Asker(AKI, panel_id=12)
    await followed.panels.answer(old, 1, Asked())
    assert not await followed.panels.answer_outdated(old, 1)
    await followed.panels.answer(new, 1, Asked())
    assert await followed.panels.answer_outdated(old, 1)
    assert old.pages[-1] == left_page(followed.table, table_translation(followed.table, "en-US"))
    assert not await followed.panels.answer_outdated(new, 1)
    await followed.panels.answer(old, 1, Asked(), anew=True)
    assert await followed.panels.answer_outdated(new, 1)


OLD, NEW, CHAT = 1000 << 22, 2000 << 22, (1000 + round(1000 * NEAR_SECONDS)) << 22
"""The ids of a panel, of a later panel, and of another user's message after which the first panel is out of sight."""


async def opened(game: str = "saizen") -> tuple[OneTable, Asker]:
    """Return a game, and a click on a panel that has scrolled away; the click can send a new panel, with id `NEW`."""
    followed, click = playing(game), Asker(AKI, OLD, CHAT)
    await followed.panels.answer(Asker(AKI, OLD), 1, Asked())
    click.sends_below = NEW
    return followed, click


async def test_click_in_a_panel_that_scrolled_away_gets_a_new_panel_and_pushes_go_there() -> None:
    followed, click = await opened()
    await followed.panels.answer(click, 1, Asked())
    assert click.panel_id == NEW
    assert not await followed.panels.answer_outdated(Asker(AKI, NEW), 1)
    followed.goes_on(lambda game: bool(game.rounds))
    await followed.panels.refresh(1)
    assert len(click.pages) == 2


async def test_click_in_a_near_panel_is_answered_in_it() -> None:
    followed, click = await opened()
    click.newest = CHAT - 1
    await followed.panels.answer(click, 1, Asked())
    assert click.panel_id == OLD


async def test_old_panel_that_could_not_be_deleted_is_outdated() -> None:
    followed, click = await opened()
    await followed.panels.answer(click, 1, Asked())
    old = Asker(AKI, OLD)
    assert await followed.panels.answer_outdated(old, 1)
    assert old.pages == [left_page(followed.table, table_translation(followed.table, "en-US"))]
    old.sends_below, old.newest = NEW + 1, CHAT
    await followed.panels.answer(old, 1, Asked(), anew=True)
    assert await followed.panels.answer_outdated(Asker(AKI, NEW), 1), "the way from the old panel leads to a third one"
    assert click.deletes == 1


async def test_click_in_a_panel_that_was_deleted_a_moment_ago_counts() -> None:
    followed, click = await opened()
    await followed.panels.answer(click, 1, Asked())
    click.deleted_id = OLD
    late = Asker(AKI, OLD)
    late.sends_below = NEW + 1
    assert not await followed.panels.answer_outdated(late, 1)
    await followed.panels.answer(late, 1, Asked())
    assert late.panel_id == NEW + 1
    assert click.deletes == 1, "one panel is left"


async def test_panel_stays_the_open_one_if_no_new_one_can_be_sent() -> None:
    followed, click = await opened()
    click.sends_below = 0
    await followed.panels.answer(click, 1, Asked())
    assert not await followed.panels.answer_outdated(Asker(AKI, OLD), 1)


@pytest.mark.parametrize("fails", [False, True])
async def test_click_on_a_panel_that_is_being_replaced_waits_for_the_new_one(fails: bool) -> None:
    followed, click = await opened()
    click.sends_below = 0 if fails else NEW
    click.go_on.clear()
    replacing = asyncio.create_task(followed.panels.answer(click, 1, Asked()))
    await asyncio.sleep(0)
    second = Asker(AKI, OLD)
    second.sends_below = NEW + 1
    assert not await followed.panels.answer_outdated(second, 1), "their move counts"
    answering = asyncio.create_task(followed.panels.answer(second, 1, Asked()))
    for _ in range(5):
        await asyncio.sleep(0)
    assert second.pages == []
    click.go_on.set()
    await replacing
    await answering
    assert len(second.pages) == 1
    assert (second.panel_id, click.deletes) == ((OLD, 0) if fails else (NEW + 1, 1))
    assert not await followed.panels.answer_outdated(Asker(AKI, second.panel_id), 1)


class SlowToDelete(Asker):
    """A click after which the new panel exists for some time before the old panel is deleted."""

    async def answer_below(self, page: Page) -> None:
        self.pages.append(page)
        self.panel_id = self.sends_below
        await self.go_on.wait()


async def test_only_the_panel_that_is_being_replaced_still_counts() -> None:
    followed = playing("saizen")
    await followed.panels.answer(Asker(AKI, OLD), 1, Asked())
    click = SlowToDelete(AKI, OLD, CHAT)
    click.sends_below = NEW
    click.go_on.clear()
    replacing = asyncio.create_task(followed.panels.answer(click, 1, Asked()))
    await asyncio.sleep(0)
    assert not await followed.panels.answer_outdated(Asker(AKI, OLD), 1), "it is not deleted yet"
    assert await followed.panels.answer_outdated(Asker(AKI, OLD - 1), 1)
    click.go_on.set()
    await replacing
    assert await followed.panels.answer_outdated(Asker(AKI, OLD), 1)


async def test_open_panel_that_a_table_message_covers_is_sent_anew_below_it() -> None:
    followed, aki = playing("saizen"), Asker(AKI, OLD)
    await followed.panels.answer(aki, 1, Asked(looking=LookUp(AtTable(1), "rules")))
    followed.table_messages.note(1, TableMessage(Place.server(1), 2, OLD + 1, 1))
    aki.sends_below = NEW
    await followed.panels.refresh(1)
    await followed.panels.refresh(1)
    assert aki.panel_id == NEW
    assert len(aki.pages) == 2
    looked_up, again = (page.text.partition("\n")[2] for page in aki.pages)
    assert looked_up == again
    assert await followed.panels.answer_outdated(Asker(AKI, OLD), 1)


async def test_covered_panel_that_cannot_be_sent_anew_is_tried_once_until_the_next_click() -> None:
    followed, aki = playing("saizen"), Asker(AKI, OLD)
    await followed.panels.answer(aki, 1, Asked())
    followed.table_messages.note(1, TableMessage(Place.server(1), 2, OLD + 1, 1))
    for _ in range(3):
        await followed.panels.refresh(1)  # each write schedules a refresh
    assert len(aki.pages) == 2
    assert aki.panel_id == OLD
    click = Asker(AKI, OLD)
    click.sends_below = NEW
    await followed.panels.answer(click, 1, Asked())
    assert click.panel_id == NEW


@pytest.mark.parametrize(("plain", "sends_below"), [("off", NEW), ("off", 0), ("on", NEW)])
async def test_user_looks_at_a_panel_that_is_sent_anew_below_a_new_rounds_table_message(
    plain: Switch, sends_below: int
) -> None:
    """Check two exceptions too: a panel that cannot be sent anew, and one in plain words at its user's turn.

    Both stay where they are, so their user does not count as looking at them.
    """
    followed, aki = playing("saizen"), Asker(AKI, OLD)
    followed.mine = replace(followed.mine, plain=plain)
    await followed.panels.answer(aki, 1, Asked())
    aki.sends_below = sends_below
    followed.table_messages.note(1, TableMessage(Place.server(1), 2, OLD + 1, 1))
    followed.panels.mark_covered(1)
    assert followed.panels.seconds_watched(1, AKI) > 0, "the panel will follow"
    await followed.panels.refresh(1)
    moved = aki.panel_id == NEW
    assert moved == (plain == "off" and bool(sends_below))
    assert (followed.panels.seconds_watched(1, AKI) > 0) == moved
    assert followed.mentions_due == ([] if moved else [1])


async def test_panel_whose_id_is_unknown_does_not_count_as_looked_at_once_a_new_round_has_begun() -> None:
    followed = playing("saizen")
    await followed.panels.answer(Asker(AKI), 1, Asked())
    followed.panels.mark_covered(1)
    assert followed.panels.seconds_watched(1, AKI) == 0


async def test_two_hands_opened_at_once_leave_one_panel() -> None:
    followed, first, second = playing("saizen"), Asker(AKI), Asker(AKI)
    first.sends, second.sends = OLD, NEW
    first.go_on.clear()
    opening = [asyncio.create_task(followed.panels.answer(first, 1, Asked(), anew=True))]
    for _ in range(5):
        await asyncio.sleep(0)
    opening.append(asyncio.create_task(followed.panels.answer(second, 1, Asked(), anew=True)))
    for _ in range(5):
        await asyncio.sleep(0)
    first.go_on.set()
    await asyncio.gather(*opening)
    assert (first.panel_id, second.panel_id) == (OLD, NEW)
    assert (first.deletes, second.deletes) == (1, 0)
    assert not await followed.panels.answer_outdated(Asker(AKI, NEW), 1)


async def test_hand_opened_while_the_panel_is_sent_anew_leaves_one_panel() -> None:
    followed, aki, second = playing("saizen"), Asker(AKI, OLD), Asker(AKI)
    await followed.panels.answer(aki, 1, Asked())
    followed.table_messages.note(1, TableMessage(Place.server(1), 2, OLD + 1, 1))
    aki.sends_below, second.sends = NEW, NEW + 1
    aki.go_on.clear()
    refreshing = asyncio.create_task(followed.panels.refresh(1))
    for _ in range(5):
        await asyncio.sleep(0)
    opening = asyncio.create_task(followed.panels.answer(second, 1, Asked(), anew=True))
    for _ in range(5):
        await asyncio.sleep(0)
    aki.go_on.set()
    await asyncio.gather(refreshing, opening)
    assert (aki.panel_id, second.panel_id) == (NEW, NEW + 1)
    assert aki.deleted[-1] == NEW, "the one that was sent last"
    assert second.deletes == 0


async def test_hand_opened_elsewhere_deletes_the_earlier_panel_once() -> None:
    followed, first, second = playing("saizen"), Asker(AKI), Asker(AKI)
    await followed.panels.answer(first, 1, Asked())
    first.panel_id = OLD  # the click on "My hand" has made a panel
    second.meanwhile = lambda: setattr(second, "panel_id", NEW)
    await followed.panels.answer(second, 1, Asked(), anew=True)
    assert (first.deletes, second.deletes) == (1, 0)
    await followed.panels.answer(Asker(AKI, NEW), 1, Asked())
    assert (first.deletes, second.deletes) == (1, 0), "the same panel is answered again"


async def test_hand_of_the_next_round_is_a_new_panel() -> None:
    followed, click = await opened()
    followed.goes_on(lambda game: game.round == 2)
    click.newest = 0
    await followed.panels.answer(click, 1, Asked(), anew=True)
    assert click.panel_id == NEW

"""Panels after the end of a game: the user's personal result, votes for a rematch, and the rematch."""

from dataclasses import replace
from random import Random
from types import SimpleNamespace

import pytest

from host.people.badges import BADGES
from host.people.personal_results import PersonalResult, Rating
from host.services import StoreError
from host.settings import PersonSettings, Switch
from host.tables.table import NightStage, Table
from locales import Translation
from show.actions.replay_actions import OpenReplay
from show.actions.table_actions import OpenHand, Rematch
from show.pages.game.hand import Asked
from tests.show.basics import AKI, SAIZEN
from tests.show.page_content import actions
from tests.show.tables import a_table, game_at, play_out, play_random, with_occupant
from tests.show.test_open_panels import BEN, Asker, OneTable

RESULT = PersonalResult(Rating(1108, 14, settled=True), (BADGES["chain"],))


class Ending(OneTable):
    """A game of two people in its last round; `read` lists the users whose personal result the panels have read."""

    def __init__(self) -> None:
        table, random = a_table(SAIZEN, 3, people=2), Random(2)
        while game_at(table).round < game_at(table).round_count:
            play_random(game_at(table), random)
        self.over = play_out(replace(table, game=game_at(table).copy()), Random(3))
        super().__init__(table)
        self.read: list[int] = []
        self.fails = False
        self.panels._services.personal_results = SimpleNamespace(of=self._result)  # type: ignore[assignment]

    async def _result(self, _table: Table, user: int) -> PersonalResult:
        self.read.append(user)
        if self.fails:
            raise StoreError("The database is locked.")
        return RESULT

    async def opened(self, user: int) -> Asker:
        """Open a person's panel."""
        asker = Asker(user)
        await self.panels.answer(asker, self.table.id, Asked())
        return asker

    async def goes_over(self) -> None:
        """End the game, and refresh the panels."""
        await self.becomes(self.over)

    async def becomes(self, table: Table) -> None:
        self.table = table
        await self.panels.refresh(table.id)


async def test_pushed_result_says_what_the_game_has_changed() -> None:
    ending = Ending()
    askers = [await ending.opened(user) for user in (AKI, BEN)]
    assert ending.read == [], "nothing is read while the game runs"
    await ending.goes_over()
    for asker in askers:
        first, badge, *_ = asker.pages[-1].text.split("\n")
        assert "1108" in first
        assert badge.startswith("🔗")
    assert sorted(ending.read) == [AKI, BEN]


async def test_hand_that_is_opened_after_the_end_says_the_same() -> None:
    ending = Ending()
    ending.table = ending.over
    asker = await ending.opened(AKI)
    assert "1108" in asker.pages[-1].text
    assert Rematch(1) in actions(asker.pages[-1])


async def test_end_is_shown_even_if_the_outcome_cannot_be_read(caplog: pytest.LogCaptureFixture) -> None:
    ending = Ending()
    pushed = await ending.opened(AKI)
    ending.fails = True
    await ending.goes_over()
    opened = await ending.opened(BEN)
    for asker in (pushed, opened):
        assert "1108" not in asker.pages[-1].text
        assert Rematch(1) in actions(asker.pages[-1])
    assert "could not be read" in caplog.text
    caplog.clear()


async def test_each_vote_is_shown_in_all_open_panels_and_the_outcome_read_once() -> None:
    ending = Ending()
    askers = [await ending.opened(user) for user in (AKI, BEN)]
    await ending.goes_over()
    await ending.becomes(with_occupant(ending.over, 0, agreed=True))
    assert all("Rematch (1/2)" in str(asker.pages[-1].parts) for asker in askers)
    assert len(ending.read) == 2
    pages = [len(asker.pages) for asker in askers]
    await ending.panels.refresh(ending.table.id)
    assert [len(asker.pages) for asker in askers] == pages, "nothing has changed"


@pytest.mark.parametrize("plain", ["off", "on"])
async def test_result_at_a_table_of_a_league_night_is_shown_in_full_once_all_tables_are_done(plain: Switch) -> None:
    ending, sealed_line = Ending(), Translation("en")("hand-sealed")
    ending.mine = PersonSettings(coaching="off", plain=plain)
    ending.over = replace(ending.over, night=NightStage(1, 1, "normal"), sealed=True)
    asker = await ending.opened(AKI)
    await ending.goes_over()
    assert sealed_line in asker.pages[-1].text
    pages = len(asker.pages)
    await ending.panels.refresh(ending.table.id)
    assert len(asker.pages) == pages, "nothing has changed"
    await ending.becomes(replace(ending.over, sealed=False))
    assert len(asker.pages) == pages + 1
    assert sealed_line not in asker.pages[-1].text
    assert OpenReplay(ending.table.id) in actions(asker.pages[-1])


async def test_panel_leads_to_the_rematch_and_is_then_forgotten() -> None:
    ending = Ending()
    asker = await ending.opened(AKI)
    await ending.goes_over()
    await ending.becomes(replace(ending.over, next_id=8))
    assert actions(asker.pages[-1])[0] == OpenHand(8)
    assert not ending.panels.has_open(ending.table.id)


async def test_click_while_the_outcome_is_read_is_answered_last() -> None:
    ending = Ending()
    first = await ending.opened(AKI)

    async def clicked(_table: Table, _user: int) -> PersonalResult:
        ending.panels._services.personal_results = SimpleNamespace(of=ending._result)  # type: ignore[assignment]
        await ending.opened(AKI)
        return RESULT

    ending.panels._services.personal_results = SimpleNamespace(of=clicked)  # type: ignore[assignment]
    await ending.goes_over()
    assert len(first.pages) == 1, "the panel that was left behind gets no push"

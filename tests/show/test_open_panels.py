"""Pushes into open panels: they run concurrently, no push delays another, and only beginners get hints."""

import asyncio
from collections.abc import Callable, Collection
from dataclasses import replace
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pytest

from engine.game import Game
from engine.text import card_text
from host.learning.coaching import Coaching
from host.place import Place
from host.refusals import ALREADY_PLAYED, NOT_PLAYING, NOT_SEATED, Refusal
from host.services import Services
from host.settings import PersonSettings, Switch
from host.tables.table import Table
from locales import Translation, goal_line
from show.actions.decision_actions import AtTable, LookUp
from show.discord_port import Done, Gone, Later, Outcome
from show.messages.table_messages import TableMessage, TableMessages
from show.messages.write_overlap import WriteOverlap
from show.pages.game.hand import Asked
from show.panels.open_panels import CARD_SECONDS, RETRY_SECONDS, Panels
from show.panels.spectators import Spectators
from show.text.emojis import EmojiSet
from show.text.page import Page
from storage import Store
from tests.show.basics import AKI, SAIZEN, SCHOTEN, SQUARE
from tests.show.page_content import components_of
from tests.show.tables import a_lobby, a_table, game_at, hand_of, play_random
from tests.virtual_time import in_virtual_time

BEN, CHIE, DAI = AKI + 1, AKI + 2, AKI + 3


class Asker:
    """A person's click, which records the pages that the person gets."""

    locale = "en-US"
    channel_id = 2

    def __init__(self, user_id: int, panel_id: int = 0, newest: int = 0) -> None:
        self.user_id = user_id
        self.panel_id = panel_id
        self.deleted_id = 0
        self.newest = newest
        self.pages: list[Page] = []
        self.deleted: list[int] = []
        """The panel's id at each deletion of the panel."""
        self.sends = 0
        """The id of the panel that the answer to a command makes; 0 if it stays unknown."""
        self.sends_below = 0
        """The id of the next new panel; 0 if none can be sent."""
        self.fails = False
        self.outcome: Outcome = Done()
        """The outcome of pushes; unless it is `Done`, no page is recorded."""
        self.go_on = asyncio.Event()
        self.go_on.set()
        self.pushed = asyncio.Event()
        self.meanwhile: Callable[[], None] = lambda: None
        """Called while a page is shown."""

    async def answer(self, page: Page) -> None:
        """Record the page, and create a panel if there is none. Raise OSError if `fails` is set."""
        await self.go_on.wait()
        if self.fails:
            raise OSError("The connection is lost.")
        self.pages.append(page)
        self.panel_id = self.panel_id or self.sends
        self.meanwhile()

    async def answer_below(self, page: Page) -> None:
        """Record the page. Unless `sends_below` is 0, a new panel replaces the old one; `sends_below` is its id."""
        await self.answer(page)
        self.panel_id = self.sends_below or self.panel_id

    async def push_below(self, page: Page) -> Outcome:
        """Record the page. Unless `sends_below` is 0, a new panel replaces the old one; `sends_below` is its id."""
        await self.answer_below(page)
        return Done()

    async def delete_panel(self) -> None:
        """Record the deletion."""
        self.deleted.append(self.panel_id)

    @property
    def deletes(self) -> int:
        """The number of deletions of the panel."""
        return len(self.deleted)

    async def push(self, page: Page) -> Outcome:
        """Wait until `go_on` is set; then record the page, or raise OSError if `fails` is set."""
        await self.go_on.wait()
        if self.fails:
            raise OSError("The connection is lost.")
        if self.outcome == Done():
            self.pages.append(page)
        self.meanwhile()
        self.pushed.set()
        return self.outcome


def ignore(_table_id: int) -> None:
    """Do nothing."""


def no_table_messages() -> TableMessages:
    """Return a `TableMessages` that finds no message for any table."""

    async def none(_table_id: int) -> None:
        return None

    return TableMessages(none)


class OneTable:
    """Services with one table, and the panels of its players and spectators. The user `beginner` gets hints."""

    def __init__(self, table: Table, beginner: int = 0, cards: Switch = "off") -> None:
        self.table = table
        self.mine = PersonSettings(cards=cards, coaching="off")
        """The settings of everybody."""
        self.coached = frozenset[str]()
        """The sentences of coaching that everybody has been shown, as they are stored."""

        async def get(_number: int) -> Table:
            return self.table

        async def is_beginner(user: int, _table: Table) -> bool:
            return user == beginner

        async def person_and_coached(_user: int) -> tuple[PersonSettings, frozenset[str]]:
            return self.mine, self.coached

        async def person(_user: int) -> PersonSettings:
            return self.mine

        services = SimpleNamespace(
            tables=SimpleNamespace(get=get),
            people=SimpleNamespace(is_beginner=is_beginner),
            settings=SimpleNamespace(person=person, person_and_coached=person_and_coached),
            coaching=Coaching(cast("Store", SimpleNamespace(settings=SimpleNamespace(add_coached=self._write)))),
        )
        self.table_messages = no_table_messages()
        self.mentions_due: list[int] = []
        """The tables whose players may have to be mentioned, because a panel does not reach its user."""
        wiring = (cast("Services", services), EmojiSet(), WriteOverlap(), self.table_messages, ignore)
        self.panels, self.spectators = Panels(*wiring, self.mentions_due.append), Spectators(*wiring, ignore)
        self._random = Random(4)

    async def _write(self, shown: Collection[tuple[int, str]]) -> None:
        self.coached |= {key for _, key in shown}

    def goes_on(self, until: Callable[[Game], bool]) -> None:
        """Play random moves until `until` is true of the game."""
        while not until(game_at(self.table)):
            self.plays()

    def plays(self) -> None:
        """Play a random move as the services do."""
        game = game_at(self.table).copy()
        play_random(game, self._random)
        self.table = replace(self.table, game=game)


def playing(game: str, people: int = 1, cards: Switch = "off") -> OneTable:
    """Return a running game of four."""
    return OneTable(a_table(Game.games[game], 4, people=people), cards=cards)


async def three_open() -> tuple[Panels, list[Asker]]:
    """Return the open panels of three players. Their turn began only after they had opened the panels."""
    table = a_table(SCHOTEN, 4, people=4)
    game_at(table).to_act = (3,)
    panels, askers = OneTable(table).panels, [Asker(user) for user in (AKI, BEN, CHIE)]
    for asker in askers:
        await panels.answer(asker, table.id, Asked())
    game_at(table).to_act = (0, 1, 2)
    return panels, askers


async def test_hanging_push_delays_no_other() -> None:
    panels, (aki, ben, chie) = await three_open()
    aki.go_on.clear()
    refreshing = asyncio.create_task(panels.refresh(1))
    async with asyncio.timeout(30):
        await ben.pushed.wait()
        await chie.pushed.wait()
        assert not aki.pushed.is_set()
        aki.go_on.set()
        await refreshing
    assert aki.pushed.is_set()


async def test_failed_push_is_reported_after_the_others_are_made() -> None:
    panels, (aki, ben, chie) = await three_open()
    aki.fails = True
    with pytest.raises(OSError, match="connection is lost"):
        await panels.refresh(1)
    assert [len(asker.pages) for asker in (aki, ben, chie)] == [1, 2, 2]


async def test_push_that_failed_for_the_moment_is_tried_again() -> None:
    panels, (aki, ben, _) = await three_open()
    aki.outcome, ben.outcome = Later(60.0), Later()
    assert await panels.refresh(1) == RETRY_SECONDS
    ben.outcome = Done()
    assert await panels.refresh(1) == 60.0
    aki.outcome = Done()
    assert await panels.refresh(1) is None
    assert [len(asker.pages) for asker in (aki, ben)] == [2, 2]


async def test_push_that_failed_for_good_is_not_tried_again() -> None:
    panels, (aki, ben, _) = await three_open()
    aki.outcome = Gone()
    assert await panels.refresh(1) is None
    aki.outcome = Done()
    await panels.refresh(1)
    assert [len(asker.pages) for asker in (aki, ben)] == [1, 2]


async def test_panel_is_pushed_into_after_a_later_answer_has_failed() -> None:
    followed, first, second = playing("saizen"), Asker(AKI, panel_id=11), Asker(AKI, panel_id=12)
    await followed.panels.answer(first, 1, Asked())
    second.fails = True
    with pytest.raises(OSError, match="connection is lost"):
        await followed.panels.answer(second, 1, Asked())
    assert not await followed.panels.answer_outdated(first, 1)
    await followed.panels.refresh(1)
    assert len(first.pages) == 2


async def test_panel_that_is_closed_while_its_table_is_loaded_gets_no_push(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    panels, askers = await three_open()
    get = panels._services.tables.get

    async def slowly(number: int) -> Table:
        for panel in list(panels._open[1].values()):
            panels._forget(1, panel.asker.user_id, panel)
        return await get(number)

    monkeypatch.setattr(panels._services.tables, "get", slowly)
    await panels.refresh(1)
    assert [len(asker.pages) for asker in askers] == [1, 1, 1]


async def test_panel_that_is_up_to_date_gets_no_push() -> None:
    panels, askers = await three_open()
    await panels.refresh(1)
    await panels.refresh(1)
    assert [len(asker.pages) for asker in askers] == [2, 2, 2]


async def test_panels_picture_and_buttons_show_one_position_while_the_table_changes() -> None:
    """Check a regression: the table was read a second time while the picture was drawn."""
    table, random = a_table(SQUARE, 4, people=4), Random(4)
    moments = [table]

    async def moves_on(*_: object) -> None:
        game = game_at(moments[-1]).copy()
        play_random(game, random)
        moments.append(replace(table, game=game))

    async def get(_number: int) -> Table:
        await moves_on()
        return moments[-1]

    async def person_and_coached(_user: int) -> tuple[PersonSettings, frozenset[str]]:
        return PersonSettings(cards="off", coaching="off"), frozenset()

    services = SimpleNamespace(
        tables=SimpleNamespace(get=get),
        people=SimpleNamespace(is_beginner=moves_on),
        coaching=Coaching(cast("Store", None)),
        settings=SimpleNamespace(person_and_coached=person_and_coached),
    )
    panels, aki = (
        Panels(cast("Services", services), EmojiSet(), WriteOverlap(), no_table_messages(), ignore, ignore),
        Asker(AKI),
    )
    for _ in range(20):
        await panels.answer(aki, table.id, Asked(), anew=True)
        await panels.refresh(table.id)
    assert len(aki.pages) > 22, "some were pushed"
    hands = [hand_of(moment) for moment in moments]
    for shown in aki.pages:
        if shown.drawings[0].kind == "sheet":  # the page shows the score sheet of an ended round, and no hand
            continue
        there = [one for one in hands if one.drawings == shown.drawings]
        assert components_of(shown) in [components_of(one) for one in there]


async def test_beginner_gets_hints_and_their_neighbour_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    table = a_table(SCHOTEN, 4, people=2)
    monkeypatch.setattr(table.kind, "advice", lambda *_: [card_text("R1")])
    game_at(table).to_act = (0, 1)
    panels, aki, ben = OneTable(table, AKI).panels, Asker(AKI), Asker(BEN)
    for asker in (aki, ben):
        await panels.answer(asker, table.id, Asked())
    hint = Translation("en", game=table.kind)("hand-aim", goal=goal_line("en", table.kind.id))
    assert [hint in asker.pages[0].text for asker in (aki, ben)] == [True, False]


async def test_nobody_sees_another_persons_hand() -> None:
    table = a_table(SAIZEN, 4, people=2)
    for where, who, why in ((table, DAI, NOT_SEATED), (a_lobby(table.kind), AKI, NOT_PLAYING["lobby"])):
        panels, asker = OneTable(where).panels, Asker(who)
        with pytest.raises(Refusal) as refused:
            await panels.answer(asker, where.id, Asked())
        assert refused.value.text == why()
        assert asker.pages == []
        assert not panels.has_open(where.id)


def finished_tricks(game: Game) -> int:
    return sum(trick[2] is not None for trick in game.tricks())


async def test_waiting_player_is_shown_a_finished_trick_but_not_every_card() -> None:
    followed, aki = playing("scharfe-schoten"), Asker(AKI)
    followed.goes_on(lambda game: game.phase.id == "trick" and game.to_act == (1,) and not game.view()["tricks"])
    await followed.panels.answer(aki, 1, Asked())
    followed.goes_on(lambda game: game.to_act == (2,))
    await followed.panels.refresh(1)
    assert len(aki.pages) == 1
    followed.goes_on(lambda game: game.to_act == (0,))
    await followed.panels.refresh(1)
    assert len(aki.pages) == 2, "it is their turn"
    followed.goes_on(lambda game: finished_tricks(game) == 1)
    await followed.panels.refresh(1)
    assert len(aki.pages) == 3


@in_virtual_time
async def test_cards_fall_one_after_another_while_a_player_waits() -> None:
    followed, aki = playing("scharfe-schoten", cards="on"), Asker(AKI)
    followed.goes_on(lambda game: game.phase.id == "trick" and game.to_act == (1,) and not game.view()["tricks"])
    await followed.panels.answer(aki, 1, Asked())
    followed.goes_on(lambda game: game.to_act == (3,))
    wait = await followed.panels.refresh(1)
    assert wait is not None
    assert 0 < wait <= CARD_SECONDS
    assert len(aki.pages) == 1
    await asyncio.sleep(wait)
    assert await followed.panels.refresh(1) == CARD_SECONDS
    assert [shown_cards(page) for page in aki.pages] == [0, 1]
    await asyncio.sleep(CARD_SECONDS)
    assert await followed.panels.refresh(1) is None
    assert [shown_cards(page) for page in aki.pages] == [0, 1, 2]


@in_virtual_time
async def test_no_decision_waits_for_falling_cards() -> None:
    followed, aki = playing("scharfe-schoten", cards="on"), Asker(AKI)
    followed.goes_on(lambda game: game.phase.id == "trick" and game.to_act == (1,) and not game.view()["tricks"])
    await followed.panels.answer(aki, 1, Asked())
    followed.goes_on(lambda game: game.to_act == (0,))
    assert await followed.panels.refresh(1) is None
    assert aki.pages[-1] == hand_of(followed.table)


@in_virtual_time
async def test_last_cards_of_a_round_fall_before_its_result_is_shown() -> None:
    followed, aki = playing("saizen", cards="on"), Asker(AKI)
    followed.goes_on(lambda game: game.tricks_left == 1 and 0 not in game.to_act and game.round == 1)
    await followed.panels.answer(aki, 1, Asked())
    followed.goes_on(lambda game: game.round == 2 and 0 not in game.to_act)
    while (wait := await followed.panels.refresh(1)) is not None:
        await asyncio.sleep(wait)
    kinds = [page.drawings[0].kind for page in aki.pages]
    assert kinds[-1] == "sheet"
    assert set(kinds[:-1]) == {"panel"}


def shown_cards(page: Page) -> int:
    """Return the number of cards in the trick that a hand shows."""
    view: Any = page.drawings[0].view  # type: ignore[union-attr]
    return sum(len(trick["plays"]) for trick in view["tricks"])


async def test_player_whose_round_has_ended_meanwhile_is_told_so_above_the_result() -> None:
    followed, asker = playing("saizen"), Asker(AKI)
    await followed.panels.answer(asker, 1, Asked())
    followed.goes_on(lambda game: bool(game.rounds))
    await followed.panels.answer(asker, 1, Asked(note=ALREADY_PLAYED()))
    assert Translation("en").sentence(ALREADY_PLAYED()) in asker.pages[-1].text


async def test_finished_round_is_shown_first_and_the_next_hand_on_request() -> None:
    followed, aki = playing("scharfe-schoten"), Asker(AKI)
    await followed.panels.answer(aki, 1, Asked())
    followed.goes_on(lambda game: game.round == 2)
    await followed.panels.refresh(1)
    assert [drawing.kind for drawing in aki.pages[-1].drawings] == ["sheet"]
    followed.goes_on(lambda game: len(game.tricks()) > 2)
    await followed.panels.refresh(1)
    assert len(aki.pages) == 2, "until they go on nothing else is shown"
    await followed.panels.answer(aki, 1, Asked(), anew=True)
    assert [drawing.kind for drawing in aki.pages[-1].drawings] == ["panel"]


def leads(asker: Asker, followed: OneTable) -> bool:
    """Return whether the panel links to the table's current message."""
    return str(followed.table_messages.link(1, game_at(followed.table).round)) in asker.pages[-1].text


@pytest.mark.parametrize("how", ["answered", "pushed"])
async def test_panel_links_to_a_table_message_that_was_posted_while_the_panel_was_written(how: str) -> None:
    followed, aki = playing("scharfe-schoten"), Asker(AKI)
    followed.table_messages.note(1, TableMessage(Place.server(1), 2, 1001, 1))
    await followed.panels.answer(aki, 1, Asked())
    followed.goes_on(lambda game: game.round == 2)
    aki.meanwhile = lambda: followed.table_messages.note(1, TableMessage(Place.server(1), 2, 1002, 2))
    await (followed.panels.answer(aki, 1, Asked()) if how == "answered" else followed.panels.refresh(1))
    assert not leads(aki, followed)
    await followed.panels.refresh(1)
    assert leads(aki, followed)


async def test_panel_is_updated_if_only_the_link_to_the_table_has_changed() -> None:
    followed, aki, asked = playing("scharfe-schoten"), Asker(AKI), Asked(note=NOT_SEATED())
    followed.table_messages.note(1, TableMessage(Place.server(1), 2, 1001, 1))
    await followed.panels.answer(aki, 1, asked)
    followed.table_messages.note(1, TableMessage(Place.server(1), 2, 1002, 1))
    await followed.panels.refresh(1)
    before, after = aki.pages
    assert after.text == before.text.replace("1001", "1002")


async def test_a_rounds_first_message_is_not_pushed_into_older_panels() -> None:
    followed, aki = playing("scharfe-schoten"), Asker(AKI)
    await followed.panels.answer(aki, 1, Asked())
    followed.table_messages.note(1, TableMessage(Place.server(1), 2, 1001, 1))
    await followed.panels.refresh(1)
    assert len(aki.pages) == 1


@pytest.mark.parametrize("warned", [True, False])
async def test_rewritten_panel_still_asks_for_confirmation_of_a_warning(
    warned: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    followed, aki = playing("scharfe-schoten"), Asker(AKI)
    followed.goes_on(lambda game: game.phase.id == "trick" and 0 in game.to_act)
    card = next(choice.token for choice in game_at(followed.table).choices(0) if choice.reason is None)
    monkeypatch.setattr(followed.table.kind, "warning", lambda *_: NOT_SEATED() if warned else None)
    with followed.panels.writing(1, AKI), followed.panels.writing(1, AKI):
        await followed.panels.answer(aki, 1, Asked((card,)))
    await followed.panels.refresh(1)
    assert aki.pages[-1] == hand_of(followed.table, Asked((card,) if warned else ()))


async def test_looked_up_page_is_not_replaced_until_it_is_the_players_turn() -> None:
    followed, aki = playing("scharfe-schoten"), Asker(AKI)
    followed.goes_on(lambda game: game.phase.id == "trick" and 0 not in game.to_act)
    tricks = finished_tricks(game_at(followed.table))
    await followed.panels.answer(aki, 1, Asked(looking=LookUp(AtTable(1), "rules")))
    followed.goes_on(lambda game: 0 in game.to_act or finished_tricks(game) > tricks)
    await followed.panels.refresh(1)
    assert len(aki.pages) == (2 if 0 in game_at(followed.table).to_act else 1)
    followed.goes_on(lambda game: 0 in game.to_act)
    await followed.panels.refresh(1)
    assert len(aki.pages) == 2
    assert game_at(followed.table).view(0)["prompt"] is not None


async def test_panel_in_another_channel_gets_the_link_once_the_table_message_exists() -> None:
    followed, aki = playing("scharfe-schoten"), Asker(AKI)
    aki.channel_id = 3
    await followed.panels.answer(aki, 1, Asked())
    assert not leads(aki, followed)
    followed.table_messages.note(1, TableMessage(Place.server(1), 2, 1001, 1))
    await followed.panels.refresh(1)
    assert leads(aki, followed)
    await followed.panels.refresh(1)
    assert len(aki.pages) == 2


async def test_unknown_panel_counts_as_its_clickers_own() -> None:
    followed = playing("saizen", people=2)
    assert not await followed.panels.answer_outdated(Asker(AKI, panel_id=11), 1)
    await followed.panels.answer(Asker(BEN, panel_id=12), 1, Asked())
    assert not await followed.panels.answer_outdated(Asker(AKI, panel_id=11), 1)


async def test_waiting_player_sees_that_another_phase_has_begun() -> None:
    one = playing("tezuma-trick", people=2)
    ben = Asker(BEN)
    one.goes_on(lambda game: game.moves_made(1) == 3)
    assert game_at(one.table).phase.id == "draft"
    await one.panels.answer(ben, 1, Asked())
    one.goes_on(lambda game: game.phase.id != "draft")
    assert 1 not in game_at(one.table).to_act
    await one.panels.refresh(1)
    assert Translation("en", game=one.table.kind).sentence(game_at(one.table).phase.name(game_at(one.table))) in (
        ben.pages[-1].text
    )

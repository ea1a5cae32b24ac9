"""Spectators follow a game: they see only public information, and never delay a player."""

import asyncio
from dataclasses import replace
from random import Random

import pytest

import limits
import pictures
from engine.game import Game
from host.refusals import NOT_PLAYING, Refusal
from host.settings import PersonSettings
from locales import Translation
from show.actions.decision_actions import AtTable, LookUp
from show.discord_port import Outcome
from show.pages.game.hand.plain_words import FACE_DOWN, FACTS
from show.pages.game.shared_lines import seat_in_words
from show.pages.game.table import end_page, lying, stopped_page
from show.panels import open_panels
from show.presenter import SPECTATOR_SECONDS
from show.text.page import Page
from show.text.seat_names import table_translation
from tests.show.basics import AKI, every_game
from tests.show.fake_discord import FakeAsker, Private
from tests.show.page_content import check_limits, ids_of
from tests.show.tables import a_lobby, game_at, play_out
from tests.show.test_open_panels import Asker, finished_tricks, playing
from tests.show.world import PEOPLE, REST, World
from tests.virtual_time import in_virtual_time

EMI, FUMI = AKI + 8, AKI + 9
SAID = Translation("en")


async def test_spectator_sees_the_table_without_players_buttons() -> None:
    followed, emi = playing("saizen"), Asker(EMI)
    await followed.spectators.open(emi, 1)
    (shown,) = emi.pages
    check_limits(shown)
    tr = table_translation(followed.table, "en-US")
    assert shown.parts[:-2] == lying(followed.table, game_at(followed.table).view(None), tr)
    asked = ids_of(shown)
    assert asked == ["hand:1", "look:1:trick:0", "look:1:scores:0", "look:1:rules:0"]


@pytest.mark.parametrize("game", ["scharfe-schoten", "tennos-square"])
async def test_spectators_panel_follows_the_game_by_trick_or_turn(game: str) -> None:
    followed, emi = playing(game), Asker(EMI)
    tricks = game != "tennos-square"
    followed.goes_on(lambda game: not tricks or bool(game.tricks() and game.tricks()[-1][1]))

    def moment(game: Game) -> int:
        return finished_tricks(game) if tricks else len(game.history) // game.seats

    await followed.spectators.open(emi, 1)
    before = moment(game_at(followed.table))
    while moment(game_at(followed.table)) == before:
        assert len(emi.pages) == 1
        followed.plays()
        await followed.spectators.refresh(1)
    assert len(emi.pages) == 2
    await followed.spectators.refresh(1)
    assert len(emi.pages) == 2


async def test_spectators_of_a_table_share_one_drawing(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[object] = []

    def drawing(view: object) -> bytes:
        drawn.append(view)
        return b"PNG"

    monkeypatch.setattr(pictures, "table_picture", drawing)
    followed, every = playing("saizen"), [Asker(EMI + number) for number in range(5)]
    for asker in every:
        await followed.spectators.open(asker, 1)
    followed.goes_on(lambda game: game.round == 2)
    await followed.spectators.refresh(1)
    assert [len(asker.pages) for asker in every] == [2] * 5
    assert {one.draw() for asker in every for one in asker.pages[-1].drawings} == {b"PNG"}
    assert len(drawn) == 1


async def test_late_spectators_beyond_the_limit_see_the_table_but_get_no_pushes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "SPECTATORS", 1)
    followed, emi, fumi = playing("saizen"), Asker(EMI), Asker(FUMI)
    for asker in (emi, fumi, emi):
        await followed.spectators.open(asker, 1)
    assert [SAID("onlooker-stands") in asker.pages[-1].text for asker in (emi, fumi)] == [False, True]
    followed.goes_on(lambda game: game.round == 2)
    await followed.spectators.refresh(1)
    assert [len(asker.pages) for asker in (emi, fumi)] == [3, 1]


async def test_looked_up_page_stays_until_the_round_is_over() -> None:
    followed, emi = playing("scharfe-schoten"), Asker(EMI)
    followed.goes_on(lambda game: game.phase.id == "trick")
    await followed.spectators.open(emi, 1, LookUp(AtTable(1), "rules"))
    followed.goes_on(lambda game: finished_tricks(game) == 2)
    await followed.spectators.refresh(1)
    assert len(emi.pages) == 1
    followed.goes_on(lambda game: game.round == 2)
    await followed.spectators.refresh(1)
    assert [one.kind for one in emi.pages[-1].drawings] == ["table"]


@pytest.mark.parametrize("what", ["trick", "silly", "details", "scores"])
@pytest.mark.parametrize("game", ["saizen", "tennos-square"])
async def test_spectators_lookups_lead_back_and_offer_no_complaints(game: str, what: str) -> None:
    followed, emi = playing(game), Asker(EMI)
    followed.goes_on(lambda game: bool(game.rounds))
    await followed.spectators.open(emi, 1, LookUp(AtTable(1), what))
    asked = ids_of(emi.pages[-1])
    assert "hand:1" in asked
    assert not [one for one in asked if "silly" in one]


@pytest.mark.drawn(1)
@every_game
async def test_spectator_in_plain_words_reads_the_table_which_changes_once_a_round(game: str) -> None:
    followed, emi, fumi = playing(game), Asker(EMI), Asker(FUMI)
    await followed.spectators.open(fumi, 1)
    followed.mine = PersonSettings(plain="on")
    await followed.spectators.open(emi, 1)
    words = table_translation(followed.table, "en-US").in_words()
    page, view = emi.pages[0], game_at(followed.table).view(None)
    check_limits(page)
    assert words.sentence(view["phase"]) in page.text
    seats = [seat_in_words(view, seat, words, FACTS[0]) for seat in range(view["seats"])]
    assert all(one.replace(FACE_DOWN, SAID("plain-face-down")) in page.text for one in seats)
    assert SAID("onlooker-plain") in page.text
    while game_at(followed.table).round == 1:
        assert len(emi.pages) == 1
        followed.plays()
        await followed.spectators.refresh(1)
    assert len(emi.pages) == 2
    await followed.spectators.open(emi, 1, LookUp(AtTable(1), "scores"))
    assert [page for page in emi.pages if page.drawings] == []
    assert all(page.drawings for page in fumi.pages)


async def test_end_is_shown_with_its_sheet_and_then_pushes_stop() -> None:
    followed, emi = playing("saizen"), Asker(EMI)
    await followed.spectators.open(emi, 1)
    followed.table = play_out(followed.table, Random(1))
    await followed.spectators.refresh(1)
    public = end_page(followed.table, game_at(followed.table).view(None), table_translation(followed.table, "en-US"))
    assert emi.pages[-1].parts[:-1] == public.parts[:-1]
    assert not [one for one in ids_of(emi.pages[-1]) if one.startswith("rematch")]
    assert not followed.spectators.has_open(1)


async def test_game_that_is_ended_early_says_so_to_spectators() -> None:
    followed, emi = playing("saizen"), Asker(EMI)
    await followed.spectators.open(emi, 1)
    followed.table = replace(followed.table, state="closed", game=None, close_reason="ended")
    await followed.spectators.refresh(1)
    assert emi.pages[-1] == stopped_page(followed.table, table_translation(followed.table, "en-US"))
    assert not followed.spectators.has_open(1)


async def test_lobby_has_nothing_for_spectators() -> None:
    followed, emi = playing("saizen"), Asker(EMI)
    followed.table = a_lobby(followed.table.kind)
    with pytest.raises(Refusal) as refused:
        await followed.spectators.open(emi, 1)
    assert refused.value.text == NOT_PLAYING["lobby"]()
    assert not followed.spectators.has_open(1)


# --- Spectators and players together


class Hanging(FakeAsker):
    """A spectator; a push into their panel never ends."""

    async def push(self, _page: Page) -> Outcome:
        return await asyncio.Future[Outcome]()


@pytest.mark.usefixtures("stub_pages")
@in_virtual_time
async def test_spectator_whose_push_hangs_delays_no_player() -> None:
    world = await World.with_game(2)
    aki, ben, _ = PEOPLE
    await world.presenter.spectators.open(Hanging(world.bot_run, EMI, Private()), 1)
    await world.use_hand(1, ben, None, fresh=True)
    await world.move("end")
    assert world.panels[1, ben].text == "round over 1 2", "so there was something to push to who looks on, too"
    await world.use_hand(1, ben, None, fresh=True)
    for _ in (ben, aki):
        await world.move("next")
    assert world.panels[1, ben].text == "hand 1 1 1 True False"
    await world.presenter.close()


@pytest.mark.usefixtures("stub_pages")
@in_virtual_time
async def test_spectator_gets_pushes_as_long_as_their_click_is_valid() -> None:
    world = await World.with_game(2)
    aki, ben, _ = PEOPLE
    panel = Private()
    await world.presenter.spectators.open(FakeAsker(world.bot_run, EMI, panel), 1)
    first = panel.text
    await world.move("end", rest=SPECTATOR_SECONDS + REST)
    second = panel.text
    assert second != first
    await asyncio.sleep(open_panels.TOKEN_SECONDS)
    assert not world.presenter.spectators.has_open(1)
    await world.move("end")
    assert panel.text == second

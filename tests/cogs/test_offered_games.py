"""Games that a server has switched off: nothing on that server offers to play them, and a typed name is refused."""

from dataclasses import replace
from typing import Any

import pytest

from cogs.interactions.command_translator import table_choices, typed_game
from engine.game import Game
from engine.lessons import Lesson
from host.place import Place
from host.tables.table import Table
from locales import Translation
from show.actions.decision_actions import InLesson, ShowTab
from show.actions.lesson_actions import LeaveLesson, PlayEasy
from tests.fuzz.conftest import AKI, HERE, ROOM
from tests.fuzz.offline import Offline
from tests.fuzz.payloads import Channel, User

EMI = User(15, "Emi", locale="ja")
OFFERED = ["saizen", "tezumashi"]


@pytest.fixture
async def few(world: Offline) -> Offline:
    """Return a bot on a server that offers two games."""
    await world.services.settings._set_server(Place.server(HERE), "games", OFFERED)
    return world


async def offered(world: Offline, typed: str = "", user: User = AKI, channel: Channel | None = ROOM) -> dict[str, Any]:
    """Return the games that `/play` offers for the typed text: their ids by name."""
    asked = await world.complete(world.autocomplete(user, channel, "play", typed, "game"))
    return {one["name"]: one["value"] for one in asked.answers[0]["choices"]}


async def test_play_offers_the_games_of_the_place_easiest_first_in_the_persons_language(few: Offline) -> None:
    assert [*(await offered(few)).values()] == OFFERED
    assert sorted((await offered(few, channel=None)).values()) == sorted(Game.games)
    for user, language in ((AKI, "en"), (EMI, "ja")):
        tr = Translation(language)
        for name, game in (await offered(few, user=user)).items():
            kind = Game.games[game]
            assert name.startswith(f"{tr.text(kind.title)} · {tr.text(kind.short_pitch)} · ")
            assert str(kind.minutes) in name


@pytest.mark.parametrize("typed", ["Saiz", "SAIZEN", "saizen"])
async def test_play_offers_the_games_that_match_the_typed_text(few: Offline, typed: str) -> None:
    assert [*(await offered(few, typed)).values()] == ["saizen"]


SPELLINGS = {
    "saizen": ["サイゼン", "さいぜん", "ｻｲｾﾞﾝ", "最善", "SAIZEN", "saizenn"],
    "scharfe-schoten": ["シャーフェ", "シャルフェ", "しゃるふぇ", "シャーフェ・ショーテン", "schoten", "Sharfe"],
    "tennos-square": ["テノススクエア", "てのすすくえあ", "テノス スクエア", "テノス・スクウェア", "スクエア", "tenos"],
    "tezuma-trick": ["手妻トリック", "手づまトリック", "てずまトリック", "テヅマ・トリック", "TEZUMA trick"],
    "tezumashi": ["手妻師", "てづまし", "テズマシ", "手づま師", "てずま師", "tezumashi", "tezuma shi"],
}
SPELLED = [(typed, game) for game, spellings in SPELLINGS.items() for typed in spellings]
BOTH_TEZUMA = ["テヅマ", "てずま", "てづま", "手妻", "手づま", "tezuma", "teduma"]


@pytest.mark.parametrize(("typed", "game"), SPELLED, ids=[typed for typed, _ in SPELLED])
async def test_play_offers_the_game_that_is_typed_in_another_spelling(world: Offline, typed: str, game: str) -> None:
    assert [*(await offered(world, typed)).values()] == [game]
    assert game in (await offered(world, typed, EMI)).values()


@pytest.mark.parametrize(("typed", "game"), SPELLED, ids=[typed for typed, _ in SPELLED])
def test_typed_name_in_another_spelling_is_the_name_of_its_game(typed: str, game: str) -> None:
    assert typed_game(typed) == game


@pytest.mark.parametrize("typed", BOTH_TEZUMA)
async def test_play_offers_both_games_whose_names_contain_the_typed_text(world: Offline, typed: str) -> None:
    assert {*(await offered(world, typed, EMI)).values()} == {"tezuma-trick", "tezumashi"}


@pytest.mark.parametrize("typed", ["", " ", "・", "chess", *BOTH_TEZUMA])
def test_text_that_names_no_single_game_is_left_as_it_is(typed: str) -> None:
    assert typed_game(typed) == typed


@pytest.mark.parametrize("typed", ["さいぜん", "サイゼン", "saizen", "卓7", "最善 卓7"])
def test_table_is_found_by_every_spelling_of_its_game(typed: str) -> None:
    table = Table(7, Place.server(HERE), ROOM.id, AKI.id, Game.games["saizen"], {}, ())
    other = replace(table, id=8, kind=Game.games["tezumashi"])
    assert [one.value for one in table_choices([table, other], "ja", typed)] == [7]


@pytest.mark.parametrize("typed", ["scharfe-schoten", "Scharfe Schoten"])
async def test_typed_game_that_is_switched_off_is_refused(few: Offline, typed: str) -> None:
    asked = await few.complete(few.command(AKI, ROOM, "play", game=typed))
    assert "not offered on this server" in asked.text
    assert (await few.rows())[0] == []


@pytest.mark.drawn(1)
@pytest.mark.parametrize("typed", ["tezumashi", "Tezuma-shi", " tezuma-SHI"])
async def test_typed_title_opens_its_game(few: Offline, typed: str) -> None:
    await few.complete(few.command(AKI, ROOM, "play", game=typed))
    assert [table.kind.id for table in await few.services.tables.open_in(Place.server(HERE), AKI.id)] == ["tezumashi"]


@pytest.mark.drawn(1)
@pytest.mark.parametrize("lesson", Lesson.all.values(), ids=lambda lesson: lesson.id)
async def test_lesson_offers_its_game_only_where_it_can_be_played(few: Offline, lesson: Lesson) -> None:
    ways = [ShowTab(InLesson(lesson.id, len(lesson.steps))), LeaveLesson(lesson.id, 1)]
    play = PlayEasy(lesson.kind.id).custom_id
    for way in ways:
        shown = await few.complete(few.click(AKI, ROOM, way.custom_id))
        assert (play in shown.custom_ids) == (lesson.kind.id in OFFERED)

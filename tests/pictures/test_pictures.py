"""The pictures of every game, seat count and phase: small, reproducible, and without secrets."""

import io
import json
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations, islice
from operator import itemgetter
from random import Random
from typing import Any

import pytest
from PIL import Image

import pictures
from engine.contract.chance import Chance
from engine.game import Game, View
from pictures.art import lettering
from pictures.canvas import Canvas
from pictures.faces import FACES
from pictures.faces.tezuma import fitting
from pictures.paints import Paints
from pictures.parts import chip
from pictures.score_sheets import add_grid
from tests.engine.kit.cases import KINDS, PLAIN_CASES, Case, every_kind, few_cases, some_states, walk
from tests.pictures.positions import dealt_again
from tests.samples import SOAK

TABLE_BYTES, COVER_BYTES = 60_000, 40_000
STEP = 3 if SOAK else 11
"""One in `STEP` positions of a game is drawn."""


def after_json(view: View) -> View:
    loaded: View = json.loads(json.dumps(view))
    return loaded


def some_views(count: int) -> Iterator[View]:
    """Yield public views of every game and seat count: random positions and the end."""
    for case in PLAIN_CASES:
        games = [game.copy() for game in walk(case, 1)]
        for game in [*Random(str(case)).sample(games, count), games[-1]]:
            yield game.view(None)


def opened(png: bytes) -> Image.Image:
    image = Image.open(io.BytesIO(png))
    image.load()
    return image


@pytest.mark.drawn(1)
@few_cases
def test_every_position_of_a_game_has_a_table_picture(case: Case) -> None:
    face = FACES[case.kind.id]
    for game in islice(walk(case), 0, None, STEP):
        canvas = face.table(game.view(None))
        assert all_inside(canvas)


def all_inside(canvas: Canvas) -> bool:
    return all(
        0 <= x <= canvas.width - sprite.width and 0 <= y <= canvas.height - sprite.height
        for sprite, (x, y) in canvas.placed
    )


def test_table_picture_is_a_small_png_of_a_view_that_was_json() -> None:
    for view in some_views(3 if SOAK else 1):
        png = pictures.table_picture(after_json(view))
        assert png is not None
        assert len(png) <= TABLE_BYTES, view["game"]
        assert opened(png).format == "PNG"
        assert png == pictures.table_picture(view)


def plainly(canvas: Canvas) -> Image.Image:
    """Return the picture as drawn with Pillow's documented functions only."""
    image = Image.new("P", (canvas.width, canvas.height), canvas.paints.felt)
    image.putpalette(canvas.paints.palette.colours)
    for sprite, at in canvas.placed:
        image.paste(sprite.image, at)
    return image.convert("RGB")


def test_file_contains_the_picture_pixel_for_pixel() -> None:
    for view in some_views(1):
        canvas = FACES[view["game"]].table(view)
        assert opened(canvas.png()).convert("RGB") == plainly(canvas)


def test_picture_keeps_nothing_of_earlier_ones_of_any_size() -> None:
    paints = FACES["saizen"].paints
    for width, height in ((300, 200), (300, 90), (300, 260), (120, 260), (300, 200)):
        canvas = Canvas(paints, width, height)
        for x, y in ((0, 0), (width, 0), (0, height), (width, height)):
            canvas.centre(chip(paints, "H", felt=True), x, y)
        assert opened(canvas.png()).convert("RGB") == plainly(canvas)
        full = Canvas(paints, width, height)
        full.lay(paints.frame("parts/panel", width, height, paints.theme.panel, felt=True), 0, 0)
        assert opened(full.png()).convert("RGB") == plainly(full)


@pytest.mark.drawn(1)
@every_kind
def test_score_sheet_shows_every_finished_round(kind: type[Game]) -> None:
    for seats in kind.seat_counts:
        *_, game = walk(Case(kind, seats, {}))
        view = after_json(game.view(None))
        for number in range(1, len(view["rounds"]) + 1):
            png = pictures.sheet_picture(view, number)
            assert png is not None
            assert opened(png).width == 800
            assert len(png) <= TABLE_BYTES


@pytest.mark.parametrize(("by_bid", "by_pain"), [(10, -3), (12, -12), (1, -11), (1, -10)])
def test_no_symbol_of_tezumas_sheet_covers_another(by_bid: int, by_pain: int) -> None:
    game = list(walk(Case(Game.games["tezumashi"], 4, {}), 1))[-1]
    view: Any = game.view(None)
    result = view["results"][0][0]
    result.update(won=6, captured=-by_pain, points=[by_bid, by_pain, max(0, -by_bid - by_pain)])
    view["rounds"][0][0] = max(0, by_bid + by_pain)
    sheet = FACES[game.id].sheet
    assert sheet is not None
    canvas = sheet(view, 1)
    paints = canvas.paints
    plate = paints.frame("parts/panel", 768, 88, paints.theme.panel, felt=True)
    row = [(x, y, x + one.width, y + one.height) for one, (x, y) in canvas.placed if y < 104 and one is not plate]
    assert len(row) >= 12
    covered = [
        (one, other)
        for one, other in combinations(row, 2)
        if one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
    ]
    assert covered == []


def test_number_is_lower_where_it_would_be_wider_than_its_cell() -> None:
    assert fitting("5", 24, 24).tobytes() == lettering("5", 24).tobytes()
    assert fitting("10", 24, 24).width <= 24 < lettering("10", 24).width


@pytest.mark.parametrize(
    ("captured", "points", "shown"),
    [
        ("R5 Y1 G5 K0", (3, 5, 5), "=G"),
        ("R5 Y1 G6 K0", (0, 5, 0), "<G"),
        ("R5 Y0 G0 K2", (5, 0, 0), ">YG"),
        ("R10 Y0 G0 K0", (5, 3, 10), "=YG"),
        ("R0 Y4 G0 K1", (0, 0, 0), "<Y>RG"),
        ("R0 Y0 G0 K12", (0, 0, 0), "<K>RYG"),
        ("R0 Y0 G0 K0", (3, 3, 0), "=YGK=RYG"),
        ("R12 Y1 G1 K0", (5, 5, 12), ""),
    ],
)
def test_sheet_names_the_colours_that_a_prediction_of_red_most_and_black_fewest_tied_or_missed(
    captured: str, points: tuple[int, int, int], shown: str
) -> None:
    *_, game = walk(Case(Game.games["scharfe-schoten"], 4, {}))
    view: Any = game.view(None)
    counts = {word[0]: int(word[1:]) for word in captured.split()}
    view["results"][0][0] = {"most": "R", "fewest": "K", "captured": counts, "points": list(points)}
    view["rounds"][0][0] = sum(points)
    sheet = FACES[game.id].sheet
    assert sheet is not None
    canvas = sheet(view, 1)
    paints = canvas.paints
    known = {id(paints.text(sign, 24)): sign for sign in "=<>"}
    known |= {id(chip(paints, letter, size=size)): letter for letter in "RYGK" for size in (34, 44)}
    placed = sorted(canvas.placed, key=itemgetter(1))
    row = [(*at, sprite) for sprite, at in placed if at[1] < 94 and sprite.width < 400]
    assert "".join(known.get(id(sprite), "") for _, _, sprite in row) == shown
    boxes = [(x, y, x + sprite.width, y + sprite.height) for x, y, sprite in row]
    assert [pair for pair in combinations(boxes, 2) if meet(*pair)] == []


def meet(one: tuple[int, int, int, int], other: tuple[int, int, int, int]) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


@pytest.mark.drawn(1)
@every_kind
def test_sheet_has_a_grid_up_to_its_round_and_only_the_last_round_crowns(kind: type[Game]) -> None:
    for seats in kind.seat_counts:
        *_, game = walk(Case(kind, seats, {}))
        view = game.view(None)
        last = len(view["rounds"])
        heights = [opened(pictures.sheet_picture(view, number) or b"").height for number in range(2, last + 1)]
        assert heights == sorted(set(heights)), "each round has a row of its own"
        for number in range(1, last + 1):
            canvas = Canvas(FACES[kind.id].paints, 800, 0)
            add_grid(canvas, view, number)
            assert all_inside(canvas)
            crown = canvas.paints.art("parts/crown", 36, 36, felt=True)
            teams = [team for team in game.teams if set(team) & set(view["winners"])]
            crowned = sum(sprite is crown for sprite, _ in canvas.placed)
            assert crowned == (len(teams) if number == last else 0)


def test_round_before_the_last_crowns_no_team_though_the_last_gave_no_points() -> None:
    square = Game.games["tennos-square"]
    *_, game = walk(Case(square, 4, {}))
    view, canvas = game.view(None), Canvas(FACES[square.id].paints, 800, 0)
    view["rounds"][-1] = [0] * 4
    view["scores"] = [sum(points) for points in zip(*view["rounds"], strict=True)]
    add_grid(canvas, view, len(view["rounds"]) - 1)
    crown = canvas.paints.art("parts/crown", 36, 36, felt=True)
    assert crown not in [sprite for sprite, _ in canvas.placed]


def test_tie_breaker_has_its_own_row_at_the_end() -> None:
    square = Game.games["tennos-square"]
    plain, split = (Canvas(FACES[square.id].paints, 800, 0) for _ in range(2))
    for canvas, options in ((plain, {}), (split, {"split_partnership": True})):
        *_, game = walk(Case(square, 3, options))
        add_grid(canvas, game.view(None), len(game.rounds))
    assert split.height > plain.height


def test_every_game_has_its_own_cover() -> None:
    covers = [pictures.art_picture(kind.id) for kind in KINDS]
    assert len(set(covers)) == len(KINDS)
    for png in covers:
        assert png is not None
        assert len(png) <= COVER_BYTES
        assert opened(png).size == (256, 256)


def test_game_without_a_face_has_no_pictures() -> None:
    view = after_json(KINDS[0](4, None, Chance(b"x")).view(None)) | {"game": "another"}
    assert pictures.table_picture(view) is None
    assert pictures.panel_picture(view) is None
    assert pictures.sheet_picture(view, 1) is None


@pytest.mark.slow
def test_pictures_drawn_concurrently_in_many_threads_are_the_same() -> None:
    views = [after_json(view) for view in some_views(1)][::4]
    alone = [pictures.table_picture(view) for view in views]
    forget_sprites()
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(pictures.table_picture, views * 2))
    assert together == alone * 2


def forget_sprites() -> None:
    for face in FACES.values():
        vars(face.paints).update(vars(Paints(face.paints.theme)))
    rooms = [vars(Paints), *(vars(module) for name, module in sys.modules.items() if name.startswith("pictures."))]
    for made in {id(made): made for room in rooms for made in room.values()}.values():
        if hasattr(made, "cache_clear"):
            made.cache_clear()


@pytest.mark.drawn(1)
@every_kind
def test_public_picture_does_not_depend_on_hidden_cards(kind: type[Game]) -> None:
    for number, (game, other, _) in enumerate(dealt_again(kind)):
        one, two = (FACES[kind.id].table(shown.view(None)) for shown in (game, other))
        assert one.placed == two.placed
        assert (one.width, one.height) == (two.width, two.height)
        if number % 20 == 0:
            assert one.png() == two.png()


@pytest.mark.drawn(1)
@every_kind
def test_private_knowledge_of_a_seat_does_not_change_the_table_picture(kind: type[Game]) -> None:
    for seats in kind.seat_counts:
        for game in some_states(Case(kind, seats, {}), 6, 2):
            public = FACES[kind.id].table(game.view(None)).placed
            for seat in range(seats):
                assert FACES[kind.id].table(game.view(seat)).placed == public


def test_every_game_has_a_face() -> None:
    assert set(FACES) == {kind.id for kind in KINDS}

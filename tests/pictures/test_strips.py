"""The strip of a seat's panel exists for every position, is not cut off, and shows only what the seat may know."""

import io
import json
import re
from collections.abc import Iterator
from itertools import islice
from operator import itemgetter
from typing import Any, cast

import pytest
from PIL import Image

import pictures
from engine.game import Game, View
from engine.games.saizen.phases import MOVE_CHIP
from engine.games.scharfe_schoten import ScharfeSchoten
from engine.games.scharfe_schoten.view import SchotenView
from engine.games.tezuma import TezumaTrick
from engine.games.tezuma.game import Tezuma
from engine.games.tezuma.phases import DRAFT
from locales import Translation
from pictures.art import GOLD, IVORY, MUTED
from pictures.canvas import Canvas
from pictures.faces import FACES
from pictures.faces.tezuma import plays_of
from pictures.paints import Sprite
from pictures.parts import CARD, chip, label, ring
from pictures.seating import Box, Laid, laid, last_trick
from pictures.strips import STRIPS
from pictures.strips.board import FOOT, HEIGHT, SIGN, WIDTH, row
from pictures.strips.tennos_square import face_down
from show.pages.game.hand.situation import in_words
from show.text.page import DOT
from tests.engine.kit.cases import KINDS, PLAIN_CASES, Case, every_kind, few_cases, some_states, walk
from tests.pictures.positions import dealt_again
from tests.samples import SOAK

MARGIN = 8
STRIP_BYTES = 60_000
TRICK_GAMES = [kind for kind in KINDS if kind.id != "tennos-square"]


def strip(game: Game, seat: int) -> Canvas:
    return STRIPS[game.id](game.view(seat))


def test_every_game_has_a_strip() -> None:
    assert set(STRIPS) == {kind.id for kind in KINDS}


@pytest.mark.drawn(1)
@pytest.mark.parametrize("case", [case for case in PLAIN_CASES if issubclass(case.kind, Tezuma)], ids=str)
def test_own_captured_pain_cards_are_counted_in_the_strip(case: Case) -> None:
    seen = set()
    for game in walk(case, 3):
        assert isinstance(game, Tezuma)
        for seat in game.to_act if game.phase is not DRAFT else ():
            captured, canvas = game.captured[seat] >> 8 * game.pains[seat] & 0xFF, strip(game, seat)
            number = canvas.paints.text(str(captured), 28, IVORY)
            assert (number in [sprite for sprite, _ in canvas.placed]) == (captured > 0)
            seen.add(captured)
    assert len(seen) > 2


@pytest.mark.drawn(1)
@few_cases
def test_every_position_has_a_strip_that_is_not_cut_off(case: Case) -> None:
    for number, game in enumerate(islice(walk(case), 0, None, 5 if SOAK else 11)):
        seat = game.to_act[0] if game.to_act and number % 2 else number % game.seats
        canvas = strip(game, seat)
        assert (canvas.width, canvas.height) == (WIDTH, HEIGHT)
        for sprite, (x, y) in canvas.placed:
            assert 0 <= x <= WIDTH - sprite.width
            assert 0 <= y <= HEIGHT - MARGIN - sprite.height, "the last row has a margin"


@pytest.mark.drawn(1)
@every_kind
def test_strip_is_a_small_png_of_a_view_that_was_json(kind: type[Game]) -> None:
    for seats in kind.seat_counts:
        for game in some_states(Case(kind, seats, {}), 4 if SOAK else 2):
            for seat in range(seats):
                view: View = json.loads(json.dumps(game.view(seat)))
                png = pictures.panel_picture(view)
                assert png is not None
                assert len(png) <= STRIP_BYTES
                assert Image.open(io.BytesIO(png)).format == "PNG"
                assert png == pictures.panel_picture(game.view(seat))


@pytest.mark.drawn(1)
@every_kind
def test_strip_does_not_depend_on_cards_that_its_seat_cannot_know(kind: type[Game]) -> None:
    for number, (game, other, seat) in enumerate(dealt_again(kind)):
        assert strip(game, seat).placed == strip(other, seat).placed
        if number % 20 == 0:
            assert strip(game, seat).png() == strip(other, seat).png()


def test_spectator_has_no_strip() -> None:
    with pytest.raises(ValueError, match="a seat's view"):
        pictures.panel_picture(next(walk(Case(Game.games["scharfe-schoten"], 4, {}))).view(None))


def test_strip_and_alt_text_say_how_many_face_down_cards_each_row_has() -> None:
    kind = Game.games["tennos-square"]
    for game in islice(walk(Case(kind, 4, {})), 60):
        view: Any = game.view(0)
        left = [row.count(None) for row in view["rows"]]
        placed = [sprite for sprite, _ in STRIPS[kind.id](view).placed]
        assert [sum(sprite is face_down(count) for sprite in placed) for count in left] == [
            left.count(count) for count in left
        ]
        said = "\n".join(in_words(view, 0, Translation("en", game=kind).aside()))
        assert all(f"seat {seat + 1} has {count}" in said for seat, count in enumerate(left))


def test_row_of_another_seat_has_points_from_two_open_cards_on() -> None:
    kind, counts = Game.games["tennos-square"], set()
    for game in islice(walk(Case(kind, 4, {})), 60):
        view: Any = game.view(0)
        canvas = STRIPS[kind.id](view)
        few = [canvas.paints.text(f"+{points}", 24, IVORY) for points in (0, 1)]
        assert not [sprite for sprite, _ in canvas.placed if any(sprite is one for one in few)]
        counts |= {len(row) - row.count(None) for row in view["rows"][1:]}
    assert {0, 1, 2} <= counts


# --- The winner of the trick


def crowns(canvas: Canvas) -> list[int]:
    """Return the x coordinates of the crowns, which mark the winning card of a trick."""
    crown = canvas.paints.art("parts/crown", SIGN, SIGN, felt=True)
    return [at[0] for sprite, at in canvas.placed if sprite is crown]


def begun(kind: type[Game], plays: int) -> Iterator[Any]:
    """Yield views of a seat that must act, at moments when the current trick has this many plays."""
    for game in walk(Case(kind, 4, {})):
        tricks = game.tricks()
        if game.to_act and tricks and tricks[-1][2] is None and len(tricks[-1][1]) == plays:
            yield game.view(game.to_act[0])


@pytest.mark.drawn(1)
@pytest.mark.parametrize("kind", TRICK_GAMES, ids=lambda kind: kind.id)
def test_only_the_currently_winning_card_has_a_crown(kind: type[Game]) -> None:
    for view in islice(begun(kind, 2), 3):
        trick = view["tricks"][-1]
        places = []
        for seat in [play["seat"] for play in trick["plays"]]:
            trick["ahead"] = seat
            places += crowns(STRIPS[kind.id](view))
        assert len(places) == 2
        assert places == sorted(set(places))
        trick["ahead"] = None
        assert crowns(STRIPS[kind.id](view)) == []


@pytest.mark.drawn(1)
@pytest.mark.parametrize("kind", TRICK_GAMES, ids=lambda kind: kind.id)
def test_finished_trick_stays_with_its_winner_until_the_next_lead(kind: type[Game]) -> None:
    found = 0
    for game in walk(Case(kind, 4, {})):
        tricks = game.tricks()
        if game.to_act and tricks and tricks[-1][2] is not None:
            found += 1
            assert len(crowns(strip(game, 0))) == 1
    assert found > 10


def test_cards_of_a_finished_trick_are_smaller_than_those_of_the_current_one() -> None:
    paints = FACES["saizen"].paints
    plays, box = [Laid(seat, "S", "4") for seat in range(3)], Box(0, 0, WIDTH, HEIGHT)
    view = Case(Game.games["saizen"], 4, {}).start(0).view(0)
    over, running = Canvas(paints, WIDTH, HEIGHT), Canvas(paints, WIDTH, HEIGHT)
    row(over, box, [*plays, Laid(3, "S", "5")], [], view, {})
    row(running, box, plays, [Laid(3)], view, {})
    (finished, _), (lying, _) = over.placed[0], running.placed[0]
    assert finished.width < 0.8 * lying.width


def test_own_empty_place_is_gold_and_the_others_are_grey() -> None:
    kind = Game.games["scharfe-schoten"]
    paints = FACES[kind.id].paints
    for view in islice(begun(kind, 1), 3):
        placed = [sprite for sprite, _ in STRIPS[kind.id](view).placed]
        size = placed[0].image.size  # the size of the card that has been played
        mine, others = (paints.art("parts/slot", *size, colour, felt=True) for colour in (GOLD, MUTED))
        slots = [sprite for sprite in placed if sprite is mine or sprite is others]
        assert slots == [mine, others, others]


def test_colours_in_hand_are_drawn_for_those_who_have_still_to_play() -> None:
    game = next(game for game in walk(Case(ScharfeSchoten, 4, {})) if game.tricks())
    view = cast("SchotenView", game.view(game.to_act[0]))
    drawn = pictures.panel_picture(view)
    view["hand_colours"] = [dict.fromkeys(counts, 9) for counts in view["hand_colours"]]
    assert pictures.panel_picture(view) != drawn


def test_strip_and_alt_text_show_the_prediction_of_each_other_seat() -> None:
    for seats in ScharfeSchoten.seat_counts:
        for game in islice(walk(Case(ScharfeSchoten, seats, {})), 0, None, 7):
            view = cast("SchotenView", game.view(0))
            if view["predictions"] is None or view["over"]:
                continue
            canvas = strip(game, 0)
            chips = {id(chip(canvas.paints, letter, size=38, felt=True)): letter for letter in "RYGK"}
            rings = [id(ring(canvas.paints, seat, size=40, act=not seat, felt=True)) for seat in range(seats)]
            placed = [id(sprite) for sprite, _ in sorted(canvas.placed, key=itemgetter(1))]
            order = [rings.index(one) for one in placed if one in rings]
            told = "".join(chips[one] for one in placed if one in chips)
            assert told == "".join("".join(view["predictions"][seat]) for seat in order if seat)
            said = "\n".join(in_words(view, 0, Translation("en", game=ScharfeSchoten).aside()))
            assert said.count("predicted most") == seats


# --- Saizen


def in_saizen(seats: int, *, led: bool) -> Iterator[Any]:
    """Yield seat 0's views of a random game during its tricks: with a led suit if `led`, else without a led suit."""
    for game in islice(walk(Case(Game.games["saizen"], seats, {})), 0, None, 3):
        view: Any = game.view(0)
        if view["phase_id"] != MOVE_CHIP.id and not game.over and bool(view["led"]) == led:
            yield view


def in_line(canvas: Canvas, y: int) -> list[Sprite]:
    """Return the sprites centred at that height, from the left."""
    from_left = sorted(canvas.placed, key=itemgetter(1))
    return [sprite for sprite, at in from_left if abs(at[1] + sprite.height / 2 - y) <= 1]


@pytest.mark.drawn(1)
@pytest.mark.parametrize("seats", Game.games["saizen"].seat_counts)
def test_strip_and_alt_text_say_how_many_tricks_and_cards_each_seat_has(seats: int) -> None:
    kind = Game.games["saizen"]
    for view in in_saizen(seats, led=True):
        canvas = STRIPS[kind.id](view)
        text = canvas.paints.text
        tricks = [text(str(count), 30, IVORY if seat else GOLD) for seat, count in enumerate(view["taken"])]
        assert in_line(canvas, FOOT.y + 21)[1:] == tricks
        assert in_line(canvas, FOOT.y + 55)[1:] == [text(str(count), 26) for count in view["hand_sizes"]]
        said = "\n".join(in_words(view, 0, Translation("en", game=kind).aside()))
        for seat, (taken, left) in enumerate(zip(view["taken"], view["hand_sizes"], strict=True)):
            assert seat == 0 or re.search(rf"seat {seat + 1}: {taken} tricks? won{DOT}{left} cards? in hand", said)


@pytest.mark.drawn(1)
@pytest.mark.parametrize("seats", Game.games["saizen"].seat_counts)
def test_leading_player_sees_the_rules_of_all_suits_with_one_large_row_each(seats: int) -> None:
    for view in in_saizen(seats, led=False):
        canvas = STRIPS["saizen"](view)
        signs = [at for sprite, at in canvas.placed if sprite.width == sprite.height >= 60 and at[1] < FOOT.y]
        assert len(signs) == 20
        assert len({y for _, y in signs}) == 4
        above = [sprite for sprite, at in canvas.placed if at[1] < FOOT.y and sprite.height >= 60]
        cards = [one.width for one in above if one.height == round(one.width * CARD[1] / CARD[0])]
        assert len(cards) >= seats
        assert min(cards) >= 51, "the last trick can still be read"


# --- Tezuma's stars and draft


def test_star_marks_only_the_active_trumps_beside_their_other_symbols() -> None:
    kind = TezumaTrick
    moves = ("play U5", "play UT with butterfly-dance", "play BT with cup-and-ball", "defer with paper-egg", "play BT")
    plays = tuple(zip((0, 1, 2, 3, 3), map(kind.parse, moves), strict=True))
    signs = [(play.badge, play.corner) for play in plays_of(kind.trick_data((0, plays, None)), kind)]
    assert signs == [
        ("", ""),
        ("abilities/butterfly-dance", "parts/star"),
        ("abilities/cup-and-ball", ""),
        ("abilities/paper-egg", "parts/star"),
    ]
    watered = (*plays[:2], (2, kind.parse("play U3 with water-trick")), *plays[3:])
    assert [play.corner for play in plays_of(kind.trick_data((0, watered, None)), kind)] == ["", "parts/star", "", ""]


def test_both_symbols_of_a_card_are_drawn_on_the_table_and_on_the_last_trick() -> None:
    paints = FACES["tezuma-trick"].paints
    one, both = (Laid(0, "B", "T", "abilities/paper-egg", corner) for corner in ("", "parts/star"))
    assert laid(paints, one, *CARD).image != laid(paints, both, *CARD).image
    canvas = Canvas(paints, WIDTH, HEIGHT)
    last_trick(canvas, Box(0, 0, 216, 216), [both], 0)
    assert all(at[0] + sprite.width <= 216 for sprite, at in canvas.placed)
    star = paints.art("parts/star", 28, 28)
    assert any(sprite is star for sprite, _ in canvas.placed)


@pytest.mark.parametrize("kind", [Game.games["tezuma-trick"], Game.games["tezumashi"]], ids=lambda kind: kind.id)
def test_bid_keeps_its_place_and_letter_until_its_taker_is_there(kind: type[Game]) -> None:
    paints = FACES[kind.id].paints
    places: dict[int, tuple[int, int]] = {}
    for game in walk(Case(kind, 4, {})):
        if game.phase.id != "draft" or game.round > 1:
            break
        view: Any = game.view(0)
        at = {id(sprite): (x + sprite.width // 2, y + sprite.height // 2) for sprite, (x, y) in strip(game, 0).placed}
        for letter, bid in zip("ABCDE", view["bids"], strict=True):
            if bid in view["open"]["bids"]:
                sign = label(paints, letter)
            else:
                seat = view["seat_bids"].index(bid)
                sign = ring(paints, seat, act=seat == 0)
            assert places.setdefault(bid, at[id(sign)]) == at[id(sign)]
    assert len(set(places.values())) == 5

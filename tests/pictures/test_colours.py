"""The suits of each game differ by colour alone, with normal sight and with each common colour blindness.

Shapes differ in any case. Simulation: G. M. Machado, M. M. Oliveira, L. A. F. Fernandes, "A Physiologically-based Model
for Simulation of Color Vision Deficiency", IEEE TVCG 15 (2009), severity 1.0, applied to linear sRGB. Distance:
CIEDE2000 as in G. Sharma, W. Wu, E. N. Dalal, "The CIEDE2000 Color-Difference Formula", Color Research and Application
30 (2005).
"""

from itertools import combinations
from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt

import pytest

import engine.games  # noqa: F401  fills Game.games
from engine.game import Game
from pictures.art import INK, IVORY, colours
from pictures.faces import FACES
from pictures.paints import SEATS
from pictures.palette import rgb

Triple = tuple[float, float, float]

SIGHTS: dict[str, tuple[Triple, Triple, Triple]] = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
FOUR_SUITS, SIX_SUITS = 25, 18
"""The minimum CIEDE2000 distance of any two suits of a game; 2 is just visible, 10 is visible at a glance.

Six suits are necessarily closer to each other than four. A joker counts as a suit here.
"""


def linear(colour: str) -> list[float]:
    parts = [part / 255 for part in rgb(colour)]
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


def seen(colour: str, sight: str) -> Triple:
    """Return a colour in CIE L*a*b* (D65), as a person with this colour vision (a key of `SIGHTS`) sees it."""
    light = linear(colour)
    red, green, blue = (
        min(1.0, max(0.0, sum(weight * part for weight, part in zip(row, light, strict=True)))) for row in SIGHTS[sight]
    )
    x = (0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047
    y = 0.2126729 * red + 0.7151522 * green + 0.0721750 * blue
    z = (0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883
    fx, fy, fz = (part ** (1 / 3) if part > 216 / 24389 else (24389 / 27 * part + 16) / 116 for part in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def ciede2000(one: Triple, other: Triple) -> float:
    """Return the distance of two colours in CIE L*a*b*."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    chroma = (hypot(a1, b1) + hypot(a2, b2)) / 2
    grow = 1.5 - 0.5 * sqrt(chroma**7 / (chroma**7 + 25**7))
    a1, a2 = a1 * grow, a2 * grow
    c1, c2 = hypot(a1, b1), hypot(a2, b2)
    h1, h2 = degrees(atan2(b1, a1)) % 360, degrees(atan2(b2, a2)) % 360
    grey = c1 * c2 == 0
    turn = 0.0 if grey else (h2 - h1 + 180) % 360 - 180
    dl, dc, dh = l2 - l1, c2 - c1, 2 * sqrt(c1 * c2) * sin(radians(turn / 2))
    light, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    hue = h1 + h2 if grey else (h1 + turn / 2) % 360
    weight = (
        1
        - 0.17 * cos(radians(hue - 30))
        + 0.24 * cos(radians(2 * hue))
        + 0.32 * cos(radians(3 * hue + 6))
        - 0.20 * cos(radians(4 * hue - 63))
    )
    sl = 1 + 0.015 * (light - 50) ** 2 / sqrt(20 + (light - 50) ** 2)
    sc, sh = 1 + 0.045 * chroma, 1 + 0.015 * chroma * weight
    twist = -2 * sqrt(chroma**7 / (chroma**7 + 25**7)) * sin(radians(60 * exp(-(((hue - 275) / 25) ** 2))))
    return sqrt((dl / sl) ** 2 + (dc / sc) ** 2 + (dh / sh) ** 2 + twist * dc / sc * dh / sh)


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of WCAG 2."""
    lights = [0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05 for red, green, blue in (linear(one), linear(other))]
    return max(lights) / min(lights)


@pytest.mark.parametrize(
    ("one", "other", "distance"),
    [
        ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
        ((50.0, -1.3802, -84.2814), (50.0, 0.0, -82.7485), 1.0000),
        ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
        ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_distance_agrees_with_the_published_test_data(one: Triple, other: Triple, distance: float) -> None:
    assert ciede2000(one, other) == pytest.approx(distance, abs=1e-4)


@pytest.mark.parametrize("game", FACES)
def test_suits_of_a_game_differ_in_colour_for_every_sight(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    theme = FACES[game].paints.theme
    own = {suit.letter for suit in Game.games[game].suits}
    figures = []
    for sight in SIGHTS:
        pairs = {
            one + other: ciede2000(seen(theme.suit_colour(one), sight), seen(theme.suit_colour(other), sight))
            for one, other in combinations(theme.suits, 2)
        }
        closest = min(pairs, key=lambda pair: pairs[pair])
        figures.append(f"{sight} {pairs[closest]:.1f} ({closest})")
        for pair, distance in pairs.items():
            assert distance >= (FOUR_SUITS if len(own) == 4 and set(pair) <= own else SIX_SUITS), (sight, pair)
    with capsys.disabled():
        print(f"\n{game}, closest suits, CIEDE2000: {', '.join(figures)}")


def test_suits_of_a_game_have_different_shapes() -> None:
    for face in FACES.values():
        assert len(set(face.paints.theme.suits.values())) == len(face.paints.theme.suits)


def test_rings_of_four_seats_differ_in_colour_for_every_sight() -> None:
    for sight in SIGHTS:
        for one, other in combinations(SEATS[:4], 2):
            assert ciede2000(seen(one, sight), seen(other, sight)) >= 15


def test_ranks_and_numbers_have_a_strong_contrast() -> None:
    assert contrast(INK, IVORY) >= 12
    for face in FACES.values():
        theme = face.paints.theme
        assert contrast(IVORY, theme.panel) >= 7
        assert contrast(IVORY, theme.felt) >= 7
        for letter, name in theme.suits.items():
            darkest = max(contrast(colour, IVORY) for colour in colours(f"suits/{name}"))
            assert darkest >= 4.5, letter
    for seat in SEATS:
        assert contrast(INK, seat) >= 3.8

"""The pictures that are uploaded to Discord as application emojis."""

import io
import re

from PIL import Image, ImageChops

import engine.games  # noqa: F401  fills Game.games
import pictures
from engine.game import Game
from pictures.emojis import SIDE

BACKGROUNDS = ("#313338", "#ffffff", "#4e5058", "#5865f2", "#248046", "#da373c")
"""Discord's dark and light pages, and its grey, blurple, green and red buttons."""


def at_20_pixels(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png)).resize((20, 20), Image.Resampling.LANCZOS)


def test_names_and_files_are_accepted_by_discord() -> None:
    for name, png in pictures.emojis().items():
        assert re.fullmatch(r"[A-Za-z0-9_]{2,32}", name)
        assert len(png) < 256 * 1024
        image = Image.open(io.BytesIO(png))
        assert (image.format, image.size, image.mode) == ("PNG", (SIDE, SIDE), "RGBA")
        assert image.getchannel("A").getextrema() == (0, 255)


def test_no_two_emojis_of_a_game_look_alike() -> None:
    every = pictures.emojis()
    for game in Game.games:
        kind = Game.games[game]
        suits = [kind.suit_emojis()[suit.letter] for suit in kind.suits]
        own = [every[name] for name in [*suits, *kind.emoji_names.values()]]
        assert len(set(own)) == len(own)


def test_each_emoji_is_visible_on_every_background() -> None:
    for name, png in pictures.emojis().items():
        for background in BACKGROUNDS:
            small = at_20_pixels(png)
            page = Image.new("RGBA", small.size, background)
            shown = page.copy()
            shown.alpha_composite(small)
            apart = ImageChops.difference(shown.convert("RGB"), page.convert("RGB"))
            strong = [band.point([value > 70 for value in range(256)]).tobytes() for band in apart.split()]
            assert sum(any(pixel) for pixel in zip(*strong, strict=True)) >= 60, (name, background)


def test_emojis_are_reproducible() -> None:
    assert pictures.emojis() == pictures.emojis()

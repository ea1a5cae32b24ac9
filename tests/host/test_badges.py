"""Badges: in a recorded game, exactly the right seats earn each badge."""

import re
from pathlib import Path

import pytest

import engine.games  # noqa: F401  fills Game.games
from engine.game import Game
from engine.record import from_json, loads, read
from engine.text import Phrase, seat_text
from host.people.badges import BADGES, Story, seen_by, written
from locales import Translation

GOLDEN = Path(__file__).parents[1] / "engine" / "golden"
OWN = Path(__file__).parent / "badges"
EARNED = {
    "both-alone": ("scharfe-schoten-3-4", {1}),
    "untouched": ("scharfe-schoten-3-1", {1}),
    "row-of-81": ("row-of-81", {1, 2}),
    "three-turns": ("tennos-square-3-4", {1}),
    "last-of-play-off": ("saizen-2-3", {0}),
    "twice-matched": ("saizen-2-1", {0}),
    "painless": ("tezuma-trick-4-3", {2}),
    "sand": ("tezuma-trick-3-5", {1}),
    "chain": ("saizen-2-2", {0}),
}
"""For each badge a record, and the seats that earn the badge in it."""


def played(name: str) -> Game:
    """Return the game of a record, played to its end."""
    if (OWN / f"{name}.json").exists():
        return loads((OWN / f"{name}.json").read_text(encoding="utf-8")).replay()
    data = from_json((GOLDEN / f"{name}.json").read_text(encoding="utf-8"))
    assert isinstance(data, dict)
    return read(data["record"]).replay()


@pytest.mark.parametrize("name", BADGES)
def test_badge_is_earned_by_the_right_seats(name: str) -> None:
    record, seats = EARNED[name]
    game = played(record)
    story = Story(game)
    assert {seat for seat in range(game.seats) if name in story.earned(seat)} == seats


def test_every_badge_has_games_and_texts_in_every_language() -> None:
    for badge in BADGES.values():
        assert badge.games <= set(Game.games)
        assert badge.sheet or badge.log
        for language in ("en", "ja"):
            assert Translation(language)(f"badge-{badge.id}")


def test_badge_conditions_use_existing_message_keys() -> None:
    """Check the keys in the conditions, because a misspelled key would never match."""
    for badge in BADGES.values():
        for pattern in filter(None, (badge.sheet, badge.log)):
            plain = pattern.pattern.replace(r"\n", " ").replace("(took|kept)", "took")
            keys = re.findall(r"[a-z]+(?:-[a-z]+)+|played", plain)
            assert keys
            assert set(keys) <= set(Phrase.all), keys


def test_message_pattern_is_written_with_me_and_other_for_seats() -> None:
    assert seen_by(1, written((seat_text(1), seat_text(2), seat_text(12)))) == "me|other|other"


def test_game_without_its_log_has_no_badges_of_the_log() -> None:
    game = played("saizen-2-1")
    bare = game.copy()
    bare.log = None
    assert "chain" not in Story(bare).earned(0)

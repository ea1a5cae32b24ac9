"""The tricks of a panel: all tricks of a round behind a button, and the last tricks after a round or a game."""

from random import Random

import pytest

from engine.game import Game
from host.tables.table import Table
from show.actions.decision_actions import AtTable, LookUp
from show.pages.game.hand import Asked, hand_page, round_page
from show.pages.game.tricks import has_tricks, trick_line, tricks_before
from show.text.seat_names import table_translation
from tests.show.basics import SCHOTEN
from tests.show.page_content import ids_of
from tests.show.tables import a_table, after_a_round, game_at, hand_of, play_out, play_random, play_some
from tests.show.test_emojis import uploaded

trick_games = pytest.mark.parametrize("game", sorted(name for name, kind in Game.games.items() if has_tricks(kind)))


def told_of(line: str) -> str:
    """Return a line's text about a trick, without the label."""
    return line.removeprefix("-# ").partition(": ")[2]


def the_tricks(table: Table) -> list[str]:
    """Return the lines of the page of tricks."""
    return hand_of(table, Asked(looking=LookUp(AtTable(table.id), "trick"))).text.splitlines()


@pytest.mark.drawn(1)
@trick_games
def test_tricks_are_listed_newest_first_and_at_the_start_of_a_round_those_of_the_previous_one(game: str) -> None:
    table, random = a_table(Game.games[game], 4), Random(8)
    tr = table_translation(table, "en-US")
    seen = set()
    while not game_at(table).over:
        view = game_at(table).view(None)
        done = [trick_line(trick, tr) for trick in view["tricks"] if trick["winner"] is not None]
        finished = done or [trick_line(trick, tr) for trick in tricks_before(game_at(table))]
        seen.add((len(finished), bool(done)))
        title, *lines = the_tricks(table)
        assert title == tr(
            "hand-tricks-title", game=table.kind.title, round=view["round"] - (not done and view["round"] > 1)
        )
        listed = [told_of(line) for line in lines if line.startswith("-# Trick")]
        assert listed == [told_of(f"-# {line}") for line in reversed(finished)]
        assert (tr("hand-no-tricks") in "\n".join(lines)) == (not finished)
        play_some(game_at(table), random, 3)
    assert any(count > 1 and not running for count, running in seen), "a round's beginning"


@pytest.mark.drawn(1)
@trick_games
def test_trick_page_links_to_details_of_the_table_and_of_each_seat(game: str) -> None:
    table, random = a_table(Game.games[game], 4), Random(8)
    tr, details = table_translation(table, "en-US"), LookUp(AtTable(table.id), "details")
    for _ in range(40):
        assert details.custom_id in ids_of(hand_of(table, Asked(looking=LookUp(AtTable(table.id), "trick"))))
        view, lines = game_at(table).view(None), hand_of(table, Asked(looking=details)).text.splitlines()
        assert {tr.text(line) for line in view["table"]} <= set(lines)
        assert all(tr.text(fact) in "\n".join(lines) for seat in view["by_seat"] for fact in seat)
        play_random(game_at(table), random)


@pytest.mark.parametrize("locale", ["en-US", "ja"])
@trick_games
def test_tricks_of_a_whole_round_use_the_emojis_of_the_pictures(game: str, locale: str) -> None:
    table = after_a_round(Game.games[game], 4)
    tr = table_translation(table, locale, uploaded())
    page = hand_page(table, game_at(table), 0, tr, Asked(looking=LookUp(AtTable(table.id), "trick")))
    assert all(str(tr.sign(suit.letter)) in page.text for suit in table.kind.suits)


@trick_games
def test_finished_round_or_game_shows_its_last_trick_above_the_picture(game: str) -> None:
    table = after_a_round(Game.games[game], 4)
    tr = table_translation(table, "en-US")
    page = round_page(table, game_at(table), 0, tr)
    last = tricks_before(game_at(table))[-1]
    assert told_of(page.text.splitlines()[1]) == told_of(f"-# {trick_line(last, tr)}")
    over = play_out(table, Random(6))
    last = game_at(over).view(None)["tricks"][-1]
    assert told_of(f"-# {trick_line(last, tr)}") in hand_of(over).text


@pytest.mark.parametrize(
    ("moves", "told"),
    [(1, 1), (4, 1), (5, 2), (8, 2), (9, 2), (10, 3), (14, 3), (15, 3)],
    ids=str,
)
def test_finished_round_shows_at_most_three_tricks_since_ones_last_choice(
    moves: int, told: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Set `moves`, the number of moves since the seat's last choice.

    Each of the ten tricks has four plays. In the first eight tricks, a fifth move takes a card from the rack.
    """
    table = after_a_round(SCHOTEN, 4)
    tr = table_translation(table, "en-US")
    since = [(seat, SCHOTEN.text(move)) for seat, move in game_at(table).history[-moves:]]
    monkeypatch.setattr(SCHOTEN, "moves_since_choice", lambda *_: since)
    lines = str(round_page(table, game_at(table), 0, tr).parts[0]).splitlines()[1:]
    assert [line.partition(":")[0] for line in lines] == [f"-# Trick {10 - place}" for place in range(told)]


def test_finished_round_shows_its_last_trick_though_its_last_choice_was_at_the_rack(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = after_a_round(SCHOTEN, 3)
    monkeypatch.setattr(SCHOTEN, "moves_since_choice", lambda *_: [(0, "take R")])
    lines = str(round_page(table, game_at(table), 0, table_translation(table, "en-US")).parts[0]).splitlines()[1:]
    assert [line.partition(":")[0] for line in lines] == ["-# Trick 12"]

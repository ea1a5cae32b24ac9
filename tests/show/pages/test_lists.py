"""The tables of a server, and its leaderboard."""

from __future__ import annotations

import pytest

import engine.games  # noqa: F401  fills Game.games
from engine.game import Game
from host.people import Leader
from locales import Speech
from show.pages.lists import BEST, leaders_page, tables_page
from show.speech import link
from tests.show.tables import AKI, HOME, a_lobby, a_table, check_limits, dealt

every_language = pytest.mark.parametrize("language", ["en", "ja"])
SAIZEN = Game.games["saizen"]
LEADERS = [Leader(rank, AKI + rank, 10, 20 - rank, 50) for rank in range(1, BEST + 1)]


@every_language
def test_a_table_is_listed_with_where_it_is_and_whom_it_waits_for(language: str) -> None:
    running = a_table(SAIZEN, people=2)
    dealt(running).to_act = (1,)
    page = tables_page([(a_lobby(SAIZEN), 3), (running, HOME)], Speech(language))
    _, gathering, playing = page.text.splitlines()
    assert link(3) in gathering
    assert link(HOME) in playing
    assert "Aki" in gathering
    assert playing.count("Ben") == 2, "as somebody who sits there, and as who is awaited"
    check_limits(page)


def test_a_hundred_tables_fit_a_message() -> None:
    check_limits(tables_page([(a_table(SAIZEN, people=4), HOME)] * 100, Speech("ja")))


def test_where_there_is_nothing_the_lists_say_so() -> None:
    assert tables_page([], Speech("en")).text.splitlines()[1] == Speech("en")("tables-none")
    assert leaders_page(None, [], Speech("en")).text.splitlines()[1] == Speech("en")("leaderboard-none")


def test_whoever_is_not_among_the_best_stands_apart_behind_them() -> None:
    own = Leader(40, AKI + 40, 10, 0, 50, "Own *self*")
    *_, gap, last = leaders_page(SAIZEN, [*LEADERS, own], Speech("en")).text.splitlines()
    assert gap == "…"
    assert r"Own \*self\*" in last
    assert "…" not in leaders_page(SAIZEN, LEADERS, Speech("en")).text

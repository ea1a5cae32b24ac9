"""What those are told who do not see the pictures."""

from __future__ import annotations

from random import Random

import pytest

import engine.games  # noqa: F401  fills Game.games
from cogs.hand_panel import hand_layout
from cogs.layouts import ALT_LIMIT
from cogs.speech import table_speech
from cogs.table_panel import alt_text, fitting, table_layout
from engine.game import Game
from locales import Speech
from tests.cogs.tables import AKI, a_table, parts


@pytest.mark.parametrize("locale", ["en-US", "ja"])
@pytest.mark.parametrize("game", sorted(Game.games))
def test_an_alt_text_begins_with_the_trick_and_ends_with_a_whole_line(game: str, locale: str) -> None:
    kind, random = Game.games[game], Random(3)
    table, speech = a_table(kind, kind.seat_counts[-1]), table_speech(a_table(kind, kind.seat_counts[-1]), locale)
    assert table.game is not None
    aside = speech.aside()
    while not table.game.over:
        view = table.game.view(None)
        full = alt_text(view, aside).split("\n")
        [shown] = parts(table_layout(table, view, speech, b"picture").content()[0], "description")
        assert len(shown) <= ALT_LIMIT
        assert shown.split("\n") == full[: len(shown.split("\n"))]
        assert full[0] == aside.sentence(view["phase"])
        trick = view["tricks"][-1:]
        if trick and trick[0]["plays"] and trick[0]["winner"] is None:
            assert full[1].count(" · ") == len(trick[0]["plays"]) - 1
        for seat in range(table.seat_count):
            assert any(line.startswith(aside.seat(seat)) for line in shown.split("\n")[1:]), "every seat is told of"
        seat = random.choice(table.game.to_act)
        table.game.play(seat, random.choice(table.game.legal_moves(seat)))


@pytest.mark.parametrize(
    ("words", "seats", "suits"), [(10, True, True), (3800, False, True), (3890, False, False), (5000, False, False)]
)
def test_a_long_text_does_without_the_seats_emojis_before_it_does_without_the_suits(
    words: int, seats: int, suits: int
) -> None:
    emojis = {"S": "<:saizen_S:1>" + "s" * 20, "seat_1": "<:seat_1:1>" + "s" * 100}
    speech = Speech("en", game=Game.games["saizen"], emojis=emojis)
    text = fitting(speech, lambda spoken: [spoken.place(0), spoken.card("S7"), "x" * words])
    assert ("<:seat_1:1>" in text, "<:saizen_S:1>" in text) == (seats, suits)


@pytest.mark.parametrize("game", sorted(Game.games))
def test_the_alt_text_of_a_panel_tells_of_its_own_seat(game: str) -> None:
    table = a_table(Game.games[game], 4)
    assert table.game is not None
    speech = table_speech(table, "en-US")
    [shown] = parts(hand_layout(table, AKI, speech, picture=b"picture").content()[0], "description")
    facts = [speech.aside().text(line) for line in table.game.view(0)["by_seat"][0]]
    assert shown.startswith(" · ".join(facts))

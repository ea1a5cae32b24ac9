"""The hand panel within Discord's limits, however much there is to choose."""

from __future__ import annotations

import pytest

from cogs.hand_panel import hand_layout
from cogs.speech import table_speech
from engine.chance import Chance
from engine.game import Choice, Game
from engine.text import card_text
from host.table import Occupant, Table
from local_discord.check_components import ComponentCheck
from local_discord.form import Form

AKI = 101


@pytest.mark.parametrize("count", range(1, 51))
def test_any_number_of_choices_fits_with_a_picture_and_a_hint(monkeypatch: pytest.MonkeyPatch, count: int) -> None:
    kind = Game.games["scharfe-schoten"]

    many = [Choice(f"R{number}", card_text(f"R{number}"), None, 1) for number in range(count)]
    monkeypatch.setattr(kind, "choices", lambda *_: many)
    monkeypatch.setattr(kind, "hint", lambda *_: card_text("R1"))
    seats: list[Occupant | None] = [Occupant(user_id=AKI + seat) for seat in range(4)]
    game = kind(4, {}, Chance(b"01"))
    table = Table(1, 2, 3, AKI, kind, {}, seats, state="playing", game=game)
    page = hand_layout(table, AKI, table_speech(table, "ja"), hints=True, picture=b"picture")
    form = Form()
    components, _ = page.content()
    ComponentCheck(form, filenames={"table.png"}).message(components, v2=True)
    form.raise_if_bad()

"""The lobby's form: the custom id of its button suffices to open it; a submitted form is parsed."""

from contextlib import nullcontext
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import AsyncMock

import aiohttp
import discord
import pytest

import engine.games  # noqa: F401  fills Game.games
from cogs.commands.tables.lobbies import LobbyCommands, _lobby_on
from cogs.interactions.interaction_context import InteractionContext
from cogs.requests.pages import FormModal
from engine.game import Game
from host.services import StoreError
from host.tables.table import Occupant, Table
from locales import Translation
from show.actions.table_actions import OpenOptions, SetUp
from show.pages.lobby import lobby_page
from show.text.seat_names import table_translation
from tests.cogs.interactions import MADE, NOTHING_SET, FakeInteraction, a_router, answer, refused
from tests.show.page_content import rows_of
from tests.show.tables import a_lobby, with_occupant

FIELDS = [
    {"type": 18, "id": 1, "component": {"type": 3, "id": 2, "custom_id": "seats", "values": ["3"]}},
    {"type": 18, "id": 3, "component": {"type": 3, "id": 4, "custom_id": "jokers", "values": ["2"]}},
]


class Untouchable:
    """Services or a presenter that must not be used."""

    lobby = SimpleNamespace(leave=0, move_seat=0, cancel=0)

    def __getattr__(self, name: str) -> Any:
        raise AssertionError(f"{name} was asked for before the form was open")


def submitted(custom_id: str, components: list[Any]) -> FakeInteraction:
    """Return a submitted form."""
    interaction = FakeInteraction(custom_id)
    interaction.type = discord.InteractionType.modal_submit
    interaction.data = {"custom_id": custom_id, "components": components}
    return interaction


@pytest.mark.parametrize("locale", ["en-US", "ja"])
async def test_form_opens_before_anything_is_loaded(locale: str, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[FormModal] = []

    async def send_modal(_self: object, modal: FormModal) -> None:
        opened.append(modal)

    monkeypatch.setattr(FakeInteraction, "send_modal", send_modal, raising=False)
    router, nothing = a_router(), cast("Any", Untouchable())
    LobbyCommands(nothing, nothing, router)
    asked = OpenOptions(12, "saizen", 4, ("0", "1", "0"))
    await answer(router, FakeInteraction(asked.custom_id, locale=locale))
    (modal,) = opened
    assert modal.is_finished(), "the library does not keep it"
    assert modal.to_dict()["custom_id"] == SetUp(12).custom_id
    assert [one["component"]["custom_id"] for one in modal.to_dict()["components"]] == [
        "seats",
        "jokers",
        "start_rules",
        "equals",
    ]


async def test_submitted_form_reaches_its_handler_with_its_values() -> None:
    asked: list[SetUp] = []

    async def handle(_click: InteractionContext, action: SetUp) -> None:
        asked.append(action)

    router = a_router()
    router.register(SetUp, handle)
    await answer(router, submitted("set-up:12", FIELDS))
    assert asked == [SetUp(12, {"seats": [3], "jokers": [2]})]


@pytest.mark.parametrize(
    ("custom_id", "components"),
    [("set-up:12", [{**FIELDS[0], "component": {"type": 4, "custom_id": "seats", "values": ["many"]}}]), ("x:1", [])],
    ids=["a field", "a form"],
)
async def test_form_of_another_version_is_refused_in_one_sentence(custom_id: str, components: list[Any]) -> None:
    router, interaction = a_router(), submitted(custom_id, components)
    await answer(router, interaction)
    assert interaction.answers == [("new", Translation("en")("fault-other-version"), True)]


@pytest.mark.parametrize("free", [True, False])
def test_lobby_message_is_recognised_also_when_it_offers_no_seat(free: bool) -> None:
    table = a_lobby(Game.games["saizen"], 4)
    table = table if free else with_occupant(table, -1, Occupant(user_id=102))
    page = lobby_page(table, table_translation(table, "en-US"), None)
    rows = [SimpleNamespace(children=[SimpleNamespace(**one) for one in row]) for row in rows_of(page)]
    assert _lobby_on([SimpleNamespace(children=rows)]) == table.id


LOADING = SimpleNamespace(id=MADE, flags=SimpleNamespace(loading=True))
STANDS = SimpleNamespace(id=MADE, flags=SimpleNamespace(loading=False))
MISSING = refused(404)


@pytest.mark.parametrize("error", [aiohttp.ClientConnectionError(), discord.RateLimited(60.0)], ids=repr)
@pytest.mark.parametrize(
    ("found", "done"),
    [(MISSING, ["closed"]), (LOADING, ["closed"]), (STANDS, ["noted"]), (TimeoutError(), [])],
    ids=["not there", "only announced", "there", "nobody knows"],
)
async def test_lobby_with_a_failed_answer_is_closed_if_missing_and_recorded_if_posted(
    error: Exception, found: object, done: list[str]
) -> None:
    did: list[str] = []
    table = replace(a_lobby(Game.games["saizen"], 4), promise=None)

    async def open_one(*_: object) -> Table:
        return table

    async def close(_number: int, _: object) -> None:
        did.append("closed")

    async def shown(_number: int, message: int, _page: object) -> None:
        assert message == MADE
        did.append("noted")

    lobby = SimpleNamespace(**vars(Untouchable.lobby) | {"open": open_one, "cancel": close})
    presenter = SimpleNamespace(messages=SimpleNamespace(lobby_sent=shown, post_promise=AsyncMock()))
    lessons = SimpleNamespace(offer=AsyncMock(side_effect=StoreError("a failed offer keeps nobody from the seat")))
    services = SimpleNamespace(lobby=lobby, settings=NOTHING_SET, lessons=lessons)
    lobbies = LobbyCommands(cast("Any", services), cast("Any", presenter), a_router())
    interaction = FakeInteraction(public=True, error=error)
    interaction.original = found
    InteractionContext(interaction.real)
    with nullcontext() if done == ["noted"] else pytest.raises(type(error)):
        await LobbyCommands.play.callback(lobbies, interaction.real, "saizen")  # type: ignore[arg-type]
    assert did == done

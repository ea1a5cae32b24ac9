"""Clicks: each reaches its handler by its custom id, and every failure is answered in one sentence."""

import logging
from typing import Any

import aiohttp
import discord
import pytest
from discord import app_commands

import engine.games  # noqa: F401  fills Game.games
from cogs.interactions.error_answers import answer_error
from cogs.interactions.interaction_context import CONTENT_LIMIT, InteractionContext
from cogs.interactions.router import Router
from engine.game import Game
from engine.text import seat_text
from host.place import Place
from host.refusals import LOBBY_FULL, NOT_OPENER, TRY_AGAIN, Overtaken, Refusal
from host.services import StoreError
from host.tables.table import Table
from locales import Translation
from show.actions.decision_actions import AtTable, PickChoice
from show.actions.table_actions import Action, Join
from show.text.page import page
from tests.cogs.interactions import ANY_TABLE, CHANNEL, GUILD, MESSAGE, USER, FakeInteraction, a_router, answer, refused
from tests.show.tables import a_table

OTHER_VERSION = ["wave:1", "join", "join:one", "join:1:2", "i:move:1:2:R9", "pick:1:2:R9:0", "join:" + "1" * 100]


class Handler:
    """A handler that records its calls, and can fail."""

    def __init__(self, error: BaseException | None = None) -> None:
        self.asked: list[tuple[InteractionContext, Action]] = []
        self.error = error

    async def __call__(self, click: InteractionContext, action: Any) -> None:
        self.asked.append((click, action))
        if self.error is not None:
            raise self.error


def router_to(handler: Handler) -> Router:
    """Return a router that knows two actions."""
    router = a_router()
    router.register(Join, handler)
    router.register(PickChoice, handler)
    return router


async def answered(interaction: FakeInteraction, handler: Handler) -> list[tuple[str, str, bool]]:
    """Route a click, and return its answers."""
    await answer(router_to(handler), interaction)
    return interaction.answers


async def test_click_reaches_its_handler_with_all_it_needs() -> None:
    handler = Handler()
    await answered(FakeInteraction("join:12"), handler)
    [(click, action)] = handler.asked
    assert action == Join(12)
    assert (click.user_id, click.place.server_id, click.channel_id, click.message_id) == (USER, GUILD, CHANNEL, MESSAGE)
    assert not click.person.moderates(CHANNEL)
    assert not click.person.manages_server()


async def test_answer_after_a_faster_process_shows_the_newest_state() -> None:
    asked: list[Action] = []

    async def overtaken_once(_click: InteractionContext, action: Action) -> None:
        asked.append(action)
        if len(asked) == 1:
            raise Overtaken(TRY_AGAIN())

    router = a_router()
    router.register(Join, overtaken_once)
    interaction = FakeInteraction("join:12")
    await answer(router, interaction)
    assert (asked, interaction.answers) == ([Join(12), Join(12)], [])


async def test_returning_player_is_answered_although_another_process_was_faster() -> None:
    returned_to: list[int] = []

    async def back(table: Table, _user_id: int) -> None:
        returned_to.append(table.id)
        if len(returned_to) == 1:
            raise Overtaken(TRY_AGAIN())

    router, handler = Router(ANY_TABLE, back), Handler()
    router.register(Join, handler)
    interaction = FakeInteraction("join:12")
    await answer(router, interaction)
    assert (returned_to, len(handler.asked), interaction.answers) == ([12, 12], 1, [])


async def test_absence_is_ended_at_the_table_as_it_is_after_all_other_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    reads, checked = list[str](), list[Table]()
    current, changed = [await ANY_TABLE.in_place(Place.server(GUILD), 12) for _ in range(2)]

    async def of_message(_message_id: int) -> list[int]:
        reads.append("message")
        return [current.id]

    async def in_place(_place: Place, _table_id: int) -> Table:
        reads.append("table")
        return current

    async def end_absence(table: Table, _user_id: int) -> Table:
        checked.append(table)
        return changed

    monkeypatch.setattr(ANY_TABLE, "of_message", of_message)
    monkeypatch.setattr(ANY_TABLE, "in_place", in_place)
    router, handler = Router(ANY_TABLE, end_absence), Handler()
    router.register(Join, handler)
    await answer(router, FakeInteraction(f"join:{current.id}"))
    assert reads == ["message", "table"]
    assert checked == [current]
    assert [click.table for click, _ in handler.asked] == [changed]


async def test_repeatedly_overtaken_click_is_answered_in_one_sentence() -> None:
    handler = Handler(Overtaken(TRY_AGAIN()))
    answers = await answered(FakeInteraction("join:12"), handler)
    assert (len(handler.asked), len(answers)) == (2, 1)


async def test_picked_value_is_the_last_field_of_the_action() -> None:
    handler = Handler()
    await answered(FakeInteraction("pick:12:3::1", ["R9"]), handler)
    assert [action for _, action in handler.asked] == [PickChoice(AtTable(12), 3, (), 1, "R9")]


def test_action_without_a_handler_is_an_error_at_the_start() -> None:
    router = a_router()
    for kind in {form.kind for form in Action.verbs.values()}:
        if kind not in {Join, PickChoice}:
            router.register(kind, Handler())
    with pytest.raises(RuntimeError, match=r"no handler of Join, PickChoice$"):
        router.check()
    router.register(Join, Handler())
    router.register(PickChoice, Handler())
    router.check()


def test_second_handler_of_an_action_is_an_error() -> None:
    with pytest.raises(RuntimeError, match="two handlers of Join"):
        router_to(Handler()).register(Join, Handler())


def test_second_action_with_a_verb_is_an_error() -> None:
    with pytest.raises(TypeError, match="two actions with the verb join"):

        class _Other(Action, verb="join"):
            pass


async def test_router_ignores_commands() -> None:
    handler = Handler()
    assert await answered(FakeInteraction(), handler) == []
    assert handler.asked == []


@pytest.mark.parametrize(("locale", "language"), [("en-GB", "en"), ("ja", "ja"), ("de", "en")])
@pytest.mark.parametrize("custom_id", OTHER_VERSION)
async def test_custom_id_of_another_version_is_answered_in_one_sentence(
    custom_id: str, locale: str, language: str
) -> None:
    handler = Handler()
    answers = await answered(FakeInteraction(custom_id, locale=locale), handler)
    assert answers == [("new", Translation(language)("fault-other-version"), True)]
    assert handler.asked == []


async def test_action_without_a_handler_is_answered_in_one_sentence() -> None:
    answers = await answered(FakeInteraction("leave:1"), Handler())
    assert answers == [("new", Translation("en")("fault-other-version"), True)]


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (Refusal(LOBBY_FULL()), Translation("en").text(LOBBY_FULL())),
        (StoreError("The disk is full."), Translation("en")("fault-unshown")),
        (ZeroDivisionError(), Translation("en")("fault-unknown")),
        (discord.RateLimited(60.0), Translation("en")("fault-unshown")),
        (aiohttp.ClientConnectionError(), Translation("en")("fault-unshown")),
        (TimeoutError(), Translation("en")("fault-unshown")),
    ],
    ids=["refused", "not read", "a mistake", "rate limited", "cut off", "too late"],
)
@pytest.mark.parametrize("private", [False, True])
async def test_any_failure_of_a_handler_is_answered_in_one_sentence(
    error: BaseException, sentence: str, private: bool
) -> None:
    answers = await answered(FakeInteraction("join:1", private=private), Handler(error))
    assert answers == [("new", sentence, True)]


async def test_refusal_names_the_people_of_its_table() -> None:
    table = a_table(Game.games["saizen"])
    answers = await answered(FakeInteraction("join:1"), Handler(Refusal(NOT_OPENER(opener=seat_text(0)), table)))
    assert "Only Aki" in answers[0][1]


async def test_only_unforeseen_errors_are_logged_with_their_causes(caplog: pytest.LogCaptureFixture) -> None:
    for error in (Refusal(LOBBY_FULL()), StoreError("The disk is full."), ConnectionResetError()):
        await answered(FakeInteraction("join:1"), Handler(error))
    assert [record for record in caplog.records if record.exc_info] == []
    await answered(FakeInteraction("join:1"), Handler(ZeroDivisionError()))
    assert [record.levelno for record in caplog.records if record.exc_info] == [logging.ERROR]


async def test_error_after_the_answer_is_reported_in_a_second_message() -> None:
    async def fail_late(click: InteractionContext, _action: Join) -> None:
        await click.answer(page("Done."))
        raise ZeroDivisionError

    interaction, router = FakeInteraction("join:1", private=True), a_router()
    router.register(Join, fail_late)
    await answer(router, interaction)
    assert interaction.answers == [
        ("in place", "Done.", False),
        ("after that", Translation("en")("fault-unknown"), True),
    ]


@pytest.mark.parametrize(
    "error",
    [
        refused(404),
        aiohttp.ClientConnectionError(),
    ],
    ids=["refused", "cut off"],
)
async def test_failure_to_report_an_error_is_no_further_error(error: Exception) -> None:
    interaction = FakeInteraction("join:1", error=error)
    assert await answered(interaction, Handler(ZeroDivisionError())) == []


async def test_command_of_another_version_is_answered_like_an_old_button() -> None:
    interaction = FakeInteraction()
    context = InteractionContext(interaction.real)
    await answer_error(interaction.real, context, app_commands.CommandNotFound("wave", []))
    assert interaction.answers == [("new", Translation("en")("fault-other-version"), True)]


@pytest.mark.parametrize(("private", "how"), [(True, "in place"), (False, "new")])
async def test_panel_is_answered_in_place_and_a_public_message_in_private(private: bool, how: str) -> None:
    interaction = FakeInteraction("join:1", private=private)
    await InteractionContext(interaction.real).answer(page("A hand."))
    assert interaction.answers == [(how, "A hand.", how == "new")]


async def test_answer_that_repeats_a_long_text_is_cut() -> None:
    interaction = FakeInteraction("join:1")
    await InteractionContext(interaction.real).tell("x" * 5000)
    assert interaction.answers == [("new", "x" * CONTENT_LIMIT, True)]

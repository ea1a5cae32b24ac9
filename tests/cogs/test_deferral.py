"""What takes long is deferred, once, as people expect it; then the answer goes the way that is left."""

from __future__ import annotations

import asyncio

import pytest

from cogs.interactions.deferral import DEFER_AFTER_SECONDS, deferral_of
from cogs.interactions.interaction_context import InteractionContext
from cogs.interactions.router import Router
from cogs.requests.discord_calls import ANSWER_SECONDS, CALL_SECONDS
from host.refusals import LOBBY_FULL, Refusal
from locales import Translation
from show.actions.table_actions import Join, OpenHand
from show.text.page import page
from tests.cogs.interactions import ANY_TABLE, FakeInteraction
from tests.show.virtual import in_virtual_time, now

LATER, DONE = ("later", "Done.", False), page("Done.")


@in_virtual_time
async def test_what_is_answered_in_time_is_not_deferred() -> None:
    interaction = FakeInteraction("hand:1")
    await InteractionContext(interaction.real).answer(DONE)
    await asyncio.sleep(2 * DEFER_AFTER_SECONDS)
    assert interaction.answers == [("new", "Done.", True)]


@pytest.mark.parametrize(
    ("custom_id", "private", "deferred"),
    [
        ("hand:1", False, ("deferred", "", True)),
        ("hand:1", True, ("deferred in place", "", False)),
        ("choose:1:2:R9", True, ("deferred in place", "", False)),
        ("join:1", False, ("deferred in place", "", False)),
        ("wave:1", False, ("deferred", "", True)),
    ],
)
@in_virtual_time
async def test_a_click_is_deferred_as_what_its_action_changes(
    custom_id: str, private: bool, deferred: tuple[str, str, bool]
) -> None:
    interaction = FakeInteraction(custom_id, private=private)
    InteractionContext(interaction.real)
    await asyncio.sleep(DEFER_AFTER_SECONDS + 0.1)
    assert interaction.answers == [deferred]


@pytest.mark.parametrize("public", [False, True])
@in_virtual_time
async def test_a_command_is_deferred_for_those_who_see_its_answer(public: bool) -> None:
    interaction = FakeInteraction(public=public)
    deferral_of(interaction.real)
    await asyncio.sleep(DEFER_AFTER_SECONDS + 0.1)
    assert interaction.answers == [("deferred", "", not public)]


@in_virtual_time
async def test_an_interaction_is_deferred_once_however_many_ask_for_it() -> None:
    interaction = FakeInteraction("join:1")
    for _ in range(3):
        InteractionContext(interaction.real)
    await asyncio.sleep(DEFER_AFTER_SECONDS + 0.1)
    assert len(interaction.answers) == 1


@in_virtual_time
async def test_a_late_page_comes_where_it_was_announced() -> None:
    private, public, lobby = FakeInteraction("hand:1"), FakeInteraction(public=True), FakeInteraction("join:1")
    clicks = [InteractionContext(one.real) for one in (private, public, lobby)]
    await asyncio.sleep(DEFER_AFTER_SECONDS + 0.1)
    await clicks[0].answer(DONE)
    assert await clicks[1].publish(DONE)
    await clicks[2].repaint(DONE)
    assert [one.answers[1:] for one in (private, public, lobby)] == [[LATER]] * 3


@in_virtual_time
async def test_a_refusal_that_comes_late_says_why() -> None:
    async def refuse(_click: InteractionContext, _action: Join | OpenHand) -> None:
        await asyncio.sleep(2)
        raise Refusal(LOBBY_FULL())

    router = Router(ANY_TABLE)
    router.register(Join, refuse)
    interaction = FakeInteraction("join:1")
    await router.answer(interaction.real)
    assert interaction.answers[1:] == [("after that", Translation("en").text(LOBBY_FULL()), True)]


@in_virtual_time
async def test_what_went_wrong_late_takes_a_public_announcement_back() -> None:
    interaction = FakeInteraction(public=True)
    click = InteractionContext(interaction.real)
    await asyncio.sleep(DEFER_AFTER_SECONDS + 0.1)
    await click.tell("No.")
    assert interaction.answers[1:] == [("taken back", "", False), ("after that", "No.", True)]


@in_virtual_time
async def test_what_everybody_has_been_shown_late_is_not_taken_back() -> None:
    interaction = FakeInteraction(public=True)
    click = InteractionContext(interaction.real)
    await asyncio.sleep(DEFER_AFTER_SECONDS + 0.1)
    await click.publish(DONE)
    await InteractionContext(interaction.real).tell("No.")
    assert interaction.answers[1:] == [LATER, ("after that", "No.", True)]


@in_virtual_time
async def test_the_answer_waits_for_the_deferral_that_is_under_way() -> None:
    interaction = FakeInteraction("hand:1")
    real_defer = interaction.defer

    async def slowly(*, ephemeral: bool, thinking: bool) -> None:
        await asyncio.sleep(1)
        await real_defer(ephemeral=ephemeral, thinking=thinking)

    interaction.defer = slowly  # type: ignore[method-assign]
    click = InteractionContext(interaction.real)
    await asyncio.sleep(DEFER_AFTER_SECONDS + 0.1)
    await click.answer(DONE)
    assert interaction.answers == [("deferred", "", True), LATER]
    assert now() == DEFER_AFTER_SECONDS + 1


@in_virtual_time
async def test_an_answer_that_hangs_is_given_up_so_that_their_hand_can_be_written_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def hanging(*_: object, **__: object) -> None:
        await asyncio.sleep(3600)

    monkeypatch.setattr(FakeInteraction, "send_message", hanging)
    click = InteractionContext(FakeInteraction("hand:1").real)
    begun = now()
    with pytest.raises(TimeoutError):
        await click.answer(DONE)
    await click.guarded(click.answer(DONE))  # neither the answer nor what is said of that
    assert now() - begun == 3 * ANSWER_SECONDS


@in_virtual_time
async def test_a_deferral_that_hangs_holds_nothing_up_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    async def hanging(*_: object, **__: object) -> None:
        await asyncio.sleep(3600)

    monkeypatch.setattr(FakeInteraction, "defer", hanging)
    interaction = FakeInteraction("hand:1")
    click = InteractionContext(interaction.real)
    await asyncio.sleep(DEFER_AFTER_SECONDS + 0.1)
    await click.answer(DONE)
    assert interaction.answers == [LATER]
    assert now() == DEFER_AFTER_SECONDS + CALL_SECONDS

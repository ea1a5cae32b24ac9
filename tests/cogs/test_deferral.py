"""A slow answer is deferred once, and later sent as a follow-up or an edit.

The deferral announces the right kind of answer: a new message or an edit, for one person or for everybody.
"""

import asyncio

import pytest

from cogs.interactions.interaction_context import DEFER_AFTER_SECONDS, InteractionContext
from cogs.requests.discord_calls import ANSWER_SECONDS, CALL_SECONDS
from host.refusals import LOBBY_FULL, Refusal
from locales import Translation
from show.actions.table_actions import Join, OpenHand
from show.text.page import page
from tests.cogs.interactions import FakeInteraction, a_router, answer
from tests.virtual_time import in_virtual_time, now

LATER, DONE = ("later", "Done.", False), page("Done.")


async def after_deferral(interaction: FakeInteraction) -> InteractionContext:
    """Return the context of an interaction that has just been deferred."""
    click = InteractionContext(interaction.real)
    await asyncio.sleep(DEFER_AFTER_SECONDS + 0.1)
    return click


async def hanging(*_: object, **__: object) -> None:
    await asyncio.sleep(3600)


@in_virtual_time
async def test_timely_answer_is_not_deferred() -> None:
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
async def test_click_is_deferred_by_what_its_action_changes(
    custom_id: str, private: bool, deferred: tuple[str, str, bool]
) -> None:
    interaction = FakeInteraction(custom_id, private=private)
    await after_deferral(interaction)
    assert interaction.answers == [deferred]


@pytest.mark.parametrize("public", [False, True])
@in_virtual_time
async def test_command_is_deferred_for_those_who_will_see_its_answer(public: bool) -> None:
    interaction = FakeInteraction(public=public)
    await after_deferral(interaction)
    assert interaction.answers == [("deferred", "", not public)]


@in_virtual_time
async def test_late_page_appears_where_the_deferral_announced_it() -> None:
    private, public, lobby = FakeInteraction("hand:1"), FakeInteraction(public=True), FakeInteraction("join:1")
    clicks = [InteractionContext(one.real) for one in (private, public, lobby)]
    await asyncio.sleep(DEFER_AFTER_SECONDS + 0.1)
    await clicks[0].answer(DONE)
    assert await clicks[1].publish(DONE)
    await clicks[2].repaint(DONE)
    assert [one.answers[1:] for one in (private, public, lobby)] == [[LATER]] * 3


@in_virtual_time
async def test_late_refusal_gives_its_reason() -> None:
    async def refuse(_click: InteractionContext, _action: Join | OpenHand) -> None:
        await asyncio.sleep(2)
        raise Refusal(LOBBY_FULL())

    router = a_router()
    router.register(Join, refuse)
    interaction = FakeInteraction("join:1")
    await answer(router, interaction)
    assert interaction.answers[1:] == [("after that", Translation("en").text(LOBBY_FULL()), True)]


@in_virtual_time
async def test_late_error_deletes_a_public_deferral() -> None:
    interaction = FakeInteraction(public=True)
    click = await after_deferral(interaction)
    await click.tell("No.")
    assert interaction.answers[1:] == [("taken back", "", False), ("after that", "No.", True)]


@in_virtual_time
async def test_late_public_page_is_not_deleted() -> None:
    interaction = FakeInteraction(public=True)
    click = await after_deferral(interaction)
    await click.publish(DONE)
    await click.tell("No.")
    assert interaction.answers[1:] == [LATER, ("after that", "No.", True)]


@in_virtual_time
async def test_answer_waits_for_a_deferral_in_progress() -> None:
    interaction = FakeInteraction("hand:1")
    real_defer = interaction.defer

    async def slowly(*, ephemeral: bool, thinking: bool) -> None:
        await asyncio.sleep(1)
        await real_defer(ephemeral=ephemeral, thinking=thinking)

    interaction.defer = slowly  # type: ignore[method-assign]
    click = await after_deferral(interaction)
    await click.answer(DONE)
    assert interaction.answers == [("deferred", "", True), LATER]
    assert now() == DEFER_AFTER_SECONDS + 1


@in_virtual_time
async def test_hanging_answer_is_given_up_so_that_the_hand_can_be_written_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(FakeInteraction, "send_message", hanging)
    click = InteractionContext(FakeInteraction("hand:1").real)
    begun = now()
    with pytest.raises(TimeoutError):
        await click.answer(DONE)
    with pytest.raises(TimeoutError):
        await click.tell("No.")
    assert now() - begun == 2 * ANSWER_SECONDS


@in_virtual_time
async def test_hanging_deferral_blocks_nothing_forever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(FakeInteraction, "defer", hanging)
    interaction = FakeInteraction("hand:1")
    click = await after_deferral(interaction)
    await click.answer(DONE)
    assert interaction.answers == [LATER]
    assert now() == DEFER_AFTER_SECONDS + CALL_SECONDS

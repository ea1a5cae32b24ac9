"""A click on an ephemeral page is answered with a new page below all messages, and the clicked page is deleted."""

import asyncio
from contextlib import nullcontext

import discord
import pytest

from cogs.interactions.interaction_context import DEFER_AFTER_SECONDS, InteractionContext
from show.discord_port import Done
from show.text.page import page
from tests.cogs.interactions import FOLLOWED, MESSAGE, FakeInteraction, refused
from tests.virtual_time import in_virtual_time

NEW, NEXT = page("New."), page("Next.")
ACKNOWLEDGED, BELOW, DELETED = ("deferred in place", "", False), ("after that", "New.", True), ("taken back", "", False)


async def answered_below(interaction: FakeInteraction) -> InteractionContext:
    click = InteractionContext(interaction.real)
    await click.answer_below(NEW)
    return click


async def test_new_page_is_sent_before_the_clicked_one_is_deleted() -> None:
    interaction = FakeInteraction("hand:1", private=True)
    click = await answered_below(interaction)
    assert interaction.answers == [ACKNOWLEDGED, BELOW, DELETED]
    assert (click.panel_id, click.deleted_id) == (FOLLOWED, MESSAGE)


async def test_pushes_and_the_deletion_go_to_the_new_page() -> None:
    interaction = FakeInteraction("hand:1", private=True)
    click = await answered_below(interaction)
    assert await click.push(NEXT) == Done()
    await click.delete_panel()
    assert interaction.answers[3:] == [("later below", "Next.", False), ("taken back below", "", False)]


async def test_clicked_page_is_edited_if_the_new_one_is_refused() -> None:
    interaction = FakeInteraction("hand:1", private=True)
    interaction.follow_up_error = refused(503)
    click = await answered_below(interaction)
    assert await click.push(NEXT) == Done()
    assert interaction.answers == [ACKNOWLEDGED, ("later", "New.", False), ("later", "Next.", False)]
    assert click.panel_id == MESSAGE
    await click.delete_panel()
    assert interaction.answers[-1] == DELETED


@pytest.mark.parametrize("gone", [False, True])
async def test_failed_deletion_of_the_clicked_page_is_ignored(monkeypatch: pytest.MonkeyPatch, gone: bool) -> None:
    async def fail(_interaction: FakeInteraction) -> None:
        raise refused(404, 10008) if gone else refused(503)

    monkeypatch.setattr(FakeInteraction, "delete_original_response", fail)
    interaction = FakeInteraction("hand:1", private=True)
    click = await answered_below(interaction)
    assert interaction.answers == [ACKNOWLEDGED, BELOW]
    assert (click.panel_id, click.deleted_id) == (FOLLOWED, MESSAGE if gone else 0)


async def test_covered_page_is_sent_anew_and_so_is_the_new_one() -> None:
    interaction = FakeInteraction("hand:1", private=True)
    click = InteractionContext(interaction.real)
    await click.answer(NEXT)
    assert await click.push_below(NEW) == Done()
    assert await click.push_below(NEW) == Done()
    assert interaction.answers[1:] == [BELOW, DELETED, BELOW, ("taken back below", "", False)]


@pytest.mark.parametrize(("code", "answers"), [(10008, [("new", "New.", True)]), (10062, [])])
@pytest.mark.parametrize(("call", "below"), [("edit_message", False), ("defer", True)])
async def test_only_a_page_that_is_gone_is_answered_with_a_new_one(
    monkeypatch: pytest.MonkeyPatch, code: int, answers: list[object], call: str, below: bool
) -> None:
    """Let Discord refuse the first answer, with one of two codes.

    With 10008 the clicked page is gone, because another click has just moved it. With 10062 the click is too old, and
    Discord would refuse a second answer as well.
    """

    async def fail(_interaction: FakeInteraction, **_options: object) -> None:
        raise refused(404, code)

    monkeypatch.setattr(FakeInteraction, call, fail)
    interaction = FakeInteraction("hand:1", private=True)
    click = InteractionContext(interaction.real)
    with nullcontext() if answers else pytest.raises(discord.NotFound):
        await (click.answer_below(NEW) if below else click.answer(NEW))
    assert interaction.answers == answers
    assert click.deleted_id == (MESSAGE if answers and below else 0)


async def test_answer_that_can_be_neither_sent_nor_edited_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(_interaction: FakeInteraction, **_options: object) -> None:
        raise refused(503)

    monkeypatch.setattr(FakeInteraction, "edit_original_response", fail)
    interaction = FakeInteraction("hand:1", private=True)
    interaction.follow_up_error = refused(503)
    with pytest.raises(discord.DiscordException):
        await answered_below(interaction)


@in_virtual_time
async def test_late_answer_is_deferred_only_once() -> None:
    interaction = FakeInteraction("hand:1", private=True)
    click = InteractionContext(interaction.real)
    await asyncio.sleep(DEFER_AFTER_SECONDS + 0.1)
    await click.answer_below(NEW)
    assert interaction.answers == [ACKNOWLEDGED, BELOW, DELETED]

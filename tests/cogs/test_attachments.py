"""Attached pictures are kept when a message is edited, and uploaded again only if Discord refuses to keep them."""

from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from cogs.requests.pages import AttachmentList, Upload, attachment_ids, edit_attachments

OLD, NEW = Upload.of("table", b"old"), Upload.of("table", b"new")


def invalid(code: int = 50035) -> discord.HTTPException:
    return discord.HTTPException(cast("Any", SimpleNamespace(status=400, reason="")), {"code": code, "message": "No."})


class Calls:
    """Records what each call attaches; the first call can fail."""

    def __init__(self, error: discord.HTTPException | None = None) -> None:
        self.made: list[list[object]] = []
        self._errors = [error] if error else []

    async def __call__(self, attachments: AttachmentList) -> str:
        kinds: list[object] = [one.filename if isinstance(one, discord.File) else one.to_dict() for one in attachments]
        self.made.append(kinds)
        if self._errors:
            raise self._errors.pop()
        return "done"


def test_picture_is_identified_by_its_content() -> None:
    assert Upload.of("table", b"old") == OLD
    assert OLD.name != NEW.name
    assert OLD.name.startswith("table-")


async def test_unchanged_picture_is_kept_by_its_attachment_id() -> None:
    calls = Calls()
    await edit_attachments([OLD], {OLD.name: 7}, calls)
    assert calls.made == [[{"id": 7}]]


async def test_changed_picture_is_uploaded_and_the_old_one_removed() -> None:
    calls = Calls()
    await edit_attachments([NEW], {OLD.name: 7}, calls)
    assert calls.made == [[NEW.name]]


async def test_text_file_of_the_same_name_is_uploaded_again() -> None:
    calls = Calls()
    text = Upload("ichiza-1-proof.txt", b"new")
    await edit_attachments([text, OLD], {text.name: 6, OLD.name: 7}, calls)
    assert calls.made == [[{"id": 7}, text.name]]


async def test_picture_that_discord_does_not_keep_is_uploaded_again() -> None:
    calls = Calls(invalid())
    assert await edit_attachments([OLD, NEW], {OLD.name: 7}, calls) == "done"
    assert calls.made == [[{"id": 7}, NEW.name], [OLD.name, NEW.name]]


async def test_other_refusals_cause_no_second_upload() -> None:
    calls = Calls(invalid(10008))
    with pytest.raises(discord.HTTPException):
        await edit_attachments([OLD], {OLD.name: 7}, calls)
    assert len(calls.made) == 1


def test_attachments_are_read_from_discords_answer() -> None:
    assert attachment_ids(SimpleNamespace(attachments=[SimpleNamespace(filename=OLD.name, id=7)])) == {OLD.name: 7}
    assert attachment_ids(None) == {}

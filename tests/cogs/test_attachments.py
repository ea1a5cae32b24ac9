"""Pictures that stand are kept, and sent again only where Discord does not take that."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from cogs.requests.attachments import AttachmentList, Upload, attachment_ids, send_with_attachments

OLD, NEW = Upload.of("table", b"old"), Upload.of("table", b"new")


def invalid(code: int = 50035) -> discord.HTTPException:
    return discord.HTTPException(cast("Any", SimpleNamespace(status=400, reason="")), {"code": code, "message": "No."})


class Calls:
    """Keeps what each call attaches; the first fails if told to."""

    def __init__(self, error: discord.HTTPException | None = None) -> None:
        self.made: list[list[object]] = []
        self._errors = [error] if error else []

    async def __call__(self, attached: AttachmentList) -> str:
        kinds: list[object] = [one.filename if isinstance(one, discord.File) else one.to_dict() for one in attached]
        self.made.append(kinds)
        if self._errors:
            raise self._errors.pop()
        return "done"


def test_a_picture_goes_by_what_is_in_it() -> None:
    assert Upload.of("table", b"old") == OLD
    assert OLD.name != NEW.name
    assert OLD.name.startswith("table-")


async def test_a_picture_that_stands_is_kept_by_its_number() -> None:
    calls = Calls()
    await send_with_attachments([OLD], {OLD.name: 7}, calls)
    assert calls.made == [[{"id": 7}]]


async def test_a_picture_that_has_changed_is_sent_and_the_old_one_goes() -> None:
    calls = Calls()
    await send_with_attachments([NEW], {OLD.name: 7}, calls)
    assert calls.made == [[NEW.name]]


async def test_what_discord_does_not_take_as_kept_is_sent() -> None:
    calls = Calls(invalid())
    assert await send_with_attachments([OLD, NEW], {OLD.name: 7}, calls) == "done"
    assert calls.made == [[{"id": 7}, NEW.name], [OLD.name, NEW.name]]


async def test_any_other_refusal_is_no_reason_to_send_anything_again() -> None:
    calls = Calls(invalid(10008))
    with pytest.raises(discord.HTTPException):
        await send_with_attachments([OLD], {OLD.name: 7}, calls)
    assert len(calls.made) == 1


def test_what_stands_is_read_from_the_message_that_discord_answers_with() -> None:
    assert attachment_ids(SimpleNamespace(attachments=[SimpleNamespace(filename=OLD.name, id=7)])) == {OLD.name: 7}
    assert attachment_ids(None) == {}

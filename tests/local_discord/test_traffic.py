"""Tests of the check for faults in the bot's requests that Discord accepts without an error."""

from typing import Any

from tests.local_discord.traffic import faults

NOBODY: dict[str, list[str]] = {"parse": []}
GALLERY = {"type": 12, "items": [{"media": {"url": "attachment://table.png"}}]}
BOXED = {"flags": 1 << 15, "components": [{"type": 17, "components": [GALLERY]}], "allowed_mentions": NOBODY}
TABLE = {"id": 0, "filename": "table.png"}


def found(body: object, kind: str = "message create", *files: str) -> list[str]:
    request: dict[str, Any] = {"n": 1, "kind": kind, "body": body, "filenames": list(files)}
    return faults([request])


def test_uploaded_and_displayed_picture_is_no_fault() -> None:
    assert found(BOXED | {"attachments": [TABLE]}, "message edit", "table.png") == []


def test_retained_and_displayed_picture_is_no_fault() -> None:
    assert found(BOXED | {"attachments": [{"id": "123"}]}, "message edit") == []


def test_file_without_a_component_is_found() -> None:
    shown_nowhere = BOXED | {"attachments": [TABLE, {"id": 1, "filename": "hand.png"}]}
    assert "no component shows hand.png" in found(shown_nowhere, "message create", "table.png", "hand.png")[0]


def test_retained_file_without_a_component_is_found() -> None:
    kept = BOXED | {"attachments": [{"id": "123"}, {"id": "124"}]}
    assert found(kept, "message edit") == ["message edit (request 1): of 2 files that it keeps not all are shown"]
    beside_a_new_one = BOXED | {"attachments": [{"id": "123"}, TABLE]}
    assert "of 1 files that it keeps" in found(beside_a_new_one, "message edit", "table.png")[0]


def test_component_of_a_removed_file_is_found() -> None:
    assert "there is no table.png" in found(BOXED | {"attachments": []}, "message edit")[0]


def test_message_without_allowed_mentions_is_found() -> None:
    for kind in ("message create", "message edit", "follow-up", "follow-up edit", "original edit"):
        assert "who may be mentioned" in found({"content": "x"}, kind)[0]
    assert found({"type": 7, "data": {"components": []}}, "callback") != []


def test_callback_without_a_message_is_no_fault() -> None:
    assert found({"type": 6}, "callback") == found({"type": 5, "data": {"flags": 64}}, "callback") == []

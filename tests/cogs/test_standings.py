"""The profile command."""

from __future__ import annotations

import pytest

from locales import Translation
from tests.fuzz.conftest import AKI, BEN, HERE, ROOM, world
from tests.fuzz.offline import Offline
from tests.fuzz.payloads import Json

__all__ = ["world"]


@pytest.mark.parametrize("members", [{}, {str(BEN.id): BEN.member(HERE)}], ids=["has left", "is there"])
async def test_profile_is_shown_even_for_a_person_who_has_left_the_server(world: Offline, members: Json) -> None:
    resolved = {"users": {str(BEN.id): BEN.payload()}, "members": members}
    named = [{"name": "member", "type": 6, "value": str(BEN.id)}]
    asked = world.send(2, AKI, ROOM, {"id": "1", "name": "profile", "type": 1, "options": named, "resolved": resolved})
    await world.wait_for(asked)
    assert Translation("en")("profile-none") in asked.text

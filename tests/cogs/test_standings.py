"""The profile command."""

import pytest

from locales import Translation
from tests.fuzz.conftest import AKI, BEN, HERE, ROOM
from tests.fuzz.offline import Offline


@pytest.mark.parametrize("absent", [{str(HERE)}, set()], ids=["has left", "is there"])
async def test_profile_is_shown_even_for_a_person_who_has_left_the_server(world: Offline, absent: set[str]) -> None:
    world.person(BEN).absent = absent
    resolved = {"users": {str(BEN.id): world.person(BEN).payload()}}
    named = [{"name": "member", "type": 6, "value": str(BEN.id)}]
    asked = world.send(2, AKI, ROOM, {"id": "1", "name": "profile", "type": 1, "options": named, "resolved": resolved})
    await world.wait_for(asked)
    assert Translation("en")("profile-none") in asked.text

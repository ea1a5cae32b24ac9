"""Places: servers and direct messages, told apart even if their ids are equal."""

import pytest

from host.cluster.shards import Shard
from host.place import NOWHERE, Place

SAME = 1234 << 22


def test_server_and_person_with_equal_ids_are_different_places() -> None:
    server, direct = Place.server(SAME), Place.direct(SAME)
    assert server != direct
    assert (server.server_id, server.owner_id) == (SAME, 0)
    assert (direct.server_id, direct.owner_id) == (0, SAME)
    assert (NOWHERE.server_id, NOWHERE.owner_id) == (0, 0)


@pytest.mark.parametrize("count", [1, 2, 7])
def test_all_direct_messages_are_on_shard_0(count: int) -> None:
    shards = [Shard(number, count) for number in range(count)]
    for user in (1, SAME, SAME + (5 << 22)):
        assert [shard.has(Place.direct(user)) for shard in shards] == [True, *[False] * (count - 1)]


def test_only_servers_have_what_several_people_need() -> None:
    for place in (Place.direct(SAME), NOWHERE):
        has = place.has_lobbies, place.has_leaderboard, place.has_notices, place.has_settings, place.has_commitments
        assert not any(has)
    assert Place.server(SAME).has_lobbies

"""Payloads that deviate from Discord's documentation. Only the sent payload changes, not the local Discord's state."""

from random import Random

import pytest

from local_discord.checks.errors import ClientError
from local_discord.gateway.deviations import HUGE, Deviations, Place, deviate, draw, with_nulls
from local_discord.world.events import examples
from local_discord.world.world import World

PAYLOAD = {"id": "5", "roles": [{"name": "A", "position": 1}], "nick": None, "pending": False}


@pytest.mark.parametrize(
    ("place", "way", "deviates"),
    [
        (("id",), "missing", {key: value for key, value in PAYLOAD.items() if key != "id"}),
        (("id",), "null", PAYLOAD | {"id": None}),
        (("id",), "type", PAYLOAD | {"id": 5}),
        (("id",), "huge", PAYLOAD | {"id": HUGE}),
        (("id",), "word", PAYLOAD | {"id": "odd"}),
        (("id",), "empty", PAYLOAD | {"id": ""}),
        (("roles",), "type", PAYLOAD | {"roles": {"0": {"name": "A", "position": 1}}}),
        (("roles",), "empty", PAYLOAD | {"roles": []}),
        (("roles",), "extra", PAYLOAD | {"roles": [*PAYLOAD["roles"], None]}),  # type: ignore[misc]
        (("roles", 0, "position"), "type", PAYLOAD | {"roles": [{"name": "A", "position": "1"}]}),
        (("pending",), "type", PAYLOAD | {"pending": "odd"}),
        ((), "null", None),
        ((), "extra", PAYLOAD | {"odd": {"odd": [1]}}),
    ],
)
def test_deviation_changes_one_place_of_a_copy(place: Place, way: str, deviates: object) -> None:
    before = str(PAYLOAD)
    assert deviate(PAYLOAD, place, way) == deviates
    assert str(PAYLOAD) == before


@pytest.mark.parametrize(("place", "way"), [(("nothing",), "null"), (("id", "x"), "null"), (("id",), "nothing")])
def test_unknown_place_or_way_is_refused(place: Place, way: str) -> None:
    with pytest.raises(ClientError):
        deviate(PAYLOAD, place, way)


def test_deviation_depends_only_on_the_seed_and_changes_the_payload() -> None:
    for event, payload in examples(World()).items():
        for seed in range(20):
            place, way = draw(payload, Random(seed))
            assert (place, way) == draw(payload, Random(seed))
            assert deviate(payload, place, way) != payload, event


def test_planned_deviation_applies_once_to_the_next_event_of_its_type() -> None:
    deviations = Deviations()
    deviations.plan({"event": "GUILD_UPDATE", "place": ["id"], "way": "null"})
    assert deviations.apply("GUILD_CREATE", PAYLOAD) == PAYLOAD
    assert deviations.apply("GUILD_UPDATE", PAYLOAD) == PAYLOAD | {"id": None}
    assert deviations.apply("GUILD_UPDATE", PAYLOAD) == PAYLOAD
    [sent] = deviations.sent
    assert (sent["event"], sent["place"], sent["way"], sent["id"]) == ("GUILD_UPDATE", ["id"], "null", "5")


def test_nulls_are_many_and_nested_but_never_the_payloads_own_id() -> None:
    payload = {"id": "5", "channels": [{"name": "A", "position": 1}]}
    seen = [with_nulls(payload, Random(seed)) for seed in range(500)]
    assert {"id": "5", "channels": None} in seen
    assert {"id": "5"} in seen
    assert {"id": "5", "channels": [{"name": None, "position": 1}]} in seen
    assert {"id": "5", "channels": [{"position": 1}]} in seen
    assert all(one["id"] == "5" for one in seen)


def test_planned_nulls_apply_once_for_each_seed() -> None:
    deviations = Deviations()
    deviations.plan({"event": "GUILD_CREATE", "seeds": [1, 2], "way": "nulls"})
    assert [deviations.apply("GUILD_CREATE", PAYLOAD) for _ in range(2)] == [
        with_nulls(PAYLOAD, Random(1)),
        with_nulls(PAYLOAD, Random(2)),
    ]
    assert [one["way"] for one in deviations.sent] == ["nulls", "nulls"]

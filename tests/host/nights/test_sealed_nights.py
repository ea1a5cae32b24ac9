"""League nights: what nobody may see while another table plays the same deals, and what is deleted."""

import json
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any

from host.lobby.restored_backup import renew_restored
from host.refusals import Refusal
from host.services import Services
from host.tables.table import Person, Table
from tests.host.night_support import (
    BOSS,
    SERVER,
    announced,
    begun,
    ended,
    stage_played,
    tables_of,
)
from tests.tables import (
    AKI,
    BEN,
    CHANNEL,
    CHIE,
    GUILD,
    refused,
)

# --- Sealed tables


async def ways(services: Services, table: Table, who: Person) -> dict[str, Any]:
    """Try everything that could tell a person a table's deal. Return the results by name; for a refusal, its key."""
    found: dict[str, Any] = {}
    tried: dict[str, Callable[[], Awaitable[object]]] = {
        "replay": lambda: services.replays.of(table.id),
        "record": lambda: services.replays.record(table.id),
        "practice": lambda: services.replays.play_on(table.id, who, CHANNEL, 0, 0),
        "review": lambda: services.reviews.of(table.id, who.id),
        "stored review": lambda: services.reviews.stored(table.id, who.id),
        "suggestion": lambda: services.suggestions.ask(table.id, who.id, 0),
    }
    for name, way in tried.items():
        try:
            found[name] = await way()
        except Refusal as refusal:
            found[name] = refusal.text.key
    lists = [await services.replays.ended(SERVER, who.id, seen, 0, 10) for seen in (None, [CHANNEL])]
    found["lists"] = [one.table.id for games, _ in lists for one in games]
    found["channels"] = await services.replays.channels(SERVER)
    now = await services.tables.get(table.id)
    found["secret"] = now.revealed_commitment
    found["result"] = await services.tables.store.personal_results.of(table.id, who.id)
    return found


async def test_no_way_leads_to_the_deal_of_a_table_while_another_one_plays_it(services: Services) -> None:
    night = await begun(services, [AKI, BEN])
    hers, his = [
        next(table for table in await tables_of(services, night) if who.id in table.people()) for who in (AKI, BEN)
    ]
    await ended(services, hers, Random(1))
    await services.night_progress.poll()
    over = await services.tables.get(hers.id)
    assert (over.state, over.sealed) == ("over", True)
    assert not any(over.open_to(who.id) for who in (AKI, BEN, BOSS))
    assert not over.can_review(AKI.id)
    assert await ways(services, hers, AKI) == {
        "replay": "sealed",
        "record": "sealed",
        "practice": "sealed",
        "review": "no-review",
        "stored review": "no-review",
        "suggestion": "no-suggestion",
        "lists": [],
        "channels": [],
        "secret": None,
        "result": None,
    }
    exported = await services.privacy.export(AKI.id)
    assert night.promises[0].secret.hex() not in exported
    assert night.promises[0].seed.hex() not in exported
    running = await services.tables.get(his.id)
    assert running.open_to(BEN.id)
    assert not running.open_to(AKI.id)
    await ended(services, his, Random(2))
    await services.night_progress.poll()
    then = await ways(services, hers, AKI)
    assert not {"replay", "record", "practice", "review"} & {name for name, found in then.items() if found == "sealed"}
    assert set(then["lists"]) == {hers.id, his.id}
    assert then["secret"] == night.promises[0]
    with refused("nothing-to-agree"):
        await services.votes.rematch(hers.id, AKI.id)


async def test_table_that_ended_early_is_sealed_too(services: Services) -> None:
    night = await begun(services, [AKI, BEN])
    table = (await tables_of(services, night))[0]
    await services.participation.end(table.id, Person(900, moderates=lambda _channel: True), sure=True)
    with refused("sealed"):
        await services.replays.of(table.id)
    assert (await services.tables.get(table.id)).revealed_commitment is None


async def test_only_person_at_a_table_gets_no_suggestion(services: Services) -> None:
    night = await begun(services, [AKI, BEN])
    assert [table.suggestible for table in await tables_of(services, night)] == [None, None]


# --- Privacy


async def test_deleted_person_leaves_the_night_and_their_points_stay(services: Services) -> None:
    night = await begun(services, [AKI, BEN, CHIE])
    exported = json.loads(await services.privacy.export(AKI.id))
    assert [one["night_id"] for one in exported["nights"]] == [night.id]
    assert len(exported["night_seats"]) == 1
    await services.privacy.forget(AKI.id)
    exported = json.loads(await services.privacy.export(AKI.id))
    assert (exported["nights"], exported["night_seats"], exported["nights_managed"]) == ([], [], [])
    night = await stage_played(services, await services.nights.get(night.id))
    assert {one.user_id for one in night.standings.people} == {BEN.id, CHIE.id}
    assert [one.points is not None for one in night.seats if one.user_id == 0] == [True]


async def test_deleted_manager_is_not_named_any_more(services: Services) -> None:
    night = await announced(services)
    assert json.loads(await services.privacy.export(BOSS.id))["nights_managed"]
    await services.privacy.forget(BOSS.id)
    assert (await services.nights.get(night.id)).row.manager_id == 0


async def test_nights_of_a_server_are_deleted_with_it(services: Services) -> None:
    night = await begun(services)
    await services.tables.store.privacy.mark_guilds_gone([GUILD])
    await services.tables.store.privacy.delete_guild(GUILD)
    with refused("no-such-night"):
        await services.nights.get(night.id)


async def test_restored_backup_ends_nights_and_unseals_their_tables(services: Services) -> None:
    night = await begun(services)
    store = services.tables.store
    await services.ai_players.close()  # as after a restore, when no computer player runs yet
    await store.settings.set(0, "restored", "")
    await renew_restored(store, services.clock)
    services.tables.invalidate(night.tables)
    assert (await services.nights.get(night.id)).row.state == "off"
    assert {(table.state, table.sealed) for table in await tables_of(services, night)} == {("closed", False)}

"""The first start after a restored backup renews commitments of lobbies and rematches, and ends running games."""

import asyncio
import shutil
from itertools import count
from pathlib import Path

import pytest

from storage import Occupant, PromiseRow, ResultRow, Store, Turn
from storage.__main__ import main
from storage.queries.deal_commitments import MARK, Renewed
from storage.rows import DayRow
from tests.storage.store_support import (
    ANNE,
    BOB,
    GUILD,
    SEATS,
    SQLITE_ONLY,
    mark_displayed,
    moves,
    outdated_tables,
    rewrite,
    seen,
    stored,
)

AGREES = (Occupant(ANNE, agreed=True), Occupant(BOB), Occupant(computer="strong"))


async def opened(store: Store) -> int:
    """Open a lobby whose deal commitment has recorded that a person joined."""
    return await store.tables.create(
        place_id=GUILD,
        channel_id=10,
        game="sample",
        rules=1,
        opener_id=ANNE,
        seats=SEATS,
        secret="old",
        events=["join 1"],
    )


async def played(store: Store) -> int:
    """Start a game in which a person and a computer player have to decide."""
    table_id = await opened(store)
    await store.tables.start(
        await seen(store, table_id),
        seed="5eed",
        rules=1,
        options={},
        seats=SEATS,
        turns={0: Turn(0, 5, 9)},
        acting=True,
    )
    return table_id


async def finished(store: Store) -> int:
    """Finish a game that has a commitment for its rematch, and a vote for the rematch."""
    table_id = await played(store)
    results = [ResultRow(seat, None, 0, 1, won=True) for seat in range(3)]
    rematch = PromiseRow(f"{table_id}/rematch", 1, "old", ("join 7",))
    await store.tables.finish(await seen(store, table_id), moves(0), results, lambda *_: [], rematch=rematch)
    await store.tables.save_seats(await seen(store, table_id), AGREES, {})
    return table_id


async def promise(store: Store, table_id: int, name: str = "{}") -> PromiseRow:
    row = await stored(store, table_id)
    return next(one for one in row.promises if one.name == name.format(table_id))


async def mark(store: Store) -> None:
    await rewrite(store, MARK)


async def test_database_that_was_not_restored_is_unchanged(store: Store) -> None:
    lobby = await opened(store)
    before = await store.tables.load(lobby)
    assert await store.commitments.renew_restored(lambda: pytest.fail("a secret is made")) is None
    assert await store.tables.load(lobby) == before


async def test_lobby_gets_a_new_secret_keeps_its_events_and_is_displayed_anew(store: Store) -> None:
    lobby = await opened(store)
    await mark_displayed(store, lobby)
    await mark(store)
    assert await store.commitments.renew_restored(lambda: "new") == Renewed(lobbies=1)
    assert await promise(store, lobby) == PromiseRow(str(lobby), 1, "new", ("join 1",), renewed=True)
    assert await outdated_tables(store) == [lobby]


async def test_people_who_have_cut_a_lobby_may_cut_again(store: Store) -> None:
    lobby = await opened(store)
    await store.tables.save_lobby(await seen(store, lobby), {}, (Occupant(ANNE, cuts=5), Occupant(BOB), None))
    await mark(store)
    await store.commitments.renew_restored(lambda: "new")
    row = await stored(store, lobby)
    assert [who and who.cuts for who in row.seats] == [0, 0, None]


async def test_every_commitment_gets_its_own_secret(store: Store) -> None:
    lobbies = [await opened(store) for _ in range(3)]
    await mark(store)
    numbers = count()
    await store.commitments.renew_restored(lambda: str(next(numbers)))
    assert len({(await promise(store, lobby)).secret for lobby in lobbies}) == 3


async def test_running_game_is_ended_without_pending_decisions(store: Store) -> None:
    game = await played(store)
    await mark_displayed(store, game)
    before = await stored(store, game)
    await mark(store)
    assert await store.commitments.renew_restored(lambda: "new") == Renewed(games=1)
    row = await stored(store, game)
    assert (row.state, row.close_reason, row.turns, row.version) == ("closed", "restored", {}, before.version + 1)
    assert (await promise(store, game)).secret == "old", "it is told now, as of each game that has ended"
    assert await store.due_work.acting(0, 9) == []
    assert await store.due_work.due(1 << 40) == []
    assert await outdated_tables(store) == [game]


async def test_possible_rematch_gets_a_new_commitment_and_loses_its_votes(store: Store) -> None:
    over = await finished(store)
    await mark_displayed(store, over)
    await mark(store)
    assert await store.commitments.renew_restored(lambda: "new") == Renewed(rematches=1)
    assert await promise(store, over, "{}/rematch") == PromiseRow(f"{over}/rematch", 1, "new", renewed=True)
    assert (await promise(store, over)).secret == "old", "what was dealt stays proven"
    row = await stored(store, over)
    assert not any(who.agreed for who in row.seats if who)
    assert await outdated_tables(store) == [], "thousands of old games are not written anew for it"


async def test_dealt_rematch_is_ended_and_keeps_its_proof(store: Store) -> None:
    over = await finished(store)
    dealt = await promise(store, over, "{}/rematch")
    rematch = await store.tables.start_rematch(
        await seen(store, over), nonce="n", seed="5eed", rules=1, seats=SEATS, turns={}, promise=dealt
    )
    await mark(store)
    assert await store.commitments.renew_restored(lambda: "new") == Renewed(games=1)
    row = await stored(store, rematch)
    assert row.promises == (dealt,)


async def test_open_day_begins_anew_and_coming_days_of_the_backup_keep_their_plan(store: Store) -> None:
    today = DayRow(20_000, b"old", "old", "sample", "{}")
    known = today._replace(day=20_001)
    for row in (today, known):
        await store.daily.plan(row)
        await store.daily.prepare(row.day, "[]")
        await store.daily.begin(row.day - 1, ANNE, 0)
        await store.daily.begin(row.day, BOB, 0)
    await store.privacy.delete_person(BOB, tries={20_000: "mark"})
    days = [DayRow(20_000 + number, b"new", "new", "other", "{}") for number in range(3)]
    await mark(store)
    assert await store.commitments.renew_restored(lambda: "new", days) == Renewed(days=2)
    assert await store.daily.day(20_000) == today._replace(secret=b"new", commitment="new", renewed=True)
    assert await store.daily.day(20_001) == known._replace(deals="[]")
    assert await store.daily.planned(20_002, 20_002) == [days[2]._replace(renewed=True)]
    assert await store.daily.attempt(20_000, ANNE) is None
    assert await store.daily.attempt(19_999, ANNE) is not None
    await store.daily.begin(20_000, BOB, 0, mark="mark")


async def test_renewal_happens_once_and_leaves_later_tables_alone(store: Store) -> None:
    await mark(store)
    assert await store.commitments.renew_restored(lambda: "new") == Renewed()
    lobby, game = await opened(store), await played(store)
    before = [await store.tables.load(one) for one in (lobby, game)]
    assert await store.commitments.renew_restored(lambda: "newer") is None
    assert [await store.tables.load(one) for one in (lobby, game)] == before


async def test_renewal_happens_once_when_two_processes_start_together(store: Store) -> None:
    await opened(store)
    await mark(store)
    done = await asyncio.gather(*(store.commitments.renew_restored(lambda: "new") for _ in range(2)))
    assert sorted(done, key=lambda one: one is None) == [Renewed(lobbies=1), None]


async def test_renewal_that_fails_halfway_is_repeated_at_the_next_start(store: Store) -> None:
    lobbies = [await opened(store) for _ in range(2)]
    await mark(store)
    made = iter(["new"])
    with pytest.raises(RuntimeError):
        await store.commitments.renew_restored(lambda: next(made, None) or killed())
    assert [(await promise(store, lobby)).secret for lobby in lobbies] == ["old", "old"]
    assert await store.commitments.renew_restored(lambda: "new") == Renewed(lobbies=2)


def killed() -> str:
    raise RuntimeError


# --- Copies that are marked as restored


@pytest.mark.drawn(1)
@SQLITE_ONLY
@pytest.mark.parametrize("flag", [(), ("--nothing-played-since",)])
@pytest.mark.parametrize("back", ["sqlite", "postgres"])
async def test_restored_backup_is_marked(
    store: Store, path: Path, empty: str, tmp_path: Path, flag: tuple[str, ...], back: str
) -> None:
    lobby = await opened(store)
    backup, elsewhere = tmp_path / "backup.sqlite3", str(tmp_path / "elsewhere.sqlite3")
    target = empty if back == "postgres" else elsewhere
    assert main(["backup", str(path), str(backup)]) == 0
    assert main(["restore", *flag, str(backup), target]) == 0
    async with await Store.open(target, filed_beside=path, record_write=None) as restored:
        assert await restored.commitments.renew_restored(lambda: "new") == (None if flag else Renewed(lobbies=1))
        assert (await promise(restored, lobby)).secret == ("old" if flag else "new")
    assert await store.commitments.renew_restored(lambda: "new") is None, "a database that goes on was not restored"


@SQLITE_ONLY
async def test_copy_keeps_the_mark_as_it_is(store: Store, path: Path, empty: str, tmp_path: Path) -> None:
    await opened(store)
    await store.close()
    assert main(["copy", str(path), empty]) == 0
    async with await Store.open(empty, filed_beside=path, record_write=None) as moved:
        assert await moved.commitments.renew_restored(lambda: "new") is None
        await mark(moved)
    back = tmp_path / "back.sqlite3"
    assert main(["copy", empty, str(back)]) == 0
    async with await Store.open(back, record_write=None) as moved:
        assert await moved.commitments.renew_restored(lambda: "new") == Renewed(lobbies=1)


@SQLITE_ONLY
async def test_restore_with_nothing_played_since_removes_the_mark(store: Store, path: Path, tmp_path: Path) -> None:
    await mark(store)
    await store.close()
    backup, target = tmp_path / "backup.sqlite3", tmp_path / "elsewhere.sqlite3"
    shutil.copyfile(path, backup)
    assert main(["restore", "--nothing-played-since", str(backup), str(target)]) == 0
    async with await Store.open(target, record_write=None) as restored:
        assert await restored.commitments.renew_restored(lambda: "new") is None

"""A restored database: once, at the first start, lobbies and rematches are promised anew and running games end."""

from __future__ import annotations

import asyncio
import shutil
from itertools import count
from pathlib import Path

import pytest

from storage import Occupant, PromiseRow, ResultRow, Store, Turn
from storage.__main__ import main
from storage.queries.deal_commitments import MARK, Renewed
from tests.storage.store_support import (
    ANNE,
    BOB,
    GUILD,
    SEATS,
    SQLITE_ONLY,
    behind,
    moves,
    note_displayed,
    rewrite,
    seen,
)

AGREES = (Occupant(ANNE, agreed=True), Occupant(BOB), Occupant(computer="strong"))


async def opened(store: Store) -> int:
    """A lobby with a promise, which people have mixed something into."""
    return await store.create_table(
        guild_id=GUILD,
        channel_id=10,
        game="sample",
        rules=1,
        opener_id=ANNE,
        seats=SEATS,
        secret="old",
        events=["join 1"],
    )


async def played(store: Store) -> int:
    """A running game at which somebody owes a decision and a computer player another one."""
    table_id = await opened(store)
    await store.start_table(
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
    """A game that is over, of whose rematch is promised something, and to which somebody agrees."""
    table_id = await played(store)
    results = [ResultRow(seat, None, 0, 1, won=True) for seat in range(3)]
    rematch = PromiseRow(f"{table_id}/rematch", 1, "old", ("join 7",))
    await store.finish_table(await seen(store, table_id), moves(0), results, lambda *_: [], rematch=rematch)
    await store.save_seats(await seen(store, table_id), AGREES, {})
    return table_id


async def promise(store: Store, table_id: int, name: str = "{}") -> PromiseRow:
    row = await store.table(table_id)
    assert row is not None
    return next(one for one in row.promises if one.name == name.format(table_id))


async def mark(store: Store) -> None:
    await rewrite(store, MARK)


async def test_what_was_not_restored_is_left_as_it_is(store: Store) -> None:
    lobby = await opened(store)
    before = await store.table(lobby)
    assert await store.renew_restored(lambda: pytest.fail("a secret is made")) is None
    assert await store.table(lobby) == before


async def test_a_lobby_has_another_secret_and_what_was_mixed_into_it_and_is_shown_anew(store: Store) -> None:
    lobby = await opened(store)
    await note_displayed(store, lobby)
    await mark(store)
    assert await store.renew_restored(lambda: "new") == Renewed(lobbies=1)
    assert await promise(store, lobby) == PromiseRow(str(lobby), 1, "new", ("join 1",), renewed=True)
    assert await behind(store) == [lobby]


async def test_who_has_cut_a_lobby_may_cut_it_anew(store: Store) -> None:
    lobby = await opened(store)
    await store.save_lobby(await seen(store, lobby), {}, (Occupant(ANNE, cuts=5), Occupant(BOB), None))
    await mark(store)
    await store.renew_restored(lambda: "new")
    row = await store.table(lobby)
    assert row is not None
    assert [who and who.cuts for who in row.seats] == [0, 0, None]


async def test_each_has_a_secret_of_its_own(store: Store) -> None:
    lobbies = [await opened(store) for _ in range(3)]
    await mark(store)
    numbers = count()
    await store.renew_restored(lambda: str(next(numbers)))
    assert len({(await promise(store, lobby)).secret for lobby in lobbies}) == 3


async def test_a_running_game_is_ended_and_waits_for_nobody(store: Store) -> None:
    game = await played(store)
    await note_displayed(store, game)
    before = await store.table(game)
    await mark(store)
    assert await store.renew_restored(lambda: "new") == Renewed(games=1)
    row = await store.table(game)
    assert row is not None
    assert before is not None
    assert (row.state, row.why, row.turns, row.version) == ("closed", "restored", {}, before.version + 1)
    assert (await promise(store, game)).secret == "old", "it is told now, as of each game that has ended"
    assert await store.tables_acting(0, 9) == []
    assert await store.due_tables(1 << 40) == []
    assert await behind(store) == [game]


async def test_a_rematch_that_may_come_is_promised_anew_and_agreed_to_anew(store: Store) -> None:
    over = await finished(store)
    await note_displayed(store, over)
    await mark(store)
    assert await store.renew_restored(lambda: "new") == Renewed(rematches=1)
    assert await promise(store, over, "{}/rematch") == PromiseRow(f"{over}/rematch", 1, "new", renewed=True)
    assert (await promise(store, over)).secret == "old", "what was dealt stays proven"
    row = await store.table(over)
    assert row is not None
    assert not any(who.agreed for who in row.seats if who)
    assert await behind(store) == [], "thousands of old games are not written anew for it"


async def test_a_rematch_that_has_been_dealt_is_ended_and_its_proof_stays(store: Store) -> None:
    over = await finished(store)
    dealt = await promise(store, over, "{}/rematch")
    rematch = await store.rematch(
        await seen(store, over), nonce="n", seed="5eed", rules=1, seats=SEATS, turns={}, promise=dealt
    )
    await mark(store)
    assert await store.renew_restored(lambda: "new") == Renewed(games=1)
    row = await store.table(rematch)
    assert row is not None
    assert row.promises == (dealt,)


async def test_it_happens_once_and_nothing_that_begins_later_is_touched(store: Store) -> None:
    await mark(store)
    assert await store.renew_restored(lambda: "new") == Renewed()
    lobby, game = await opened(store), await played(store)
    before = [await store.table(one) for one in (lobby, game)]
    assert await store.renew_restored(lambda: "newer") is None
    assert [await store.table(one) for one in (lobby, game)] == before


async def test_of_two_that_start_at_once_one_does_it(store: Store) -> None:
    await opened(store)
    await mark(store)
    done = await asyncio.gather(*(store.renew_restored(lambda: "new") for _ in range(2)))
    assert sorted(done, key=lambda one: one is None) == [Renewed(lobbies=1), None]


async def test_what_fails_in_the_middle_is_done_at_the_next_start(store: Store) -> None:
    lobbies = [await opened(store) for _ in range(2)]
    await mark(store)
    made = iter(["new"])
    with pytest.raises(RuntimeError):
        await store.renew_restored(lambda: next(made, None) or killed())
    assert [(await promise(store, lobby)).secret for lobby in lobbies] == ["old", "old"]
    assert await store.renew_restored(lambda: "new") == Renewed(lobbies=2)


def killed() -> str:
    raise RuntimeError


# --- Which copies are restored ones


@SQLITE_ONLY
@pytest.mark.parametrize("flag", [(), ("--nothing-played-since",)])
@pytest.mark.parametrize("back", ["sqlite", "postgres"])
async def test_a_restored_backup_knows_that_it_is_one(
    store: Store, path: Path, empty: str, tmp_path: Path, flag: tuple[str, ...], back: str
) -> None:
    lobby = await opened(store)
    backup, elsewhere = tmp_path / "backup.sqlite3", str(tmp_path / "elsewhere.sqlite3")
    target = empty if back == "postgres" else elsewhere
    assert main(["backup", str(path), str(backup)]) == 0
    assert main(["restore", *flag, str(backup), target]) == 0
    async with await Store.open(target, filed_beside=path) as restored:
        assert await restored.renew_restored(lambda: "new") == (None if flag else Renewed(lobbies=1))
        assert (await promise(restored, lobby)).secret == ("old" if flag else "new")
    assert await store.renew_restored(lambda: "new") is None, "the house that goes on is none"


@SQLITE_ONLY
async def test_who_moves_house_restores_nothing_and_who_moves_before_the_first_start_still_does(
    store: Store, path: Path, empty: str, tmp_path: Path
) -> None:
    await opened(store)
    await store.close()
    assert main(["copy", str(path), empty]) == 0
    async with await Store.open(empty, filed_beside=path) as moved:
        assert await moved.renew_restored(lambda: "new") is None
        await mark(moved)
    back = tmp_path / "back.sqlite3"
    assert main(["copy", empty, str(back)]) == 0
    async with await Store.open(back) as moved:
        assert await moved.renew_restored(lambda: "new") == Renewed(lobbies=1)


@SQLITE_ONLY
async def test_a_backup_of_what_was_restored_and_not_yet_started_can_be_trusted_where_nothing_was_played(
    store: Store, path: Path, tmp_path: Path
) -> None:
    await mark(store)
    await store.close()
    backup, target = tmp_path / "backup.sqlite3", tmp_path / "elsewhere.sqlite3"
    shutil.copyfile(path, backup)
    assert main(["restore", "--nothing-played-since", str(backup), str(target)]) == 0
    async with await Store.open(target) as restored:
        assert await restored.renew_restored(lambda: "new") is None

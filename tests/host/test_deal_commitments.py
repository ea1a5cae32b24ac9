"""Deal commitments: the events mixed into a deal, the time when the secret is shown, and the proof after the game."""

import json
import logging
import re
import secrets
from contextlib import suppress
from dataclasses import replace
from itertools import count
from random import Random

import pytest

import limits
from engine.fairness import deal_commitment
from engine.fairness.deal_commitment import DealCommitment
from engine.fairness.verify import ExpectedValues, verify
from engine.game import Game
from host.lobby import deal_commitments
from host.place import Place
from host.refusals import Refusal
from host.services import Services
from host.tables.table import Person, Table
from storage import Store
from storage.rows import Deals
from tests.samples import sampled
from tests.storage.store_support import rewrite
from tests.tables import (
    AKI,
    BEN,
    CHANNEL,
    CHIE,
    GUILD,
    MODERATOR,
    finish,
    game_of,
    lobby,
    play_one,
    play_out,
    play_while,
    refused,
    started,
)

NONCE = "0f" * 16


def asking(person: Person, asked: int) -> Person:
    """Return a copy of `person` that has the interaction id `asked`."""
    return replace(person, interaction_id=asked)


def promise_of(table: Table) -> DealCommitment:
    assert table.promise is not None
    return table.promise


async def is_proven(services: Services, table: Table, commitment: str) -> bool:
    """Return whether the record file of a finished game proves the commitment."""
    return verify(await services.replays.record(table.id), ExpectedValues(commitment)).holds


async def test_all_actions_before_the_deal_are_mixed_into_it_in_their_order(
    services: Services, second: Services
) -> None:
    opened = await lobby(services, "saizen", [asking(AKI, 71)], 3)
    commitment = promise_of(opened).commitment
    await services.lobby.join(opened.id, asking(BEN, 72))
    nonce = deal_commitments.new_nonce()
    assert await services.lobby.cut(opened.id, asking(BEN, 73), f" {nonce.upper()}", "my own words") == nonce
    await services.lobby.leave(opened.id, asking(BEN, 74))
    with refused("not-seated"):
        await services.lobby.cut(opened.id, asking(BEN, 75), nonce, "more words")
    await services.lobby.join(opened.id, asking(BEN, 76))
    again = deal_commitments.new_nonce()
    await services.lobby.cut(opened.id, asking(BEN, 77), again, "my own words")
    begun = await services.lobby.start(opened.id, asking(AKI, 78))
    events = ("join 71", "leave 74", "join 76", deal_commitment.cut(bytes.fromhex(again), "my own words"), "start 78")
    assert promise_of(begun).events == events
    assert promise_of(begun).commitment == commitment, "nothing that happens changes what was promised"
    assert game_of(begun).chance.seed == promise_of(begun).seed
    read = await second.tables.get(opened.id)
    assert (read.promise, game_of(read).deal_data()) == (begun.promise, game_of(begun).deal_data())


@pytest.mark.drawn(1)
@pytest.mark.parametrize("game", sampled(sorted(Game.games), 3))
async def test_finished_game_proves_its_commitment(services: Services, game: str) -> None:
    waiting = await lobby(services, game, people=2, seats=3)
    await services.lobby.cut(waiting.id, BEN, NONCE, "a horse")
    begun = await services.lobby.start(waiting.id, AKI)
    over = await play_out(services, begun, Random(3))
    assert await is_proven(services, over, promise_of(waiting).commitment)
    assert not await is_proven(services, over, "0" * 64)


async def test_rematch_is_committed_at_the_end_of_its_game_and_drawn_from_the_votes(
    services: Services, second: Services
) -> None:
    over = await play_out(services, await started(services, "saizen", 2, 2), Random(3))
    promise = over.rematch
    assert promise is not None
    assert (promise.table, promise.events) == (f"{over.id}/rematch", ())
    assert promise.secret != promise_of(over).secret
    for asked in (81, 82):
        waiting = await services.votes.rematch(over.id, AKI.id, asked)
    assert waiting.rematch == promise.after("join 81"), "who clicks twice agrees once"
    assert (await second.tables.get(over.id)).rematch == waiting.rematch
    begun = await services.votes.rematch(over.id, BEN.id, 83)
    assert begun.promise == promise.after("join 81").after("start 83")
    assert game_of(begun).chance.seed == promise_of(begun).seed
    again = await second.tables.get(begun.id)
    assert (again.promise, again.rematch) == (begun.promise, None)
    assert (await services.tables.get(over.id)).rematch is None
    assert await is_proven(services, await play_out(services, begun, Random(4)), promise.commitment)
    assert await is_proven(second, over, promise_of(over).commitment), "the first one still is"


async def test_secret_is_shown_only_after_the_game(services: Services, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    waiting = await lobby(services, people=2)
    secret = promise_of(waiting).secret.hex()
    begun = await started(services)
    for table in (waiting, begun):
        assert table.revealed_commitment is None
        assert promise_of(table).secret.hex() not in repr(table)
    over = await finish(services, begun)
    assert over.revealed_commitment == over.promise
    ended = await services.participation.end((await started(services)).id, MODERATOR, sure=True)
    closed = await services.lobby.cancel(waiting.id, AKI)
    assert promise_of(closed).secret.hex() == secret
    assert None not in {ended.revealed_commitment, closed.revealed_commitment}
    ours = [one for one in caplog.records if one.name != "aiosqlite"]  # this library logs at DEBUG only in tests
    logged = "".join(f"{one.getMessage()} {one.args}" for one in ours)
    assert not any(promise_of(table).secret.hex() in logged for table in (over, ended, closed))
    assert not any(str(promise_of(table).secret) in logged for table in (over, ended, closed))


async def test_row_does_not_show_its_secret(store: Store, services: Services) -> None:
    table = await lobby(services)
    row = await store.tables.load(table.id)
    assert row is not None
    assert row.promises[0].secret == promise_of(table).secret.hex()
    assert row.promises[0].secret not in repr(row)


async def test_stored_commitment_names_nobody(services: Services, store: Store) -> None:
    people = [Person(10**17 + number, name=f"Somebody {number}") for number in range(3)]
    table = await lobby(services, "saizen", people, 3)
    for person in people:
        await services.lobby.cut(table.id, person, NONCE, "words of my own")
    await services.lobby.start(table.id, people[0])
    rows = await store._database.read("SELECT * FROM promises")
    stored = str([tuple(row) for row in rows])
    assert re.search(r"words|Somebody|1000000000000", stored) is None


async def test_cuts_of_a_person_are_limited(services: Services) -> None:
    table = await lobby(services, people=2)
    for _ in range(limits.CUTS):
        await services.lobby.cut(table.id, BEN, deal_commitments.new_nonce(), "the same words")
    with refused("cut-enough"):
        await services.lobby.cut(table.id, BEN, NONCE, "once more")
    await services.lobby.cut(table.id, AKI, NONCE, "mine")
    now = await services.tables.get(table.id)
    assert [who.cuts for who in now.occupants if who] == [1, limits.CUTS]
    assert len(set(promise_of(now).events)) == 1 + 1 + limits.CUTS, (
        "the opener, Ben, their cuts: two joins are alike here"
    )


@pytest.mark.parametrize("nonce", ["", "0" * 31, "0" * 33, "g" * 32, "٣" * 32])
async def test_invalid_nonce_is_refused(services: Services, nonce: str) -> None:
    table = await lobby(services, people=2)
    with refused("no-nonce"):
        await services.lobby.cut(table.id, BEN, nonce, "words")
    assert promise_of(await services.tables.get(table.id)).events == promise_of(table).events


async def test_nonce_of_a_cut_is_the_one_in_its_form(services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    """Check that no nonce is drawn once the words with which a person cuts the deck are known.

    A server that knew the words could draw nonces again and again until the deal suited it.
    """
    table = await lobby(services, people=2)

    def drawn(*_: object) -> bytes:
        raise AssertionError("nothing is drawn once there are words")

    for name in ("token_bytes", "token_hex", "randbits", "choice"):
        monkeypatch.setattr(secrets, name, drawn)
    await services.lobby.cut(table.id, BEN, NONCE, "words")
    event = deal_commitment.cut(bytes.fromhex(NONCE), "words")
    assert promise_of(await services.tables.get(table.id)).events[-1] == event


async def test_table_older_than_commitments_is_played_without_a_proof(
    store: Store, services: Services, second: Services
) -> None:
    old, dealt = await lobby(services, people=2, seats=3), await started(services, seats=3, people=3)
    await rewrite(store, "DELETE FROM promises")
    with refused("no-promise"):
        await second.lobby.cut(old.id, AKI, NONCE, "words")
    await second.lobby.join(old.id, CHIE)
    begun = await second.lobby.start(old.id, AKI)
    for table in (begun, await second.tables.get(dealt.id)):
        over = await finish(second, table)
        assert over.revealed_commitment is None
        assert "fair" not in json.loads(await second.replays.record(over.id))
        assert over.rematch is not None, "its rematch has one"


async def test_deals_and_lobbies_closed_before_the_deal_are_counted_by_server(services: Services, store: Store) -> None:
    for _ in range(3):
        await services.lobby.cancel((await lobby(services, people=2)).id, AKI)
    await services.participation.end((await started(services)).id, MODERATOR, sure=True)
    over = await finish(services, await started(services, "saizen", 2, 2))
    for person in (AKI, BEN):
        await services.votes.rematch(over.id, person.id)
    await store.retention.delete_tables(await store.retention.ended_before(2**62))
    assert await services.tables.deals(Place.server(GUILD)) == Deals(dealt=3, cancelled=3, ended_early=1)
    assert await services.tables.deals(Place.server(GUILD + 1)) == Deals()


async def test_lobbies_that_only_their_opener_had_joined_are_counted_separately(services: Services) -> None:
    await services.lobby.cancel((await lobby(services)).id, AKI)
    left = await lobby(services)
    await services.lobby.cut(left.id, AKI, NONCE, "words")
    await services.lobby.leave(left.id, AKI)
    assert await services.tables.deals(Place.server(GUILD)) == Deals(closed_alone=2)


async def test_lobby_that_somebody_joined_and_left_was_not_the_openers_alone(services: Services) -> None:
    for number, leaves in enumerate((True, False)):
        table = await lobby(services, "saizen", [asking(AKI, 10 * number)], 3)
        await services.lobby.join(table.id, asking(BEN, 10 * number + 1))
        if leaves:
            await services.lobby.leave(table.id, asking(BEN, 10 * number + 2))
        else:
            await services.lobby.remove(table.id, asking(AKI, 10 * number + 3), BEN.id)
        await services.lobby.cancel(table.id, AKI)
    assert await services.tables.deals(Place.server(GUILD)) == Deals(cancelled=2)


async def test_game_of_several_people_that_is_ended_in_its_first_round_is_counted(services: Services) -> None:
    left = await started(services, people=2)
    for person in (AKI, BEN):
        await services.participation.leave(left.id, person, sure=True)
    alone = await started(services, people=1)
    await services.participation.leave(alone.id, AKI, sure=True)
    later = await started(services)
    later = await play_while(services, later, Random(3), lambda now: game_of(now).round == 1)
    await services.participation.end(later.id, MODERATOR, sure=True)
    await finish(services, await started(services, "saizen", 2, 2))
    assert await services.tables.deals(Place.server(GUILD)) == Deals(dealt=4, ended_early=1)


async def test_leaving_a_lobby_removes_all_that_one_mixed_in(services: Services, second: Services) -> None:
    table = await lobby(services, "saizen", [asking(AKI, 1)], 3)
    nonce = await services.lobby.cut(table.id, AKI, deal_commitments.new_nonce(), "mine")
    for asked in range(2, 22, 2):
        table = await services.lobby.join(table.id, asking(BEN, asked))
        await services.lobby.cut(table.id, BEN, deal_commitments.new_nonce(), "theirs")
        table = await services.lobby.leave(table.id, asking(BEN, asked + 1))
    assert promise_of(table).events == ("join 1", deal_commitment.cut(bytes.fromhex(nonce), "mine"), "leave 21")
    table = await second.lobby.join(table.id, asking(CHIE, 30))
    table = await second.lobby.remove(table.id, asking(AKI, 31), CHIE.id)
    assert promise_of(table).events == ("join 1", deal_commitment.cut(bytes.fromhex(nonce), "mine"), "leave 31")


async def test_lobby_events_are_bounded_by_the_people_in_it(services: Services) -> None:
    """Let other people join, leave and cut the deck in any order: the number of events stays bounded."""
    random = Random(7)
    table = await lobby(services, "saizen", [asking(AKI, 1)], 6)
    clicks, most, others = count(2), 6 * (1 + limits.CUTS) + 1, [Person(200 + number) for number in range(9)]
    for _ in range(300):
        who = asking(random.choice(others), next(clicks))
        with suppress(Refusal):
            match random.randrange(3):
                case 0:
                    await services.lobby.join(table.id, who)
                case 1:
                    await services.lobby.leave(table.id, who)
                case _:
                    await services.lobby.cut(table.id, who, deal_commitments.new_nonce(), "words")
        table = await services.tables.get(table.id)
        events = promise_of(table).events
        assert len(events) <= most
        mixed = [event for who in table.occupants if who for event in who.commitment_events]
        assert sorted(mixed) == sorted(event for event in events if not event.startswith("leave "))
    begun = await services.lobby.start(table.id, asking(AKI, next(clicks)))
    assert not any(who.commitment_events for who in begun.occupants if who)


async def test_authors_of_the_mixed_events_are_deleted_at_the_deal(services: Services, store: Store) -> None:
    for deed in (services.lobby.start, services.lobby.cancel):
        table = await lobby(services, people=2)
        await services.lobby.cut(table.id, BEN, NONCE, "words")
        await deed(table.id, AKI)
    rows = await store._database.read("SELECT DISTINCT commitment_events FROM seats")
    assert [row[0] for row in rows] == ["[]"]


async def test_proof_still_holds_after_a_player_is_deleted(services: Services, second: Services) -> None:
    waiting = await lobby(services, "saizen", people=2, seats=2)
    await services.lobby.cut(waiting.id, BEN, NONCE, "a horse")
    over = await finish(services, await services.lobby.start(waiting.id, AKI))
    await services.privacy.forget(BEN.id)
    for where in (services, second):
        assert await is_proven(where, over, promise_of(waiting).commitment)


async def test_ended_game_is_proven_so_far_and_a_practice_game_has_no_commitment(
    services: Services,
) -> None:
    begun = await play_one(services, await started(services, "saizen", 2, 2), Random(3))
    ended = await services.participation.end(begun.id, MODERATOR, sure=True)
    assert await is_proven(services, ended, promise_of(begun).commitment)
    on = await services.replays.play_on(ended.id, AKI, CHANNEL, 1, None)
    over = await finish(services, on)
    assert (over.promise, over.rematch) == (None, None)
    assert "fair" not in json.loads(await services.replays.record(on.id))

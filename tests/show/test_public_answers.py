"""Public answers that belong to no table: messages of scheduled lobbies, and leaderboards."""

import shutil
from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, cast, get_args

import pytest

from host.lobby.scheduled_lobbies import DropReason, ScheduledLobby
from host.people.standings import PublicMessage
from host.place import Place
from host.services import Services
from locales import Translation
from show.discord_port import Done, Forbidden, Gone, Later, Outcome, Refused
from show.messages.edit_rate_limit import born
from show.messages.public_answers import LOST_SECONDS, REST_SECONDS, PublicAnswers
from show.messages.server_messages import EVERY_SECONDS
from show.pages.scheduled_lobbies import dropped_page, scheduled_page
from show.text.page import Page
from storage import Store
from tests.clock import TwoClocks
from tests.host.test_clock import JUMPS
from tests.patches import wrap
from tests.tables import CHANNEL, GUILD

ID, EVENT, MESSAGE = 1_500_000_000_000_000_000, 77, 78
LOBBY = ScheduledLobby(ID, GUILD, CHANNEL, 4, "Aki", "saizen", 4, "live", 2**31)
BOARD = PublicMessage(GUILD, CHANNEL, MESSAGE)


@dataclass
class StubPort:
    """A port that records the calls and answers each with the next outcome of its kind, then with success."""

    outcomes: dict[str, list[Outcome]] = field(default_factory=dict)
    calls: list[tuple[Any, ...]] = field(default_factory=list)
    there: bool = True

    def is_in(self, _place: Place) -> bool:
        return self.there

    def locale(self, _place: Place) -> str:
        return "ja"

    async def send(self, channel_id: int, page: Page, nonce: str) -> Outcome:
        return self._call("send", channel_id, page, nonce)

    async def edit(self, channel_id: int, message_id: int, page: Page) -> Outcome:
        return self._call("edit", channel_id, message_id, page)

    async def delete(self, channel_id: int, message_id: int) -> Outcome:
        return self._call("delete", channel_id, message_id)

    async def delete_event(self, guild_id: int, event_id: int) -> Outcome:
        return self._call("delete_event", guild_id, event_id)

    async def delete_event_with(self, guild_id: int, link: str) -> Outcome:
        return self._call("delete_event_with", guild_id, link)

    def _call(self, kind: str, *arguments: object) -> Outcome:
        self.calls.append((kind, *arguments))
        remaining = self.outcomes.get(kind) or [Done(MESSAGE)]
        return remaining.pop(0)


@pytest.fixture
def clock() -> TwoClocks:
    return TwoClocks(int(born(ID) + LOST_SECONDS) + 1)


@pytest.fixture
async def services(tmp_path: Path, empty_database: Path, clock: TwoClocks) -> AsyncIterator[Services]:
    async with await Store.open(
        Path(shutil.copy(empty_database, tmp_path)), now=clock.seconds, record_write=None
    ) as store:
        services = Services(store, clock=clock.compared)
        yield services
        await services.close()


@pytest.fixture
def port() -> StubPort:
    return StubPort()


@pytest.fixture
def answers(services: Services, port: StubPort, monkeypatch: pytest.MonkeyPatch) -> PublicAnswers:
    """Return the public answers; their pauses after failures follow the services' clock."""
    monkeypatch.setattr("show.messages.public_answers.now", services.now)
    return PublicAnswers(services, cast("Any", port))


async def keep(services: Services, lobby: ScheduledLobby) -> None:
    await services.tables.store.scheduled_lobbies.add(lobby)


async def kept(services: Services) -> list[ScheduledLobby]:
    return await services.scheduled_lobbies.unannounced()


@pytest.mark.parametrize("other", [None, MESSAGE + 1, MESSAGE])
async def test_message_of_a_lobby_that_opens_or_is_announced_meanwhile_is_deleted(
    services: Services, port: StubPort, answers: PublicAnswers, monkeypatch: pytest.MonkeyPatch, other: int | None
) -> None:
    await keep(services, LOBBY)
    store = services.tables.store.scheduled_lobbies

    async def send(plain: Any, *message: object) -> Outcome:
        if other is None:
            await store.remove(ID)  # as the opening does
        else:
            await store.set_message(ID, other)
        sent: Outcome = await plain(*message)
        return sent

    wrap(monkeypatch, port, "send", send)
    await answers.poll()
    deleted = [call for call in port.calls if call[0] == "delete"]
    assert deleted == ([] if other == MESSAGE else [("delete", CHANNEL, MESSAGE)])


@pytest.mark.parametrize("jump", JUMPS)
async def test_message_is_not_posted_twice_by_a_wrong_clock(
    services: Services, port: StubPort, answers: PublicAnswers, clock: TwoClocks, jump: float
) -> None:
    await keep(services, LOBBY)
    for passed in (1 - LOST_SECONDS, LOST_SECONDS):
        clock.now, clock.wrong = clock.now + passed, jump
        await answers.poll()
        clock.wrong = 0.0
        assert port.calls == []
    await answers.poll()
    assert len(port.calls) == 1


@pytest.mark.drawn(1)
@pytest.mark.parametrize("reason", get_args(DropReason))
async def test_message_of_a_dropped_lobby_says_why_and_its_event_is_deleted(
    services: Services, port: StubPort, answers: PublicAnswers, reason: DropReason
) -> None:
    lobby = replace(LOBBY, message_id=MESSAGE, event_id=EVENT, dropped=reason)
    await keep(services, lobby)
    for _ in range(2):
        await answers.poll()
    page = dropped_page(lobby, Translation("ja"))
    assert port.calls == [("edit", CHANNEL, MESSAGE, page), ("delete_event", GUILD, EVENT)]
    assert await kept(services) == []


@pytest.mark.parametrize("kind", ["edit", "delete_event"])
async def test_dropped_lobby_is_kept_until_discord_has_answered_both(
    services: Services, port: StubPort, answers: PublicAnswers, clock: TwoClocks, kind: str
) -> None:
    await keep(services, replace(LOBBY, message_id=MESSAGE, event_id=EVENT, dropped="late"))
    port.outcomes[kind] = [Later()]
    await answers.poll()
    await answers.poll()
    assert len(port.calls) == 2, "it rests after a failure"
    assert len(await kept(services)) == 1
    clock.now += REST_SECONDS
    await answers.poll()
    assert await kept(services) == []


@pytest.mark.parametrize("outcome", [Gone(), Gone(channel=True), Forbidden(), Refused()])
async def test_dropped_lobby_whose_message_cannot_be_edited_still_loses_its_event(
    services: Services, port: StubPort, answers: PublicAnswers, outcome: Outcome
) -> None:
    await keep(services, replace(LOBBY, message_id=MESSAGE, event_id=EVENT, dropped="lost"))
    port.outcomes["edit"] = [outcome]
    await answers.poll()
    assert port.calls[-1] == ("delete_event", GUILD, EVENT)
    assert await kept(services) == []


async def test_lobby_without_a_known_message_gets_one_so_that_people_see_it(
    services: Services, port: StubPort, answers: PublicAnswers, clock: TwoClocks
) -> None:
    await keep(services, LOBBY)
    clock.now -= EVERY_SECONDS
    await answers.poll()
    assert port.calls == [], "its answer may be under way"
    clock.now += EVERY_SECONDS
    for _ in range(2):
        await answers.poll()
    assert port.calls == [("send", CHANNEL, scheduled_page(LOBBY, Translation("ja")), str(ID))]
    [lobby] = await services.scheduled_lobbies.of_place(Place.server(GUILD))
    assert lobby.message_id == MESSAGE


async def test_lobby_that_can_be_announced_nowhere_is_dropped_or_tried_again(
    services: Services, port: StubPort, answers: PublicAnswers, clock: TwoClocks
) -> None:
    await keep(services, LOBBY)
    port.outcomes["send"] = [Forbidden(), Gone(channel=True)]
    for _ in range(2):
        await answers.poll()
    assert [lobby.dropped for lobby in await kept(services)] == [None]
    clock.now += REST_SECONDS
    await answers.poll()
    assert [lobby.dropped for lobby in await kept(services)] == ["lost"]


async def test_lobby_of_a_game_that_is_gone_holds_up_nothing(
    services: Services, port: StubPort, answers: PublicAnswers
) -> None:
    await keep(services, replace(LOBBY, game="of-another-version"))
    await keep(services, replace(LOBBY, id=ID + 1))
    await answers.poll()
    await answers.poll()
    assert [call[0] for call in port.calls] == ["send"]
    assert [lobby.id for lobby in await services.scheduled_lobbies.of_place(Place.server(GUILD))] == [ID + 1]


@pytest.mark.parametrize(("outcome", "left"), [(Done(), 0), (Gone(), 0), (Forbidden(), 0), (Later(), 1)])
async def test_withdrawn_leaderboard_is_deleted(
    services: Services, port: StubPort, answers: PublicAnswers, outcome: Outcome, left: int
) -> None:
    await services.standings.add_leaderboard(BOARD)
    await answers.poll()
    assert port.calls == []
    await services.tables.store.leaderboard_messages.add(BOARD, 0)
    port.outcomes["delete"] = [outcome]
    await answers.poll()
    assert port.calls == [("delete", CHANNEL, MESSAGE)]
    assert len(await services.standings.withdrawn()) == left


async def test_nothing_is_done_on_servers_without_the_bot(
    services: Services, port: StubPort, answers: PublicAnswers
) -> None:
    await keep(services, replace(LOBBY, message_id=MESSAGE, dropped="late"))
    port.there = False
    await answers.poll()
    assert port.calls == []
    assert len(await kept(services)) == 1

"""Scheduled lobbies on both databases."""

from storage import Store
from storage.rows import ScheduledLobby

LOBBY = ScheduledLobby(1, 2, 3, 4, "Anne", "saizen", 4, "none", 10_000)


async def test_lobby_keeps_its_first_message_until_it_opens(store: Store) -> None:
    await store.scheduled_lobbies.add(LOBBY)
    assert await store.scheduled_lobbies.set_message(LOBBY.id, 7)
    assert await store.scheduled_lobbies.set_message(LOBBY.id, 7)
    assert not await store.scheduled_lobbies.set_message(LOBBY.id, 8)
    [row] = await store.scheduled_lobbies.of_guild(LOBBY.guild_id)
    assert row.message_id == 7
    await store.scheduled_lobbies.remove(LOBBY.id)
    assert not await store.scheduled_lobbies.set_message(LOBBY.id, 7)

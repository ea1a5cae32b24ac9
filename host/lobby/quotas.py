"""Whether there is room for one more table: on a server, and for a person there."""

from collections.abc import Callable

import limits
from engine.text import Text
from host import refusals
from host.refusals import Refusal
from host.settings import Server
from storage import Crowd, Store


async def check_lobby(store: Store, server: Server, guild_id: int, user_id: int) -> None:
    """Refuse a new lobby where there are too many, as is set on the `server`, or to somebody who has too many.

    Raises:
        Refusal: says what to do.
    """
    await check_seat(store, server, guild_id, user_id)
    crowd = await store.crowd(guild_id, user_id)
    _check(crowd.lobbies, limits.LOBBIES_A_SERVER, refusals.SERVER_GATHERS)
    _check_room(crowd, server)


async def check_seat(store: Store, server: Server, guild_id: int, user_id: int) -> None:
    """Refuse another seat in a lobby to somebody who has too many; raises as `check_lobby` does."""
    crowd = await store.crowd(guild_id, user_id)
    _check(crowd.own_lobbies, server.most_lobbies, refusals.TOO_MANY_LOBBIES)
    _check(crowd.own_tables, limits.TABLES_A_PERSON, refusals.TOO_MANY_TABLES)


async def check_rematch(store: Store, server: Server, guild_id: int, user_id: int) -> None:
    """Refuse a game more, without a lobby; raises as `check_lobby` does."""
    crowd = await store.crowd(guild_id, user_id)
    _check(crowd.own_tables, limits.TABLES_A_PERSON, refusals.TOO_MANY_TABLES)
    _check_room(crowd, server)


def _check_room(crowd: Crowd, server: Server) -> None:
    """Refuse one more table to somebody who has their part of a server's, or where the server has no room."""
    _check(crowd.tables, server.most_tables, refusals.SERVER_FULL)
    _check(crowd.own_opened, max(1, server.most_tables // limits.A_PERSONS_PART), refusals.OPENED_ENOUGH)


def _check(count: int, most: int, sentence: Callable[..., Text]) -> None:
    if count >= most:
        raise Refusal(sentence(count=most))

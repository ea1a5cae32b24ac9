"""Whether there is room for one more table: on a server, and for a person there."""

import limits
from host import words
from host.words import Refusal
from storage import Store


async def check_server(store: Store, guild_id: int, user_id: int) -> None:
    """Refuse a new table where there are too many.

    Raises:
        Refusal: says what to do.
    """
    crowd = await store.crowd(guild_id, user_id)
    if crowd.lobbies >= limits.LOBBIES_A_SERVER:
        raise Refusal(words.SERVER_GATHERS(count=limits.LOBBIES_A_SERVER))
    if crowd.tables >= limits.TABLES_A_SERVER:
        raise Refusal(words.SERVER_FULL(count=limits.TABLES_A_SERVER))


async def check_person(store: Store, guild_id: int, user_id: int) -> None:
    """Refuse another seat in a lobby to somebody who has too many.

    Raises:
        Refusal: says what to do.
    """
    crowd = await store.crowd(guild_id, user_id)
    if crowd.own_lobbies >= limits.LOBBIES_A_PERSON:
        raise Refusal(words.TOO_MANY_LOBBIES(count=limits.LOBBIES_A_PERSON))
    if crowd.own_tables >= limits.TABLES_A_PERSON:
        raise Refusal(words.TOO_MANY_TABLES(count=limits.TABLES_A_PERSON))

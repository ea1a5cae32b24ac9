"""Quotas: limits on the number of tables of a place, and of one person in a place."""

from collections.abc import Callable

import limits
from engine.text import Text
from host import refusals
from host.place import Place
from host.refusals import Refusal
from host.settings import ServerSettings
from storage import Store
from storage.rows import Crowd


async def check_lobby(store: Store, server: ServerSettings, place: Place, user_id: int) -> None:
    """Check that a person may open another lobby in a place; `server` has the settings of the place.

    Raises:
        Refusal: the server or the person has too many tables.
    """
    crowd = await store.tables.place_counts(place.id, user_id)
    _check_own(crowd, server)
    _check(crowd.lobbies, limits.LOBBIES_A_SERVER, refusals.SERVER_GATHERS)
    _check_room(crowd, server)


async def check_seat(store: Store, server: ServerSettings, place: Place, user_id: int) -> None:
    """Check that a person may take another seat in a lobby; raises `Refusal` as `check_lobby` does."""
    _check_own(await store.tables.place_counts(place.id, user_id), server)


async def check_rematch(store: Store, server: ServerSettings, place: Place, user_id: int) -> None:
    """Check that a person may begin another game without a lobby; raises `Refusal` as `check_lobby` does."""
    crowd = await store.tables.place_counts(place.id, user_id)
    _check(crowd.own_tables, limits.TABLES_A_PERSON, refusals.TOO_MANY_TABLES)
    _check_room(crowd, server)


def _check_own(crowd: Crowd, server: ServerSettings) -> None:
    """Refuse one more seat in a lobby to a person who sits in too many lobbies or at too many tables."""
    _check(crowd.own_lobbies, server.most_lobbies, refusals.TOO_MANY_LOBBIES)
    _check(crowd.own_tables, limits.TABLES_A_PERSON, refusals.TOO_MANY_TABLES)


def _check_room(crowd: Crowd, server: ServerSettings) -> None:
    """Refuse one more table if the server is full, or if the person has opened their share of its tables."""
    _check(crowd.tables, server.most_tables, refusals.SERVER_FULL)
    _check(crowd.own_opened, max(1, server.most_tables // limits.PERSON_SHARE_DIVISOR), refusals.OPENED_ENOUGH)


def _check(count: int, most: int, sentence: Callable[..., Text]) -> None:
    if count >= most:
        raise Refusal(sentence(count=most))

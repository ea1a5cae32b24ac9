"""Locales, and the names of seats and people in messages."""

from collections.abc import Mapping
from typing import Final

from engine.players import LEVELS, USUAL
from host.place import Place
from host.settings import Language
from host.tables.table import Occupant, Table
from locales import Translation, language_of
from show.text.clean_names import escaped, isolated
from show.text.emojis import EmojiSet

LOCALES: Final[Mapping[Language, str]] = {"en": "en-US", "ja": "ja"}
"""Discord's locales of the languages that can be set."""


def spoken(language: Language, locale: str) -> str:
    """Return the locale of the language that was set; if none was set, `locale`, which Discord reports."""
    return LOCALES.get(language, locale)


def table_translation(table: Table, locale: str, emojis: EmojiSet | None = None) -> Translation:
    """Return a translation with a table's seat names and its game's symbols, as emojis if `emojis` has them.

    In lists of seats a computer player's name is followed by its level, unless that is the usual level.
    """
    language = language_of(locale)

    def title(seat: int) -> str:
        who = table.occupants[seat]
        named = seat_name if who is None or who.computer == USUAL else seat_title
        return named(table, seat, language)

    return Translation(
        language,
        game=table.kind,
        emojis=emojis.of(table.kind) if emojis else {},
        seat_name=lambda seat: seat_name(table, seat, language),
        seat_title=title,
    )


def seat_name(table: Table, seat: int, language: str) -> str:
    """Return the name of a seat's occupant; a computer player that plays on for a person is named after that person."""
    who = table.occupants[seat]
    if who is None:
        return Translation(language)("lobby-free")
    if who.left_by is not None:
        return Translation(language)("computer-for", who=person_name(who.name, language))
    if who.computer is not None:
        return computer_name(who, seat, Translation(language))
    return person_name(who.name, language)


def computer_name(who: Occupant | None, seat: int, tr: Translation) -> str:
    """Return the name of a computer player; a player without its own name is called by the number of its seat."""
    return tr("computer-name", name=(who and who.computer_name) or seat + 1)


def seat_title(table: Table, seat: int, language: str) -> str:
    """Return the name of a seat's occupant, with a computer player's level if this version knows the level."""
    who, name, tr = table.occupants[seat], seat_name(table, seat, language), Translation(language)
    if who is None or who.computer not in LEVELS:
        return name
    return tr("computer-level", who=name, level=tr(f"level-{who.computer}"))


def person_name(name: str, language: str) -> str:
    """Return a person's name for a message. The name replaces a mention, which Discord may display as a number."""
    return escaped(name) or Translation(language)("person-unknown")


def label_name(table: Table, seat: int, language: str) -> str:
    """Return the name of the person on a seat for a button or a list, in which Discord renders no Markdown.

    The number of the seat follows if another person at the table has the same name, or if the name is unknown.
    """
    names = [who.name if who and who.user_id is not None else None for who in table.occupants]
    name, tr = names[seat] or "", Translation(language)
    if name and names.count(name) == 1:
        return isolated(name)
    return tr("person-numbered", who=isolated(name) or tr("person-unknown"), seat=seat + 1)


def mention(user_id: int) -> str:
    """Return a mention. Use it only in messages that notify the person.

    With other messages Discord does not send the name, so a reader may see a number.
    """
    return f"<@{user_id}>"


def link(channel_id: int) -> str:
    """Return a link to a channel or thread, which Discord displays by its name."""
    return f"<#{channel_id}>"


def message_link(place: Place, channel_id: int, message_id: int | None = None) -> str:
    """Return the address of a message; without a message id, the address of its channel or thread."""
    channel = f"https://discord.com/channels/{place.server_id or '@me'}/{channel_id}"
    return f"{channel}/{message_id}" if message_id else channel

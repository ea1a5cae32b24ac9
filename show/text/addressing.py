"""Who is spoken to in which language, and by which names seats go."""

from collections.abc import Mapping
from typing import Final

from engine.players import LEVELS, USUAL
from host.settings import Language
from host.tables.table import Table
from locales import Translation, language_of
from show.text.emojis import EmojiSet
from show.text.names import escaped

LOCALES: Final[Mapping[Language, str]] = {"en": "en-US", "ja": "ja"}
"""What Discord calls the languages that can be set."""


def spoken(language: Language, locale: str) -> str:
    """The language that is set, of a server or a person, as Discord names it; else the one that Discord says."""
    return LOCALES.get(language, locale)


def table_translation(table: Table, locale: str, signs: EmojiSet | None = None) -> Translation:
    """A language, with the names of the table's seats and the signs of its game: as emojis where `signs` has them.

    In lists of seats computer players that are not of the usual level have that with their name.
    """
    language, names = language_of(locale), dict[int, str]()

    def name(seat: int) -> str:
        if seat not in names:
            names[seat] = seat_name(table, seat, language)
        return names[seat]

    def title(seat: int) -> str:
        who = table.occupants[seat]
        named = seat_name if who is None or who.computer == USUAL else seat_title
        return named(table, seat, language)

    return Translation(
        language,
        game=table.kind,
        emojis=signs.of(table.kind) if signs else {},
        seat_name=name,
        seat_title=title,
    )


def seat_name(table: Table, seat: int, language: str) -> str:
    """Who sits there: a person's name, a computer's, or whose seat it has taken."""
    who = table.occupants[seat]
    if who is None:
        return Translation(language)("lobby-free")
    if who.left_by is not None:
        return Translation(language)("computer-for", who=person_name(who.name, language))
    if who.computer is not None:
        return Translation(language)("computer-name", seat=seat + 1)
    return person_name(who.name, language)


def seat_title(table: Table, seat: int, language: str) -> str:
    """The same, and of computer players the level, if this version has it."""
    who, name, tr = table.occupants[seat], seat_name(table, seat, language), Translation(language)
    if who is None or who.computer not in LEVELS:
        return name
    return tr("computer-level", who=name, level=tr(f"level-{who.computer}"))


def person_name(name: str, language: str) -> str:
    """A person's name in a message. It is no mention: whose client does not know them would show a number."""
    return escaped(name) or Translation(language)("person-unknown")


def mention(user_id: int) -> str:
    """A person who is called: only in a message that notifies them, with which their name comes to every client."""
    return f"<@{user_id}>"


def link(channel_id: int) -> str:
    """A channel or thread, as Discord shows it by its name."""
    return f"<#{channel_id}>"


def message_link(guild_id: int, channel_id: int, message_id: int | None = None) -> str:
    """The address of a message, which Discord's clients jump to; without one that of its channel or thread."""
    place = f"https://discord.com/channels/{guild_id}/{channel_id}"
    return f"{place}/{message_id}" if message_id else place

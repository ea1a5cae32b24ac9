"""Pages about lost tables: the choice of another channel, and the direct message to the people at the table."""

import pictures
from host.play.lost_tables import LOST_SECONDS
from host.tables.table import Table
from locales import Translation
from show.actions.table_actions import MoveTo
from show.text.clean_names import cleaned, escaped
from show.text.page import Page, channels, page
from show.text.seat_names import link

KINDS = (0, 2, 5, 10, 11, 12, 13)
"""Discord's types of channels to which a table can be moved: text, voice, announcement, threads and posts, stage."""


def ends_at(table: Table) -> str:
    """Return the time in unix seconds at which a lost game ends."""
    return str((table.lost_since or 0) + LOST_SECONDS)


def move_page(table: Table, tr: Translation) -> Page:
    """Build the private page on which somebody picks the channel to which a lost table moves."""
    said = tr("lost-move-where", game=table.kind.title, table=str(table.id), at=ends_at(table))
    where = channels(MoveTo(table.id), (), tr("lost-pick"), KINDS, 1) | {"min_values": 1}
    return Page((said, [where]), accent=pictures.accent(table.kind.id))


def moved_page(channel_id: int, tr: Translation) -> Page:
    """Build the private page which says that a table was moved."""
    return page(tr("lost-moved", place=link(channel_id)))


def lost_notice_page(table: Table, server: str, tr: Translation) -> Page:
    """Build the direct message to a person at a table that was lost; `server` is the name of its server."""
    name = escaped(cleaned(server))
    said = tr("lost-notice", game=table.kind.title, table=str(table.id), server=name, at=ends_at(table))
    return Page((said,), accent=pictures.accent(table.kind.id))

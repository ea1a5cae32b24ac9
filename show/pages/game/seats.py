"""What can be done at a running game besides playing it: privately, behind "More"; and what is said of who has left."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import pictures
from engine.players import LEVELS
from host.play.participation import silent
from host.tables.table import Table
from locales import Translation
from show.actions import table_actions
from show.actions.table_actions import Drastic, Placed, TableAction
from show.text.addressing import person_name, seat_title
from show.text.page import Json, Page, Part, Row, button, in_rows, option, page, select


def seats_page(
    table: Table, speech: Translation, user_id: int, now: int, *, moderator: bool, calls: bool = True
) -> Page:
    """The private message with what a person can do at a running game.

    Args:
        table: a running game.
        speech: the reader's language.
        user_id: who reads it.
        now: unix seconds.
        moderator: whether they may manage messages in the table's channel.
        calls: whether people are mentioned on the server, so that they can be asked to hurry.
    """
    head = speech("lobby-more-title", game=table.kind.title, table=str(table.id))
    lines = [head, pace_line(table, speech), *(_seat_line(table, seat, speech) for seat in range(table.seat_count))]
    rows: list[Part] = []
    seat = table.seat_of(user_id)
    if seat is not None:
        own = [button(table_actions.LeaveGame(table.id), speech("lobby-leave"), style="danger")]
        if calls and any(other != seat and not turn.nudged for other, turn in table.turns.items()):
            own.insert(0, button(table_actions.Nudge(table.id), speech("seats-nudge"), "🔔"))
        rows.append(own)
        given = [one for one in silent(table, now) if one != seat]
        rows += in_rows(
            button(table_actions.GiveMove(table.id, one), speech("seats-give", who=speech.aside().seat(one)), "🤖")
            for one in given
        )
    if moderator or user_id == table.in_charge:
        rows += computers(table, table_actions.SetLevel, speech)
    if moderator:
        rows += in_rows([*removals(table, user_id, table_actions.RemovePlayer, speech), _end(table, speech)])
    if not rows:
        lines.append(speech("seats-none"))
    return Page(("\n".join(lines), *rows), accent=pictures.accent(table.kind.id))


def _seat_line(table: Table, seat: int, speech: Translation) -> str:
    """Who sits there, and how it stands with them."""
    turn = table.turns.get(seat)
    if table.away(seat):
        how = speech("seats-away")
    elif turn is None or len(table.people()) == 1:  # nobody waits for who plays alone
        how = ""
    else:
        how = until(turn.due, speech) or speech("seats-since", since=str(turn.since))
    return speech("seats-line", seat=seat + 1, who=seat_title(table, seat, speech.language), how=how)


def pace_line(table: Table, speech: Translation) -> str:
    """How long people may take."""
    return speech("lobby-pace", pace=speech(f"pace-{table.pace}"))


def until(due: int | None, speech: Translation) -> str:
    """Until when somebody may take, as each reader's client shows times; empty: no clock runs."""
    return "" if due is None else speech("seats-until", due=str(due))


def computers(table: Table, action: Callable[[int], TableAction], speech: Translation) -> list[Row]:
    """A list of what each seat that no person has can have instead; as no row where there is no such seat."""
    seats = {seat: who.computer if who else "" for seat, who in enumerate(table.occupants) if not who or who.computer}
    if not seats:
        return []
    levels = [*LEVELS, ""] if table.state == "lobby" else [*LEVELS]
    each = [Placed(seat, level) for seat, now in seats.items() for level in levels if level != now]
    every = [Placed(None, level) for level in LEVELS] if len(seats) > 1 else []
    options = [option(_placed(one, speech), str(one)) for one in (*every, *each)]
    return [(select(action(table.id), options, speech("computers-choose")),)]


def _placed(placed: Placed, speech: Translation) -> str:
    """What a line of that list leads to."""
    if not placed.level:
        return speech("computers-free", seat=(placed.seat or 0) + 1)
    level = speech(f"level-{placed.level}")
    if placed.seat is None:
        return speech("computers-every", level=level)
    return speech("computers-seat", seat=placed.seat + 1, level=level)


def removals(
    table: Table, user_id: int, action: Callable[[int, int], TableAction], speech: Translation
) -> Iterator[Json]:
    """A button for each other person, who is to give up their seat by an action at a table and a seat."""
    for seat, who in enumerate(table.occupants):
        if who is not None and who.user_id is not None and who.user_id != user_id:
            name = speech("seats-remove", who=speech.aside().seat(seat))
            yield button(action(table.id, seat), name, style="danger")


def _end(table: Table, speech: Translation) -> Json:
    return button(table_actions.EndGame(table.id), speech("seats-end"), style="danger")


def sure_page(question: str, asked: Drastic, speech: Translation) -> Page:
    """The question whether somebody is sure of what they have asked for, before what cannot be undone."""
    yes = button(replace(asked, sure=True), speech("hand-sure"), style="danger")
    return page(question, [yes, button(table_actions.OpenMore(asked.table), speech("hand-back"))])


def seat_left_page(table: Table, seat: int, speech: Translation) -> Page:
    """The public message that somebody has left, and who plays on."""
    who = table.occupants[seat]
    name = person_name(who.name if who else "", speech.language)
    return page(speech("seats-removed" if who and who.removed else "seats-left", who=name, seat=seat + 1))

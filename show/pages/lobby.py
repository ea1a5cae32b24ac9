"""What a lobby looks like.

Its buttons stand in three rows that each fit a phone: one's own seat, the computer players, the table.
"""

from engine.options import describe
from host.table import Table
from host.words import LOBBY_GONE, Refusal
from locales import Speech
from show import actions
from show.page import Page, Row, button, option, page, select
from show.pages.words import result_lines
from show.speech import link


def lobby_page(table: Table, speech: Speech, home: int) -> Page:
    """The public message of a table that gathers players, is closed, or has begun: then in the channel `home`."""
    head = [
        speech("lobby-title", game=table.kind.title),
        speech("lobby-by", pitch=table.kind.pitch, designer=table.kind.designer, table=str(table.id)),
    ]
    if table.state == "closed":
        return page("\n".join([*head, speech("lobby-closed")]))
    if table.state == "over" and table.game is not None:
        lines = result_lines(table.game.view(None), speech)
        return page("\n".join([*head, *lines, speech("lobby-over", place=link(home))]))
    if table.state != "lobby":
        return page("\n".join([*head, *_seats(table, speech), speech("lobby-started", place=link(home))]))
    return page("\n".join([*head, *_seats(table, speech), *_options(table, speech)]), *_buttons(table, speech))


def _buttons(table: Table, speech: Speech) -> tuple[Row, ...]:
    number = table.id
    return (
        (
            button(actions.Join(number), speech("lobby-join"), style="primary"),
            button(actions.Leave(number), speech("lobby-leave")),
            button(actions.MoveSeat(number), speech("lobby-move")),
        ),
        (
            button(actions.AddComputer(number), speech("lobby-computer"), "➕"),
            button(actions.RemoveComputer(number), speech("lobby-computer"), "➖"),
        ),
        (
            button(actions.Start(number, fill=False), speech("lobby-start"), style="success"),
            button(actions.OpenOptions(number), speech("lobby-setup")),
            button(actions.OpenRules(table.kind.id, 0), speech("lobby-rules")),
            button(actions.CloseTable(number), speech("lobby-cancel"), style="danger"),
        ),
    )


def options_page(table: Table, speech: Speech) -> Page:
    """The private message in which the opener changes seats and options.

    Raises:
        Refusal: the table gathers players no more.
    """
    if table.state != "lobby":
        raise Refusal(LOBBY_GONE())
    rows: list[Row] = []
    if len(table.kind.seat_counts) > 1:
        counts = tuple(
            option(speech("lobby-seat-count", count=count), str(count), default=count == table.seat_count)
            for count in table.kind.seat_counts
        )
        rows.append((select(actions.SetSeats(table.id), counts, speech("lobby-choose-seats")),))
    for info in describe(table.kind.Options, table.seat_count):
        chosen = info.chosen(table.options)
        values = tuple(
            option(speech("lobby-choice", title=info.title, value=label), str(place), default=place == chosen)
            for place, label in enumerate(info.labels)
        )
        rows.append((select(actions.SetOption(table.id, info.name), values, speech.text(info.title)),))
    return page(speech("lobby-asking", game=table.kind.title), *rows)


def fill_page(table: Table, speech: Speech) -> Page:
    """The private question whether computer players shall take the free seats."""
    yes = button(actions.Start(table.id, fill=True), speech("lobby-fill-yes"), style="success")
    return page(speech("lobby-fill", count=table.occupants.count(None)), (yes,))


def _seats(table: Table, speech: Speech) -> list[str]:
    teams = table.kind.teams_of(table.seat_count)
    paired = len(teams) < table.seat_count
    lines = [speech("lobby-seats")]
    for seat in range(table.seat_count):
        who = speech.seat(seat)
        if paired:
            team = next(number for number, team in enumerate(teams, 1) if seat in team)
            lines.append(speech("lobby-team-seat", seat=seat + 1, who=who, team=team))
        else:
            lines.append(speech("lobby-seat", seat=seat + 1, who=who))
    return lines


def _options(table: Table, speech: Speech) -> list[str]:
    shown = [
        speech("lobby-option", title=info.title, value=info.labels[info.chosen(table.options)])
        for info in describe(table.kind.Options, table.seat_count)
    ]
    return [speech("lobby-options"), *shown] if shown else []

"""Pages of the lobby: the public message, the private page of its button "More", and the form of options."""

import limits
import pictures
from engine.contract.options import describe
from engine.game import Game
from host.lobby.lobby_transitions import player_counts
from host.play.time_control import SECONDS
from host.refusals import TABLE_FROZEN, UNASKED
from host.tables.table import Table
from locales import Translation
from show.actions import table_actions
from show.pages.fairness import (
    check_button,
    closed_file,
    cut_buttons,
    cut_lines,
    own_check_button,
    renewed_lines,
)
from show.pages.game.seats import computers, others, time_control_line
from show.pages.game.shared_lines import result_lines
from show.pages.learning.lesson_list import lesson_button
from show.text.page import (
    DOT,
    Art,
    Attachment,
    Json,
    Page,
    Part,
    Picture,
    Row,
    Section,
    button,
    field,
    form,
    in_rows,
    option,
    page,
    people,
    select,
    several_field,
)
from show.text.seat_names import link, mention, seat_title

SEATS = "seats"
"""The name of the form field for the number of seats; no option has this name."""


def lobby_page(table: Table, tr: Translation, channel_id: int | None) -> Page:
    """Build the public message of a table: a lobby, a game that has started, or a table that is closed or frozen.

    A game is frozen if it was begun under older rules and cannot go on. Once the game has started, the message links to
    the thread or channel `channel_id`. If that is None, the game is in a private thread, and the message has a button
    for spectators instead.
    """
    title = tr("lobby-title", game=table.kind.title)
    by = tr("lobby-by", pitch=table.kind.pitch, designer=table.kind.designer, table=str(table.id))
    by = by if table.night is None else DOT.join([by, tr("lobby-night")])
    accent = pictures.accent(table.kind.id)
    if table.state == "lobby":
        about = tr("lobby-about", seats=player_counts(table.kind.seat_counts), minutes=table.kind.minutes)
        head = Section(
            f"{title}\n{about}\n{by}", Picture(Art(table.kind.id), tr("lobby-art-alt", game=table.kind.title))
        )
        about_it = [
            *option_lines(table, tr),
            time_control_line(table, tr),
            *cut_lines(table, tr),
            *renewed_lines(table, tr),
        ]
        return Page((head, "\n".join([*_seats(table, tr), *about_it]), *_buttons(table, tr)), accent=accent)
    buttons: list[Json] = []
    file: list[Attachment] = []
    if table.state == "frozen":
        lines = [tr.text(TABLE_FROZEN())]
    elif table.state == "closed":
        lines, file = [_closed(table, tr)], closed_file(table, tr)
        buttons = [check_button(table, tr)] if table.revealed_commitment else []
    else:
        lines = []
        if table.state == "over":
            lines += result_lines(table.game.view(None), tr) if table.game and not table.sealed else []
            lines += _channel_line("lobby-over", channel_id, tr)
            instead = button(table_actions.OpenSheet(table.id), tr("table-sheet"))
        else:
            lines += [*_seats(table, tr), *(_channel_line("lobby-started", channel_id, tr) or [tr("lobby-private")])]
            instead = button(table_actions.OpenHand(table.id), tr("tables-watch"), "👀")
        # A button for people who cannot open the private thread.
        buttons = [instead] if channel_id is None and not table.sealed else []
    return Page(("\n".join([title, by, *lines]), *file, *in_rows(buttons)), accent=accent)


def _channel_line(key: str, channel_id: int | None, tr: Translation) -> list[str]:
    return [] if channel_id is None else [tr(key, place=link(channel_id))]


def _closed(table: Table, tr: Translation) -> str:
    """Return the reason why the lobby is closed."""
    if table.close_reason in UNASKED:
        return tr.text(UNASKED[table.close_reason]())
    return tr({"idle": "lobby-idle", None: "lobby-closed"}.get(table.close_reason, "lobby-stopped"))


def _buttons(table: Table, tr: Translation) -> tuple[Row, ...]:
    free = table.occupants.count(None)
    join = [button(table_actions.Join(table.id), tr("lobby-join"), style="primary")] if free else []
    return (
        (*join, button(table_actions.Start(table.id), tr("lobby-start", free=free), style="success")),
        (
            button(table_actions.OpenRules(table.kind.id, 0), tr("table-rules")),
            button(table_actions.OpenMore(table.id), tr("lobby-more")),
        ),
    )


def joined_page(table: Table, user_id: int, asked: int, tr: Translation, *, learn: bool = False) -> Page:
    """Build the private answer to a person who has joined a lobby; `asked` is the id of their click on Join.

    With `learn` the answer offers the game's lesson instead of the cut, because a phone has no room for both. The page
    of the deal offers the cut too. The person in charge gets a Start button, because the lobby may be far up. The
    button does not tell the number of free seats, because the answer is not edited when others join.
    """
    seat, starter = table.seat_of(user_id), table.seat_of(table.in_charge)
    number = 0 if seat is None else seat + 1
    if seat == starter or starter is None:
        said = tr("lobby-joined-first", seat=number)
    else:
        said = tr("lobby-joined", seat=number, who=tr.seat(starter))
    lesson = lesson_button(table.kind.id, tr) if learn else []
    fair = [own_check_button(table, asked, tr)] if table.promise else []
    start = [button(table_actions.Start(table.id), tr("lobby-start", free=0), style="success")]
    row = [*(start if user_id == table.in_charge else []), *(lesson or cut_buttons(table, user_id, tr)), *fair]
    return Page((said, *([row] if row else [])), framed=False)


def more_page(
    table: Table, tr: Translation, channel_id: int | None, user_id: int, *, in_charge: bool, note: str = ""
) -> Page:
    """Build the private page with a user's other actions, or a copy of the lobby's message once the lobby has ended.

    `note` is a last line about the user's last action.
    """
    if table.state != "lobby":
        return lobby_page(table, tr, channel_id)
    head = tr("lobby-more-title", game=table.kind.title, table=str(table.id))
    rows: list[Part] = []
    if table.seat_of(user_id) is not None:
        rows += _seated_rows(table, user_id, tr)
    if in_charge:
        last = [button(table_actions.CloseTable(table.id), tr("lobby-cancel"), style="danger")]
        if len(table.kind.seat_counts) > 1 or describe(table.kind.Options):
            last.insert(0, button(_open_options(table), tr("lobby-setup")))
        seated = [*others(table, user_id, tr)]
        # The actions hold a user id and no seat, because somebody else may have the seat when the button is clicked.
        removing = [
            (table_actions.RemovePerson(table.id, user), tr("seats-remove", who=name)) for _, user, name in seated
        ]
        barring = [(table_actions.BarPerson(table.id, user), tr("lobby-bar", who=name)) for _, user, name in seated]
        if free := table.occupants.count(None):
            rows.append([people(table_actions.Invite(table.id), tr("lobby-invite"), limits.INVITED_AT_ONCE)])
            last.insert(0, button(table_actions.AskSubscribers(table.id), tr("lobby-one-more", free=free), "🔔"))
        rows += [
            *computers(table, table_actions.PlaceComputer, tr),
            *in_rows(button(action, label, style="danger") for action, label in [*removing, *barring]),
            last,
            [_time_controls(table, tr)],
        ]
    lines = [head, *_seats(table, tr), *option_lines(table, tr), time_control_line(table, tr)]
    if not rows:
        lines.append(tr("lobby-more-none"))
    lines += [note] if note else []
    return Page(("\n".join(lines), *rows), accent=pictures.accent(table.kind.id))


def sure_start_page(table: Table, tr: Translation) -> Page:
    """Build the private page that asks a moderator without a seat whether to start other people's table."""
    who = tr.listed(tr.seat(seat) for seat, one in enumerate(table.occupants) if one and one.user_id is not None)
    yes = button(table_actions.StartAnyway(table.id), tr("lobby-start-anyway"), style="danger")
    return page(tr("lobby-sure-start", who=who), [yes, button(table_actions.OpenMore(table.id), tr("hand-back"))])


def invitation_page(table: Table, user_id: int, link: str, tr: Translation) -> Page:
    """Build the message that mentions an invited person, with a link to the lobby message."""
    host = tr.seat(table.seat_of(table.in_charge) or 0)
    said = tr("lobby-invitation", who=mention(user_id), host=host, game=table.kind.title, link=link)
    return Page((said,), notify=(user_id,))


def _seated_rows(table: Table, user_id: int, tr: Translation) -> list[Part]:
    """Return the rows for users who have a seat."""
    own: list[Json] = [button(table_actions.Leave(table.id), tr("lobby-leave"))]
    if None in table.occupants:
        own.append(button(table_actions.MoveSeat(table.id), tr("lobby-move")))
    return [[*own, *cut_buttons(table, user_id, tr)]]


def _time_controls(table: Table, tr: Translation) -> Json:
    """Build the list of time controls."""
    every = [option(tr(f"pace-{one}"), one, default=one == table.time_control) for one in SECONDS]
    return select(table_actions.SetTimeControl(table.id), every, tr("lobby-choose-pace"))


def _open_options(table: Table) -> table_actions.OpenOptions:
    infos = describe(table.kind.Options)
    places = (info.selected_index(table.options) for info in infos)
    written = (
        str(place) if place < len(info.allowed) else str(table.options[info.name])
        for info, place in zip(infos, places, strict=True)
    )
    return table_actions.OpenOptions(table.id, table.kind.id, table.seat_count, tuple(written))


def options_form(game: type[Game], asked: table_actions.OpenOptions, tr: Translation) -> Json:
    """Build the form for seats and options, with the options for every number of seats.

    Below an option that people may put together stand its parts. If it is put together, the list above has a line more,
    which keeps it so.
    """
    fields = []
    if len(game.seat_counts) > 1:
        counts = [
            option(tr("lobby-seat-count", count=count), str(count), default=count == asked.seats)
            for count in game.seat_counts
        ]
        fields.append(field(SEATS, tr("lobby-choose-seats"), counts, ""))
    for info, chosen in zip(describe(game.Options), asked.places, strict=False):
        values = [
            option(tr.sentence(label), str(place), default=str(place) == chosen)
            for place, label in enumerate(info.labels)
        ]
        title = tr.sentence(info.title)
        if info.seats:
            title = tr("lobby-only-for", title=title, counts=player_counts(info.seats))
        own = info.free.parts_of(chosen) if info.free else ()
        if info.free and chosen not in {one["value"] for one in values}:
            values.append(option(tr("lobby-own-choice"), str(len(values)), default=True))
        fields.append(field(info.name, title, values, tr.sentence(info.about) if info.about else ""))
        if info.free:
            parts = [
                option(tr.sentence(label), str(place), default=place in own)
                for place, label in enumerate(info.free.parts)
            ]
            about = tr.sentence(info.free.about)
            fields.append(several_field(info.parts_name, tr.sentence(info.free.title), parts, about))
    return form(table_actions.SetUp(asked.table), tr("lobby-form", game=game.title), fields)


def _seats(table: Table, tr: Translation) -> list[str]:
    teams = table.kind.teams_of(table.seat_count)
    paired = len(teams) < table.seat_count
    lines = [tr("lobby-seats")]
    for seat in range(table.seat_count):
        who = seat_title(table, seat, tr.language)
        if paired:
            team = next(number for number, team in enumerate(teams, 1) if seat in team)
            lines.append(tr("lobby-team-seat", seat=seat + 1, who=who, team=team))
        else:
            lines.append(tr("lobby-seat", seat=seat + 1, who=who))
    return lines


def option_lines(table: Table, tr: Translation, *, unusual: bool = False) -> list[str]:
    """Return the options in force, each in a line after a heading; nothing for a game without options.

    With `unusual`, return only the options whose values are not the usual ones.
    """
    lines = [
        tr("lobby-option", title=info.title, value=info.label(table.options, table.seat_count))
        for info in describe(table.kind.Options, table.seat_count)
        if not unusual or info.selected_index(table.options) != info.selected_index({})
    ]
    return [tr("lobby-options"), *lines] if lines else []

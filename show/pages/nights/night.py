"""The public message of a league night, and the pages of its deal commitments."""

from collections.abc import Sequence

import limits
import pictures
from engine.contract.options import describe
from engine.fairness.deal_commitment import DealCommitment
from engine.game import Game
from host.nights.night import Night
from locales import Translation
from show.actions.night_actions import (
    CheckNight,
    ConfirmEndNight,
    EndNight,
    EndNightAndEvent,
    JoinNight,
    LeaveNight,
    ShowNightStandings,
    StartNight,
)
from show.actions.table_actions import OpenRules
from show.discord_port import Forbidden, Outcome, Refused
from show.pages.nights.standings import lists_everybody, standings_parts
from show.text.page import DOT, Attachment, Json, Page, Part, Row, Section, button, page, shortened
from show.text.seat_names import message_link, person_name

SHORT = 16
"""The number of hex digits by which people recognise a commitment."""
NAMED_TABLES = 8
"""Greatest number of tables for which the message has room for the names of their people."""


def night_page(night: Night, tr: Translation) -> Page:
    """Build the public message: how the night is played, its people and tables, and the standings."""
    row = night.row
    kind = Game.games.get(row.game)
    title = tr("night-title", game=kind.title if kind else row.game)
    if row.state == "off":
        return Page((f"{title}\n{tr('night-off')}",))
    if row.state == "gathering" and kind is not None:
        return _gathering(night, kind, title, tr)
    parts: list[Part] = ["\n".join([title, *_status(night, tr)]), *standings_parts(night, tr)]
    parts += _running_buttons(night, tr)
    parts.append(_small(night, tr))
    return Page(tuple(parts), accent=pictures.accent(row.game))


def _gathering(night: Night, kind: type[Game], title: str, tr: Translation) -> Page:
    row = night.row
    about = tr("night-about", seats=row.seats, stages=row.stages, minutes=kind.minutes * row.stages)
    options = [
        tr("lobby-option", title=info.title, value=info.label(row.options, row.seats))
        for info in describe(kind.Options, row.seats)
    ]
    level = tr("night-level-of", level=tr(f"level-{row.level}"))
    time_control = tr("lobby-pace", pace=tr(f"pace-{row.time_control}"))
    times = [tr("night-at", at=str(row.starts_at))] if row.starts_at is not None else []
    times += [tr("night-weekly")] if row.event_weekly else []
    names = tr.listed(person_name(one.name, tr.language) for one in night.people)
    joined = tr("night-joined", count=len(night.people), who=names) if night.people else tr("night-nobody")
    enough = len(night.people) >= limits.NIGHT_FEWEST
    start = tr("night-start-tables", tables=night.table_count) if enough else tr("night-start")
    head = "\n".join([title, about, *([DOT.join(times)] if times else [])])
    rows: list[Row] = [
        (
            button(JoinNight(night.id), tr("lobby-join"), style="primary"),
            button(LeaveNight(night.id), tr("lobby-leave")),
            button(OpenRules(kind.id, 0), tr("table-rules")),
            _check(night, tr),
        ),
        (
            button(StartNight(night.id), start, style="success"),
            button(EndNight(night.id), tr("scheduled-call-off"), style="danger"),
        ),
    ]
    settings = DOT.join([time_control, level])
    about_it = "\n".join([settings, *options])
    parts: list[Part] = [head, shortened(joined), _seating_line(night, tr), about_it, *rows, _small(night, tr)]
    return Page(tuple(parts), accent=pictures.accent(kind.id))


def _seating_line(night: Night, tr: Translation) -> str:
    """Return how many tables a start would open now, and how many computer players would have seats there."""
    people = len(night.people)
    if people < limits.NIGHT_FEWEST:
        return tr("night-too-few", count=limits.NIGHT_FEWEST)
    free = night.table_count * night.row.seats - people
    each, rest = divmod(free, night.table_count)
    how = "some" if rest else "each" if free else "none"
    return tr("night-seating", people=people, tables=night.table_count, how=how, computers=free if rest else each)


def _small(night: Night, tr: Translation) -> str:
    """Return the small print below the buttons: who may use them, and when the cards of the deals are shown."""
    row = night.row
    lines = [tr("night-managers-start")] if row.state == "gathering" else []
    lines += [tr("night-leaving"), tr("night-managers-end")] if has_next_stage(night) else []
    lines.append(tr("night-small-over") if row.state == "over" else tr("night-small", stages=row.stages))
    return "\n".join(lines)


def has_next_stage(night: Night) -> bool:
    """Return whether a running night has another stage after the present one."""
    return night.row.state == "playing" and night.row.stage < night.row.stages


def _status(night: Night, tr: Translation) -> list[str]:
    """Return lines about the stage and its tables."""
    row = night.row
    if row.state == "over":
        return [tr("night-over", stages=row.stage if row.stage_over else max(0, row.stage - 1))]
    if row.stage_over:
        return [tr("night-break", stage=row.stage, stages=row.stages, at=str(row.next_at))]
    if row.stage == 0:
        return [tr("night-begins", stages=row.stages)]
    running = len(night.running)
    stage = tr("night-stage", stage=row.stage, stages=row.stages, running=running, tables=len(night.tables))
    named = len(night.tables) <= NAMED_TABLES
    tables = [_table(night, one, tr, named=named) for one in night.tables]
    return [stage, *(tr("hand-small", line=line) for line in (tables if named else [DOT.join(tables)]))]


def _table(night: Night, table_id: int, tr: Translation, *, named: bool) -> str:
    """Return a line about a table: a link to its message, its people's names if `named`, and whether it is done."""
    table, message_id = tr("night-table", table=str(table_id)), night.messages.get(table_id)
    if message_id is not None:
        table = f"[{table}]({message_link(night.place, night.row.channel_id, message_id)})"
    names = tr.listed(person_name(one.name, tr.language) for one in night.people_at(table_id)) if named else ""
    said = tr("night-table-people", table=table, who=names) if names else table
    return said if table_id in night.running else tr("night-table-done", table=said)


def _running_buttons(night: Night, tr: Translation) -> list[Row]:
    buttons: list[Json] = []
    if has_next_stage(night):
        buttons += [
            button(LeaveNight(night.id), tr("night-leave")),
            button(JoinNight(night.id), tr("night-back")),
            button(EndNight(night.id), tr("night-end"), style="danger"),
        ]
    if not lists_everybody(night):
        buttons.insert(0, button(ShowNightStandings(night.id), tr("night-standings"), style="primary"))
    return [(*buttons, _check(night, tr))]


def _check(night: Night, tr: Translation) -> Json:
    return button(CheckNight(night.id), tr("fair-check"))


# --- Call off


def sure_page(night: Night, tr: Translation) -> Page:
    """Build the confirmation of calling off a night, or of ending a running one."""
    row = night.row
    how = "off" if row.state == "gathering" else "now" if row.stage_over else "later"
    yes = button(ConfirmEndNight(night.id, row.stage), tr("hand-sure"), style="danger")
    if how != "off" or not row.event_weekly:
        return page(tr("night-sure-end", how=how), [yes])
    both = button(EndNightAndEvent(night.id, row.stage), tr("night-end-event"), style="danger")
    return page(f"{tr('night-sure-end', how=how)}\n{tr('night-sure-event')}", [yes, both])


def ended_page(night: Night, tr: Translation) -> Page:
    """Build the answer to a manager who has called off a night, or has ended a running one."""
    stays = [tr("night-event-stays")] if night.row.state == "off" and night.row.event_weekly else []
    return page("\n".join([tr("night-end-done", how=night.row.state), *stays]))


def no_event_page(failure: Outcome, tr: Translation) -> Page:
    """Build the private page that tells a manager why the night's event is missing."""
    why = "forbidden" if isinstance(failure, Forbidden) else "refused" if failure == Refused() else "unknown"
    return page(tr("night-no-event", why=why))


# --- Deal commitments


def promise_page(night: Night, tr: Translation) -> Page:
    """Build the public message with the deal commitments of all stages; it is never edited."""
    first = night.promises[0].commitment[:SHORT]
    short = "\u00a0".join(first[at : at + 4] for at in range(0, SHORT, 4))
    line = tr("night-promise", short=short, stages=len(night.promises))
    return Page((Section(line, _check(night, tr)), _file(night, tr, public=True)), framed=False)


def check_page(night: Night, tr: Translation) -> Page:
    """Build the private page with everything that may be known of the night's deals now."""
    lines = [
        tr("night-deals", stages=len(night.promises)),
        tr("fair-what"),
        *(tr("hand-small", line=one) for one in _values(night, tr)),
    ]
    lines.append(tr("night-deals-how", stages=len(night.promises)) if night.published else tr("fair-later"))
    return Page((shortened("\n".join(lines)), _file(night, tr)))


def _file(night: Night, tr: Translation, *, public: bool = False) -> Attachment:
    values = _values(night, tr)
    lines = [tr("night-deals-file", night=str(night.id)), "", *values, ""]
    row = night.row
    lines += [tr("fair-hash", table=one.table, game=row.game, rules=str(row.rules)) for one in night.promises]
    lines += _inputs(night.published, tr)
    instead = "\n".join(tr("hand-small", line=one) for one in values) if public else ""
    return Attachment(f"ichiza-night-{night.id}.txt", "\n".join([*lines, ""]), instead)


def _values(night: Night, tr: Translation) -> list[str]:
    """Return the commitment of each stage, and the secret of each stage that is over."""
    lines = []
    published = {one.table for one in night.published}
    for stage, one in enumerate(night.promises, 1):
        lines.append(tr("night-commitment", stage=stage, commitment=one.commitment))
        if one.table in published:
            lines.append(tr("night-secret", stage=stage, secret=one.secret.hex()))
    return lines


def _inputs(published: Sequence[DealCommitment], tr: Translation) -> list[str]:
    """Return the seeds of the stages that are over, and the events that go into all seeds."""
    if not published:
        return []
    return [*(tr("fair-seed", seed=one.seed.hex()) for one in published), *published[0].events]

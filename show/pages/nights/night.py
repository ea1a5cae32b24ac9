"""The public message of a league night, and the pages of its deal commitments."""

from collections.abc import Sequence

import pictures
from engine.contract.options import describe
from engine.fairness.deal_commitment import DealCommitment
from engine.game import Game
from host.nights.night import Night
from locales import Translation
from show.actions.night_actions import CheckNight, EndNight, JoinNight, LeaveNight, ShowNightStandings, StartNight
from show.actions.table_actions import OpenRules
from show.pages.nights.standings import lists_everybody, standings_parts
from show.text.addressing import person_name
from show.text.page import DOT, Attachment, Json, Page, Part, Row, Section, button, shortened

SHORT = 16
"""The number of hex digits by which people recognise a commitment."""


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
    parts.append(tr("night-small"))
    return Page(tuple(parts), accent=pictures.accent(row.game))


def _gathering(night: Night, kind: type[Game], title: str, tr: Translation) -> Page:
    row = night.row
    about = tr("night-about", seats=row.seats, stages=row.stages, minutes=kind.minutes * row.stages)
    options = [
        tr("lobby-option", title=info.title, value=info.labels[info.selected_index(row.options)])
        for info in describe(kind.Options, row.seats)
    ]
    level = tr("night-level-of", level=tr(f"level-{row.level}"))
    pace = tr("lobby-pace", pace=tr(f"pace-{row.time_control}"))
    at = [tr("night-at", at=str(row.starts_at))] if row.starts_at is not None else []
    names = tr.listed(person_name(one.name, tr.language) for one in night.people)
    joined = tr("night-joined", count=len(night.people), who=names) if night.people else tr("night-nobody")
    head = "\n".join([title, about, *at])
    rows: list[Row] = [
        (
            button(JoinNight(night.id), tr("lobby-join"), style="primary"),
            button(LeaveNight(night.id), tr("lobby-leave")),
            button(OpenRules(kind.id, 0), tr("table-rules")),
            _check(night, tr),
        ),
        (
            button(StartNight(night.id), tr("night-start", tables=night.table_count), style="success"),
            button(EndNight(night.id), tr("scheduled-call-off"), style="danger"),
        ),
    ]
    settings = DOT.join([pace, level])
    parts: list[Part] = [head, shortened(joined), "\n".join([settings, *options]), *rows, tr("night-small")]
    return Page(tuple(parts), accent=pictures.accent(kind.id))


def _status(night: Night, tr: Translation) -> list[str]:
    """Return lines about the stage and its tables."""
    row = night.row
    if row.state == "over":
        return [tr("night-over", stages=row.stage if row.stage_over else max(0, row.stage - 1))]
    if row.stage_over:
        return [tr("night-break", stage=row.stage, stages=row.stages, at=str(row.next_at))]
    if row.stage == 0:
        return [tr("night-begins")]
    running = len(night.running)
    tables = [tr("night-table", table=str(one), done="no" if one in night.running else "yes") for one in night.tables]
    stage = tr("night-stage", stage=row.stage, stages=row.stages, running=running, tables=len(tables))
    return [stage, tr("hand-small", line=DOT.join(tables))]


def _running_buttons(night: Night, tr: Translation) -> list[Row]:
    row = night.row
    buttons: list[Json] = []
    if row.state == "playing":
        buttons += [
            button(LeaveNight(night.id), tr("lobby-leave")),
            button(JoinNight(night.id), tr("night-back")),
        ]
        if row.stage < row.stages:
            buttons.append(button(EndNight(night.id), tr("night-end"), style="danger"))
    if not lists_everybody(night):
        buttons.insert(0, button(ShowNightStandings(night.id), tr("night-standings"), style="primary"))
    return [(*buttons, _check(night, tr))]


def _check(night: Night, tr: Translation) -> Json:
    return button(CheckNight(night.id), tr("fair-check"))


# --- Deal commitments


def promise_page(night: Night, tr: Translation) -> Page:
    """Build the public message with the deal commitments of all stages; it is never edited."""
    first = night.promises[0].commitment[:SHORT]
    short = "\u00a0".join(first[at : at + 4] for at in range(0, SHORT, 4))
    line = tr("night-promise", short=short)
    return Page((Section(line, _check(night, tr)), _file(night, tr, public=True)), framed=False)


def check_page(night: Night, tr: Translation) -> Page:
    """Build the private page with everything that may be known of the night's deals now."""
    lines = [tr("night-deals"), tr("fair-what"), *(tr("hand-small", line=one) for one in _values(night, tr))]
    lines.append(tr("night-deals-how" if night.published else "fair-later"))
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
    """Return the seeds of the stages that are over, and the events from which all seeds follow."""
    if not published:
        return []
    return [*(tr("fair-seed", seed=one.seed.hex()) for one in published), *published[0].events]

"""Pages with the commitments of the coming days: a server's public message, and the private page."""

from collections.abc import Sequence

from engine.game import Game
from host.daily.commitments import CommitmentMessage
from host.daily.deals import ClosedDay, Commitment, opens_at
from host.place import Place
from locales import Translation
from show.actions import daily_actions as actions
from show.messages.edit_rate_limit import born
from show.pages.daily.attempts import date_of
from show.text.page import Json, Page, button, page
from show.text.seat_names import message_link


def commitments_page(message: CommitmentMessage, tr: Translation) -> Page:
    """Build the public message with the commitments of coming days; it is never edited."""
    lines = [tr("commitments-title", last=date_of(message.last_day))]
    if message.replaces:
        lines.append(tr("commitments-replace"))
    told = enumerate(message.days, message.first_day)
    lines += [_line(day, game, commitment, tr) for day, (game, commitment) in told]
    lines.append(tr("commitments-open"))
    return page("\n".join(lines), [coming_button(tr)])


def coming_page(days: Sequence[Commitment], tr: Translation, posted: CommitmentMessage | None = None) -> Page:
    """Build the private page of the commitments of today and the coming days.

    `posted` is the latest message with commitments on the reader's server, if there is one.
    """
    back = button(actions.OpenClosedDay(), tr("hand-back"), "↩️")
    lines = [tr("day-coming-title")]
    lines += [_line(one.day, one.game, one.commitment, tr, renewed=one.renewed) for one in days]
    if any(one.renewed for one in days):
        lines.append(tr("day-promises-renewed"))
    if posted is not None and posted.message_id is not None:
        lines.append(tr("day-coming-posted", link=_link(posted), last=date_of(posted.last_day)))
    return page("\n".join(lines), [button(actions.OpenToday(), tr("day-today"), "☀️"), back])


def coming_button(tr: Translation) -> Json:
    """Return the button that shows the commitments of the coming days."""
    return button(actions.ListComingDays(), tr("day-coming"), "🔐")


def secret_lines(closed: ClosedDay, posted: CommitmentMessage | None, tr: Translation) -> str:
    """Return the lines with a closed day's secret and commitment.

    They link to `posted`, a message with the commitment, if it was posted before the day opened.
    """
    at = born(posted.message_id or 0) if posted is not None else 0
    in_time = posted is not None and posted.message_id is not None and at < opens_at(closed.day)
    return tr(
        "day-secret",
        secret=closed.secret.hex(),
        commitment=closed.commitment,
        posted="yes" if in_time else "no",
        at=str(int(at)),
        link=_link(posted) if posted is not None else "",
    )


def _line(day: int, game: str, commitment: str, tr: Translation, *, renewed: bool = False) -> str:
    kind = Game.games.get(game)
    title = tr.text(kind.title) if kind else game
    mark = "yes" if renewed else "no"
    return tr("day-promise", date=date_of(day), game=title, commitment=commitment, renewed=mark)


def _link(posted: CommitmentMessage) -> str:
    return message_link(Place.server(posted.guild_id), posted.channel_id, posted.message_id)

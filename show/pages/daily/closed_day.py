"""Private pages of a closed day: its four deals with their cards and best plays, and its secret."""

from engine.daily.plan import FAVOURITE, weekday
from engine.errors import BadRecord
from engine.game import Game
from host.daily.commitments import CommitmentMessage
from host.daily.deals import ClosedDay, ClosedDeal
from host.daily.puzzles import PuzzleState
from host.people.replays import Replay, steps_of
from host.refusals import NO_SUCH_STEP, Refusal
from host.tables.table import Table
from locales import Translation
from show.actions import daily_actions as actions
from show.pages.daily.attempts import date_of, iso_date, no_puzzle_lines, percent_of, puzzle_buttons
from show.pages.daily.commitments import coming_button, secret_lines
from show.pages.game.hand.situation import cards_line
from show.pages.replay import ARROWS, ReplayCursor, step_parts
from show.text.page import DOT, Json, Page, Row, button, option, page, select

MUCH, SOME = 0.8, 0.4
"""The least skill signals with which a page says that skill decides much, and that it decides something.

The signal is the difference between the mean points of hard and easy, divided by the standard deviation.
"""


def closed_day_page(
    closed: ClosedDay,
    table: Table,
    tr: Translation,
    *,
    puzzle: PuzzleState = "none",
    posted: CommitmentMessage | None = None,
) -> Page:
    """Build the first page of a closed day: the reader's result, the difficulty, each deal, and the proof.

    Args:
        closed: the day.
        table: the table for the pages of one of its deals.
        tr: the reader's language.
        puzzle: the state of the day's puzzle.
        posted: the message with the day's commitment on the reader's server, if there is one.
    """
    lines = [tr("day-closed", game=table.kind.title, date=date_of(closed.day)), _own_line(closed, tr)]
    lines += _difficulty(closed, tr)
    lines += [_deal_line(closed, number, tr) for number in range(len(closed.deals))]
    lines += [
        secret_lines(closed, posted, tr),
        *([tr("day-renewed")] if closed.renewed else []),
        tr("day-check", command=_command(closed)),
        *no_puzzle_lines(puzzle, tr),
    ]
    cards = [option(_deal_name(closed, number, tr), str(number)) for number in range(len(closed.deals))]
    rows: list[Row] = [[select(actions.PickDealtCards(closed.day), cards, tr("day-look-at"))]] if cards else []
    quiz = puzzle_buttons(closed.day, puzzle, tr)
    rows.append([button(actions.OpenToday(), tr("day-today"), "☀️"), coming_button(tr), *quiz])
    return page("\n".join(lines), *rows)


def _command(closed: ClosedDay) -> str:
    """Return the command that checks a day; it names the game unless the weekday decides which game is played."""
    named = f" --game {closed.game}" if weekday(closed.day) == FAVOURITE else ""
    return f"python -m engine today --day {iso_date(closed.day)}{named} --secret {closed.secret.hex()}"


def _own_line(closed: ClosedDay, tr: Translation) -> str:
    """Return the reader's result, or a sentence that they have not played."""
    result, own = closed.result, closed.own
    if result is None or own is None:
        return tr("day-not-played")
    late = "no" if result.scored else "yes"
    percent, compared = percent_of(result.percentile)
    return tr("day-own", points=result.points, compared=compared, percent=percent, deal=own + 1, late=late)


def _difficulty(closed: ClosedDay, tr: Translation) -> list[str]:
    """Return a line that says how much skill mattered on the day, by the mean skill signal of its deals (`signal`)."""
    if not closed.deals:
        return []
    return [difficulty_line(sum(one.signal for one in closed.deals) / len(closed.deals), tr)]


def difficulty_line(signal: float, tr: Translation) -> str:
    """Return the line that says how much skill mattered in some deals; `signal` is the mean of their skill signals."""
    how = "much" if signal >= MUCH else "some" if signal >= SOME else "little"
    return tr("day-difficulty", how=how, signal=f"{signal:.1f}")


def _deal_name(closed: ClosedDay, number: int, tr: Translation) -> str:
    own = closed.own == number
    return tr("day-deal", deal=number + 1, own="yes" if own else "no")


def _deal_line(closed: ClosedDay, number: int, tr: Translation) -> str:
    deal = closed.deals[number]
    facts = [tr("day-par", par=f"{deal.par:.1f}"), tr("day-best", best=deal.best), tr("day-people", count=deal.players)]
    return tr("hand-small", line=DOT.join([_deal_name(closed, number, tr), *facts]))


def dealt_page(closed: ClosedDay, number: int, table: Table, tr: Translation) -> Page:
    """Build the page with all hands of a deal, as they were dealt."""
    deal = closed.deals[number]
    game = deal.deal.start()
    lines = [tr("day-dealt", game=table.kind.title, name=_deal_name(closed, number, tr))]
    for seat in range(game.seats):
        view = game.view(seat)
        cards = cards_line(view, tr) if view["hand"] else DOT.join(tr.text(line) for line in view["by_seat"][seat])
        lines.append(tr("replay-hand", who=tr.signed_seat(seat), cards=cards))
    lines += [tr("hand-small", line=tr.text(line)) for line in game.view(None)["table"]]
    known = _best_play(deal) is not None
    line = [button(actions.ShowBestLine(closed.day, number), tr("day-line"), "▶️", "primary")] if known else []
    return page("\n".join(lines), [*line, _back(closed, tr)])


def best_line(deal: ClosedDeal, table: Table) -> Replay:
    """Return the best play of a deal as a replay.

    Raises:
        Refusal: the best play is not known, or does not fit the rules any more.
    """
    game = _best_play(deal)
    if game is None:
        raise Refusal(NO_SUCH_STEP())
    return Replay(table, game, steps_of(game))


def _best_play(deal: ClosedDeal) -> Game | None:
    """Return the game at the end of a deal's best play; None if it is not known, or does not fit the rules any more."""
    try:
        return deal.deal.resume(deal.line) if deal.line else None
    except BadRecord:
        return None


def best_line_page(closed: ClosedDay, number: int, replay: Replay, step: int, tr: Translation) -> Page:
    """Build a step of the best play of a deal, as seen from the people's seat; the last step has the score sheet."""
    seat = closed.deals[number].deal.seat
    parts = step_parts(replay, ReplayCursor(step, seat, result=True), tr)
    head, *others = parts
    title = tr("day-line-title", name=_deal_name(closed, number, tr), points=closed.deals[number].best)
    arrows = [_arrow(closed.day, number, replay, step, go, sign) for go, sign in ARROWS]
    ways = [button(actions.ShowDealtCards(closed.day, number), tr("day-cards")), _back(closed, tr)]
    return Page((f"{title}\n{head}", *others, arrows, ways), framed=False)


def _arrow(day: int, number: int, replay: Replay, step: int, go: str, sign: str) -> Json:
    """Build a button to another step, disabled if there is no such step."""
    made = button(actions.ShowBestLine(day, number, step, go), "", sign)
    return made | ({"disabled": True} if replay.destination(step, go) == step else {})


def _back(closed: ClosedDay, tr: Translation) -> Json:
    return button(actions.OpenDay(closed.day), tr("hand-back"), "↩️")

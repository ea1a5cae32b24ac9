"""The page in place of a hand once the game is over: the reader's final place first, the proof of the deal last."""

from collections.abc import Iterator

from engine.game import Game, View
from engine.text import Text
from host.people.personal_results import PersonalResult, Score
from host.play.votes import can_agree
from host.tables.table import Table
from locales import Translation
from show.actions.decision_actions import AtTable
from show.actions.replay_actions import OpenReplay
from show.actions.review_actions import OpenReview
from show.actions.table_actions import OpenHand, Rematch
from show.pages.fairness import check_button
from show.pages.game.hand.lookups import SCORES, TRICK, footer
from show.pages.game.hand.situation import situation_lines
from show.pages.game.score_sheet import result_picture
from show.pages.game.shared_lines import closing_lines, result_lines, winner_line
from show.pages.game.tricks import ending_lines
from show.text.page import DOT, ROW, Json, Page, Row, button, in_rows
from show.text.phone import phone_lines

MOST_RECORDS = 3
"""Greatest number of computer players whose score against the reader is displayed."""
OFTEN = 2
"""Least number of games for which a score is displayed: after one game, it would only repeat the reader's place."""
ROOM = 12.0
"""Greatest height of the text above the picture, in lines of small print: the reader's place must be in sight."""
NOTHING = PersonalResult()


def result_page(
    table: Table, game: Game, view: View, tr: Translation, note: Text | None = None, result: PersonalResult = NOTHING
) -> Page:
    """Build the result of a game for one of its seats. The button of the scores opens the reasons for each point.

    Args:
        table: the game's table.
        game: the finished game.
        view: the seat's view.
        tr: the reader's language.
        note: a text that answers a click.
        result: what the game has changed for the reader.

    While other tables play the same deals, the page has only the points, because the reader has already seen them.
    """
    seat = int(view["seat"] or 0)
    if table.sealed:
        head = [_came_line(view, seat, result, tr), *result_lines(view, tr), tr("hand-sealed")]
        return Page(("\n".join(head),), framed=False)
    ended = ending_lines(view["tricks"], game.moves_since_choice(seat), tr)
    tricks, closing = [tr("hand-small", line=line) for line in ended], closing_lines(view, view["round"], tr)
    told = [tr("hand-told", line=tr.sentence(line)) for line in view["highlights"]]
    records = [*_record_lines(result, tr)]
    head = [_came_line(view, seat, result, tr)]
    head += [tr("hand-helped")] if table.helped else []
    head += [tr("hand-badge", sign=badge.sign, what=tr(f"badge-{badge.id}")) for badge in result.badges]
    head += [] if note is None else [tr("hand-note", note=tr.sentence(note))]
    head += [] if view["winners"] == [seat] else [winner_line(view, tr)]
    head += [*told, *records, *tricks, *closing, *situation_lines(table, view, tr)]
    # These lines may be left out, because the picture and the buttons tell the same. The oldest trick is dropped first.
    for line in [*reversed(tricks), *closing, *reversed(told), *records]:
        if sum(map(phone_lines, head)) <= ROOM:
            break
        head.remove(line)
    return Page(("\n".join(head), result_picture(view, tr), *_buttons(table, tr)), framed=False)


def _came_line(view: View, seat: int, result: PersonalResult, tr: Translation) -> str:
    """Return a sentence with the reader's final place, and with their rating if the game was rated."""
    teams = Game.games[view["game"]].teams_of(view["seats"])
    team = next(team for team in teams if seat in team)
    group = next(group for group in view["ranking"] if seat in group)
    better = view["ranking"][: view["ranking"].index(group)]
    place = 1 + sum(any(one in other for other in better) for one, *_ in teams)
    if seat in view["winners"]:
        how = "shared" if len(view["winners"]) > len(team) else "team" if len(team) > 1 else "alone"
    else:
        how = "behind" if len(team) > 1 else "after"
    came = tr("hand-came", how=how, place=place)
    rating = result.rating
    if rating is None:
        return came
    change = f"{rating.change:+d}" if rating.change else "±0"
    settled = "yes" if rating.settled else "no"
    return tr("hand-rated", came=came, rating=str(rating.value), change=change, settled=settled)


def _record_lines(result: PersonalResult, tr: Translation) -> Iterator[str]:
    """Yield a line with the reader's scores against up to `MOST_RECORDS` computer players, the most one-sided scores.

    Scores of fewer than `OFTEN` games are left out. If no score remains, nothing is yielded.
    """
    told = [(seat, score) for seat, score in result.scores.items() if sum(score) >= OFTEN]
    told.sort(key=lambda one: -abs(one[1].computer - one[1].person))
    if told:
        said = [_record(seat, score, tr) for seat, score in sorted(told[:MOST_RECORDS])]
        yield tr("hand-small", line=DOT.join(said))


def _record(seat: int, score: Score, tr: Translation) -> str:
    how = "behind" if score.computer > score.person else "ahead" if score.person > score.computer else "level"
    return tr("hand-record", who=tr.titled_seat(seat), how=how, lost=score.computer, won=score.person)


def _buttons(table: Table, tr: Translation) -> list[Row]:
    """Return the buttons: the next game, the review, the replay, the tricks, the scores, and the deal's proof."""
    tricks, scores = footer(AtTable(table.id), table.kind, tr, (TRICK, SCORES))
    review = [button(OpenReview(table.id), tr("table-review"))] if table.origin is None else []
    replay = button(OpenReplay(table.id), tr("table-replay"))
    check = [check_button(table, tr)] if table.revealed_commitment else []
    every = [*_next_game(table, tr), *review, replay, tricks, scores, *check]
    return in_rows(every) if len(every) <= ROW else [every[:-3], every[-3:]]


def _next_game(table: Table, tr: Translation) -> Iterator[Json]:
    """Yield the button that votes for a rematch or, once the rematch has begun, opens the hand there."""
    if table.next_id is not None:
        yield button(OpenHand(table.next_id), tr("hand-rematch"), "▶️", "primary")
    elif can_agree(table):
        agreed, asked = table.vote_count()
        yield button(Rematch(table.id), tr("table-rematch", agreed=agreed, asked=asked), style="success")

"""Private pages of replays: a finished game step by step, and the list of finished games.

A step shows the move just made and the table as everybody, or one seat, saw it then. The result is shown only on
request.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

import pictures
from engine.game import Game, View
from engine.phrases import ROUND_POINTS, TRICK_WON
from host.people.replays import Ended, Replay, Step
from host.refusals import WHY_ENDED
from locales import Translation
from show.actions import replay_actions as actions
from show.actions.review_actions import OpenReview
from show.pages.game.hand.situation import cards_line, strip_alt
from show.pages.game.score_sheet import sheet_picture, sheet_words
from show.pages.game.shared_lines import alt_text, fitting, points_line, since_round
from show.pages.game.table import ended
from show.pages.game.tricks import finished_tricks, has_tricks, numbered_lines, tricks_before
from show.pages.table_list import turns
from show.text.page import DOT, Drawing, Json, Page, Part, Picture, Row, Section, button, option, select
from show.text.seat_names import computer_name, table_translation

NEWS = 6
"""Greatest number of log lines for a step: one for each seat, because all seats can reveal a card in the same step."""


@dataclass(frozen=True, slots=True)
class ReplayCursor:
    """A step within a replay, with the viewpoint from which it is shown."""

    step: int = 0
    seat: int | None = None
    """The viewpoint; None for a spectator's."""
    result: bool = False
    """Whether the result was requested."""

    @property
    def eyes(self) -> int:
        """The seat counted from 1, or 0 for a spectator."""
        return 0 if self.seat is None else self.seat + 1

    @staticmethod
    def through(eyes: int) -> int | None:
        """Return the seat of a viewpoint's number, see `eyes`; None for a spectator's viewpoint."""
        return eyes - 1 if eyes else None


def replay_page(replay: Replay, cursor: ReplayCursor, tr: Translation, *, reviewed: bool = False) -> Page:
    """Build a step of a finished game with buttons to the other steps; `cursor` has been validated.

    `reviewed` adds the button of the reader's own review.
    """
    step = replay.steps[cursor.step]
    if step.face == "end" and cursor.result:
        parts = [*ended(replay.table, replay.position(cursor.step).view(None), tr)]
    else:
        parts = step_parts(replay, cursor, tr)
    return Page((*parts, *_rows(replay, cursor, tr, reviewed=reviewed)), framed=False)


def step_parts(replay: Replay, cursor: ReplayCursor, tr: Translation) -> list[Part]:
    """Return a step without buttons: the move just made with the table, or a round's score sheet.

    The last step is the score sheet of its round if the result was requested.
    """
    step, game = replay.steps[cursor.step], replay.position(cursor.step)
    if step.face == "sheet" or (step.face == "end" and cursor.result):
        return _sheet(replay, cursor, game, tr)
    drawn = replay.position_before(cursor.step) if step.face == "end" else game
    return _scene(replay, cursor, game, drawn, tr)


def _scene(replay: Replay, cursor: ReplayCursor, game: Game, drawn: Game, tr: Translation) -> list[Part]:
    """Return the move just made, the table at the position `drawn`, and the hand of the viewpoint."""
    view = drawn.view(cursor.seat)

    def write(spoken: Translation) -> str:
        where = spoken("hand-round", round=drawn.round, rounds=drawn.last_round)
        phase = [spoken.sentence(view["phase"])] if has_tricks(replay.table.kind) else []
        points = spoken("hand-small", line=points_line(view["scores"], spoken, levels=False))
        return "\n".join([_title(replay, cursor, [where, *phase], spoken), points])

    parts: list[Part] = [fitting(tr, write, len), position_picture(view, tr)]
    if cursor.seat is not None and view["hand"]:
        parts.append(tr("replay-hand", who=tr.signed_seat(cursor.seat), cards=cards_line(view, tr)))
    parts.append(_told(replay, cursor, game, tr))
    if replay.table.state == "closed" and cursor.step == len(replay.steps) - 1:
        why = WHY_ENDED[replay.table.close_reason or "ended"]()
        parts.append(tr("hand-small", line=why))
    return parts


def _sheet(replay: Replay, cursor: ReplayCursor, game: Game, tr: Translation) -> list[Part]:
    """Return the end of a round and its score sheet."""
    number, view = replay.steps[cursor.step].round, game.view(None)

    title = _title(replay, cursor, [tr("replay-round-over", round=number)], tr)
    return [title, sheet_picture(view, number, tr), sheet_words(view, number, tr), _told(replay, cursor, game, tr)]


def _told(replay: Replay, cursor: ReplayCursor, game: Game, tr: Translation) -> str:
    """Return the events of a step, for the place right above the buttons, which a phone shows without scrolling.

    The last step does not say which seats are ahead, because that is the result.
    """
    step = replay.steps[cursor.step]

    def write(spoken: Translation) -> str:
        lead = spoken.listed(spoken.signed_seat(seat) for seat in step.lead)
        turned = [spoken("replay-lead", who=lead, count=len(step.lead))] if lead and step.face != "end" else []
        return "\n".join([*_news(step, game, spoken), *turned])

    return fitting(tr, write, len)


def _title(replay: Replay, cursor: ReplayCursor, situation: Sequence[str], tr: Translation) -> str:
    step = tr("replay-step", step=cursor.step + 1, steps=len(replay.steps))
    return tr("hand-title", game=replay.table.kind.title, situation=DOT.join([*situation, step]))


def position_picture(view: View, tr: Translation) -> Picture:
    """Return the picture of a seat's panel for a view of a seat, else the picture of the table."""
    seat = view["seat"]
    if seat is None or not pictures.has_strip(view["game"]):
        return Picture(Drawing("table", view), alt_text(view, tr.aside()))
    return Picture(Drawing("panel", view), strip_alt(view, seat, tr.aside()))


def _news(step: Step, game: Game, tr: Translation) -> Iterator[str]:
    """Yield the move just made and its effects; if it ended a trick, also the winner and the reason."""
    view, log = game.view(None), game.log or []
    if step.face == "deal":
        yield tr("replay-told", line=tr("replay-dealt", round=step.round))
        news = since_round(view)
    else:
        move, *news = takewhile(lambda line: line.key != ROUND_POINTS.key, log[game.log_indices[-1] :])
        yield tr("replay-told", line=tr.sentence(move))
    tricks = tricks_before(game) if step.face == "sheet" else finished_tricks(view)
    for line in news[:NEWS]:
        if line.key == TRICK_WON.key and tricks:
            yield tr("hand-small", line=numbered_lines(tricks, tr)[0])
        elif line != view["phase"]:
            yield tr("hand-small", line=tr.sentence(line))


def _rows(replay: Replay, cursor: ReplayCursor, tr: Translation, *, reviewed: bool) -> Iterator[Row]:
    """Yield the buttons and lists for other steps, viewpoints and rounds, and for the other actions."""
    yield [_arrow(replay, cursor, go, sign) for go, sign in ARROWS]
    yield [_arrow(replay, cursor, go, sign, tr("replay-turning-point")) for go, sign in _TURNS]
    number, last = replay.table.id, replay.steps[cursor.step].face == "end"
    names = [tr("replay-onlooker"), *(_named(replay, seat, tr.aside()) for seat in range(replay.game.seats))]
    eyes = [option(name, str(place), default=place == cursor.eyes) for place, name in enumerate(names)]
    yield [select(actions.PickEyes(number, cursor.step, cursor.result), eyes, tr("replay-eyes"))]
    dealt = [step.round for step in replay.steps if step.face == "deal"]
    if len(dealt) > 1:
        now = replay.steps[cursor.step].round
        rounds = [option(tr("sheet-round", round=one), str(one), default=one == now) for one in dealt]
        yield [select(actions.PickRound(number, cursor.eyes, cursor.result), rounds, tr("replay-round"))]
    more = [
        button(actions.TakeRecord(number), tr("replay-record")),
        button(actions.ListGames(0, mine=True), tr("replay-games")),
        *([button(OpenReview(number), tr("table-review"))] if reviewed else []),
    ]
    if not last:
        yield [button(actions.PlayOn(number, cursor.step, cursor.eyes), tr("replay-play-on"), style="success"), *more]
    elif not cursor.result:
        result = actions.OpenReplay(number, cursor.step, cursor.eyes, result=True)
        yield [button(result, tr("replay-result"), style="primary"), *more]
    else:
        yield more


def _named(replay: Replay, seat: int, tr: Translation) -> str:
    """Return the name of a seat for a list, in which Discord renders no markup."""
    who = replay.table.occupants[seat]
    if who is None or (who.computer is not None and who.left_by is None):
        name = computer_name(who, seat, tr)
    else:
        name = who.name or tr("person-unknown")
    return tr("lobby-seat", seat=seat + 1, who=name)


ARROWS = (("trick-back", "⏮️"), ("back", "◀️"), ("on", "▶️"), ("trick-on", "⏭️"))
_TURNS = (("turn-back", "⏪"), ("turn-on", "⏩"))


def _arrow(replay: Replay, cursor: ReplayCursor, go: str, sign: str, label: str = "") -> Json:
    """Build a button to another step, disabled if there is no such step."""
    action = actions.OpenReplay(replay.table.id, cursor.step, cursor.eyes, cursor.result, go)
    dead = replay.destination(cursor.step, go) == cursor.step
    return button(action, label, sign) | ({"disabled": True} if dead else {})


def games_page(
    ended: Sequence[Ended],
    number: int,
    *,
    more: bool,
    mine: bool,
    tr: Translation,
    unknown: bool = False,
    direct: bool = False,
) -> Page:
    """Build a page of the list of finished games, without their winners.

    Args:
        ended: the games of the page.
        number: the number of the page, from 0.
        more: whether there are further pages.
        mine: whether the list is of the reader's own games only.
        tr: the reader's language.
        unknown: whether games were left out because nobody knows whether the reader may see them.
        direct: whether the place is direct messages, where all games are the reader's own.
    """
    parts: list[Part] = [tr("games-mine" if mine else "games-all")]
    for one in ended:
        action = actions.OpenReplay(one.table.id)
        parts.append(Section(_game_line(one, tr), button(action, tr("table-replay"), style="primary")))
    if not ended:
        parts.append(tr("games-none"))
    if unknown:
        parts.append(tr("list-unseen"))
    row = turns(lambda to: actions.ListGames(to, mine), number, tr, more=more)
    if not direct:
        row.append(button(actions.ListGames(0, not mine), tr("games-show-all" if mine else "games-show-mine")))
    return Page((*parts, row) if row else tuple(parts))


def _game_line(one: Ended, tr: Translation) -> str:
    """Return a line with the game, the time of its end, and the players."""
    table, spoken = one.table, table_translation(one.table, tr.language)
    who = spoken.listed(spoken.seat(seat) for seat, sitting in enumerate(table.occupants) if sitting)
    whole = "helped" if table.helped else "whole"
    how = "practice" if table.origin else "early" if table.state == "closed" else whole
    return spoken("games-line", game=table.kind.title, table=str(table.id), ended=str(one.at), who=who, how=how)

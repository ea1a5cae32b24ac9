"""A game that has ended, step by step, to whoever asks for it alone; and the list of such games.

What a step shows is what was to be seen then, by everybody or from one seat's eyes, and what has just been done. How
the game has ended is told once that is asked for.
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
from show.pages.game.hand.situation import cards_line, strip_alt
from show.pages.game.score_sheet import sheet_picture, sheet_words
from show.pages.game.shared_lines import alt_text, fitting, points_line, practice_line, result_lines, since_round
from show.pages.game.tricks import finished_tricks, has_tricks, numbered_lines, tricks_before
from show.pages.table_list import turns
from show.text.addressing import table_speech
from show.text.page import DOT, Drawing, Json, Page, Part, Picture, Row, Section, button, option, select

NEWS = 6
"""Lines that are told of one step at most: as many as seats can have something turned up at once."""


@dataclass(frozen=True, slots=True)
class Looking:
    """What somebody looks at in a replay."""

    step: int = 0
    seat: int | None = None
    """From whose eyes; None: an onlooker's."""
    result: bool = False
    """Whether they have asked how the game has ended."""

    @property
    def eyes(self) -> int:
        """The seat as people count it; 0: an onlooker's."""
        return 0 if self.seat is None else self.seat + 1

    @staticmethod
    def through(eyes: int) -> int | None:
        """The seat with these eyes."""
        return eyes - 1 if eyes else None


def replay_page(replay: Replay, look: Looking, speech: Translation) -> Page:
    """A step of a game that has ended, with the ways to the others; `look` has been checked."""
    step, game = replay.steps[look.step], replay.position(look.step)
    if step.face == "end" and look.result:
        shown = _result(replay, game, speech)
    elif step.face == "end":
        shown = _scene(replay, look, game, replay.position_before(look.step), speech)
    elif step.face == "sheet":
        shown = _sheet(replay, look, game, speech)
    else:
        shown = _scene(replay, look, game, game, speech)
    return Page((*shown, *_rows(replay, look, speech)), framed=False)


def _scene(replay: Replay, look: Looking, game: Game, drawn: Game, speech: Translation) -> list[Part]:
    """What has been done, the table as it was at the position `drawn`, and the hand whose eyes they have."""
    view = drawn.view(look.seat)

    def write(spoken: Translation) -> str:
        phase = [spoken.sentence(view["phase"])] if has_tricks(replay.table.kind) else []
        points = spoken("hand-small", line=points_line(view["scores"], spoken, levels=False))
        told = _told(replay.steps[look.step], game, spoken)
        return "\n".join([_title(replay, look, [_round(drawn, spoken), *phase], spoken), points, *told])

    parts: list[Part] = [fitting(speech, write, len), _picture(view, speech)]
    if look.seat is not None and view["hand"]:
        parts.append(speech("replay-hand", who=speech.signed_seat(look.seat), cards=cards_line(view, speech)))
    if replay.table.state == "closed" and look.step == len(replay.steps) - 1:
        why = WHY_ENDED[replay.table.why or "ended"]()
        parts.append(speech("hand-small", line=why))
    return parts


def _sheet(replay: Replay, look: Looking, game: Game, speech: Translation) -> list[Part]:
    """How a round that is over has ended, and its score sheet."""
    number, view = replay.steps[look.step].round, game.view(None)

    def write(spoken: Translation) -> str:
        over = spoken("replay-round-over", round=number)
        return "\n".join([_title(replay, look, [over], spoken), *_told(replay.steps[look.step], game, spoken)])

    return [fitting(speech, write, len), sheet_picture(view, number, speech), sheet_words(view, number, speech)]


def _result(replay: Replay, game: Game, speech: Translation) -> list[Part]:
    """How the game has ended, as it was told then."""
    view = game.view(None)
    winner, *points = result_lines(view, speech)
    title = speech("table-title-over", game=replay.table.kind.title)
    head = "\n".join([title, *practice_line(replay.table, speech), winner])
    return [head, sheet_picture(view, view["round"], speech), "\n".join(points)]


def _title(replay: Replay, look: Looking, standing: Sequence[str], speech: Translation) -> str:
    step = speech("replay-step", step=look.step + 1, steps=len(replay.steps))
    return speech("hand-title", game=replay.table.kind.title, standing=DOT.join([*standing, step]))


def _round(game: Game, speech: Translation) -> str:
    return speech("hand-round", round=game.round, rounds=game.round_count)


def _picture(view: View, speech: Translation) -> Picture:
    """The table as everybody saw it, or what a seat's hand had above it."""
    seat = view["seat"]
    if seat is None or not pictures.has_strip(view["game"]):
        return Picture(Drawing("table", view), alt_text(view, speech.aside()))
    return Picture(Drawing("panel", view), strip_alt(view, seat, speech.aside()))


def _told(step: Step, game: Game, speech: Translation) -> Iterator[str]:
    """What has just been done, and what came of it: of a trick that ended with it who has won it and why."""
    view, log = game.view(None), game.log or []
    if step.face == "deal":
        yield speech("replay-told", line=speech("replay-dealt", round=step.round))
        news = since_round(view)
    else:
        told, *news = takewhile(lambda line: line.key != ROUND_POINTS.key, log[game.lines[-1] :])
        yield speech("replay-told", line=speech.sentence(told))
    tricks = tricks_before(game) if step.face == "sheet" else finished_tricks(view)
    for line in news[:NEWS]:
        if line.key == TRICK_WON.key and tricks:
            yield speech("hand-small", line=numbered_lines(tricks, speech)[0])
        elif line != view["phase"]:
            yield speech("hand-small", line=speech.sentence(line))


def _rows(replay: Replay, look: Looking, speech: Translation) -> Iterator[Row]:
    """The ways to other steps, other eyes and rounds, and what else can be done from here."""
    yield [_arrow(replay, look, go, sign) for go, sign in _ARROWS]
    number, last = replay.table.id, replay.steps[look.step].face == "end"
    names = [speech("replay-onlooker"), *(_named(replay, seat, speech.aside()) for seat in range(replay.game.seats))]
    eyes = [option(name, str(place), default=place == look.eyes) for place, name in enumerate(names)]
    yield [select(actions.PickEyes(number, look.step, look.result), eyes, speech("replay-eyes"))]
    dealt = [step.round for step in replay.steps if step.face == "deal"]
    if len(dealt) > 1:
        now = replay.steps[look.step].round
        rounds = [option(speech("sheet-round", round=one), str(one), default=one == now) for one in dealt]
        yield [select(actions.PickRound(number, look.eyes, look.result), rounds, speech("replay-round"))]
    more = [
        button(actions.TakeRecord(number), speech("replay-record")),
        button(actions.ListGames(0, mine=True), speech("replay-games")),
    ]
    if not last:
        yield [button(actions.PlayOn(number, look.step, look.eyes), speech("replay-play-on"), style="success"), *more]
    elif not look.result:
        result = actions.OpenReplay(number, look.step, look.eyes, result=True)
        yield [button(result, speech("replay-result"), style="primary"), *more]
    else:
        yield more


def _named(replay: Replay, seat: int, speech: Translation) -> str:
    """Who has played there, in a list, whose lines know no markup."""
    who = replay.table.occupants[seat]
    computer = who is None or (who.computer is not None and who.left_by is None)
    name = speech("computer-name", seat=seat + 1) if computer or who is None else who.name
    return speech("lobby-seat", seat=seat + 1, who=name or speech("person-unknown"))


_ARROWS = (("trick-back", "⏮️"), ("back", "◀️"), ("on", "▶️"), ("trick-on", "⏭️"))


def _arrow(replay: Replay, look: Looking, go: str, sign: str) -> Json:
    """A way to another step; where it leads nowhere it is grey."""
    action = actions.OpenReplay(replay.table.id, look.step, look.eyes, look.result, go)
    dead = replay.way(look.step, go) == look.step
    return button(action, "", sign) | ({"disabled": True} if dead else {})


def games_page(ended: Sequence[Ended], number: int, *, more: bool, mine: bool, speech: Translation) -> Page:
    """A page of the games that have ended; who has won them is not told.

    Args:
        ended: those of the page.
        number: the page's, from 0.
        more: whether there are further pages.
        mine: whether they are the reader's own alone.
        speech: the reader's language.
    """
    parts: list[Part] = [speech("games-mine" if mine else "games-all")]
    for one in ended:
        action = actions.OpenReplay(one.table.id)
        parts.append(Section(_game_line(one, speech), button(action, speech("table-replay"), style="primary")))
    if not ended:
        parts.append(speech("games-none"))
    ways = turns(lambda to: actions.ListGames(to, mine), number, speech, more=more)
    other = button(actions.ListGames(0, not mine), speech("games-show-all" if mine else "games-show-mine"))
    return Page((*parts, [*ways, other]))


def _game_line(one: Ended, speech: Translation) -> str:
    """Which game, when it ended, and who has played."""
    table, spoken = one.table, table_speech(one.table, speech.language)
    who = spoken.listed(spoken.seat(seat) for seat, sitting in enumerate(table.occupants) if sitting)
    how = "practice" if table.origin else "early" if table.state == "closed" else "whole"
    return spoken("games-line", game=table.kind.title, table=str(table.id), ended=str(one.at), who=who, how=how)

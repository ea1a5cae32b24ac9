"""Private pages of the decisions that cost the people of a closed day most, with counts and without names.

The position is drawn as the people's seat saw it. Reasons are the sentences of reviews.
"""

from collections.abc import Iterator

from engine.daily.costliest import ChosenMove
from host.daily.costliest import DayCost
from host.tables.table import Table
from locales import Translation
from show.actions import daily_actions as actions
from show.pages.daily.attempts import date_of
from show.pages.game.hand.plain_words import without_pictures
from show.pages.game.hand.situation import cards_line
from show.pages.game.tricks import has_tricks
from show.pages.learning.review import bar, better_line, move_name, whose, why
from show.pages.replay import position_picture
from show.text.page import DOT, Json, Page, Part, button
from show.text.phone import fitting_texts

ROOMS = ((4, 2), (4, 1), (3, 1), (2, 1), (2, 0))
"""Pairs (number of chosen moves, number of reasons). The page has the first pair that fits, or else the last pair."""
ROOM = 13.0
"""The height that texts may have on a phone beside the picture, in lines of small print."""


def day_cost_page(now: DayCost, table: Table, tr: Translation, *, plain: bool = False) -> Page:
    """Build the page of a decision: what it cost, how many people chose each move, what was better, and why.

    Args:
        now: the decision.
        table: the `day_table` of the decision's deal, in which the reader has the seat that the people had.
        tr: the reader's language, with the names of the table.
        plain: whether the page has words in place of pictures.
    """
    spoken = tr.in_words() if plain else tr
    seat, view = now.deal.seat, now.game.view(now.deal.seat)
    head = [_title(now, table, spoken), spoken("hand-small", line=_place(now, spoken))]
    parts: list[Part] = ["\n".join(head), position_picture(view, spoken)]
    if view["hand"]:
        who = spoken.seat(seat) if plain else spoken.place(seat)  # with a name, a long hand would need a second line
        parts.append(spoken("replay-hand", who=who, cards=cards_line(view, spoken)))
    said = [_cost(now, spoken), better_line(now.game, seat, now.decision["why"], spoken)]
    reasons = [*why(now.game, seat, now.decision["why"], spoken, is_open=True, bars=False)]
    variants = (
        ("\n".join([*said, *_chosen(now, spoken, bars)]), "\n".join(reasons[:sentences])) for bars, sentences in ROOMS
    )
    parts += [*fitting_texts(parts, variants, ROOM), [*_ways(now, spoken)]]
    made = Page(tuple(parts), framed=False, language=tr.language)
    return without_pictures(made, spoken) if plain else made


def _title(now: DayCost, table: Table, tr: Translation) -> str:
    count = tr("review-place", place=now.place + 1, count=now.count)
    return tr("hand-title", game=table.kind.title, situation=DOT.join([tr("review-cost"), count]))


def _place(now: DayCost, tr: Translation) -> str:
    """Return the date, the number of the deal and, in games with tricks, the trick."""
    trick = [tr.sentence(now.game.phase.name(now.game))] if has_tricks(type(now.game)) else []
    deal = tr("day-deal", deal=now.decision["deal"] + 1, own="no")
    return DOT.join([f"<t:{date_of(now.day)}:D>", deal, *trick])


def _cost(now: DayCost, tr: Translation) -> str:
    """Return what the decision cost in all, and how many people chose the move that cost most."""
    found = now.decision
    played, people = found["why"]["played"], found["people"]
    count = next(one["people"] for one in found["chosen"] if one["move"] == played)
    return tr(
        "day-cost",
        people=people,
        total=f"{found['total']:.1f}",
        loss=f"{found['loss']:.1f}",
        whose=whose(now.game),
        who="all" if count == people else "one" if count == 1 else "some",
        count=count,
        move=_name(now, played, tr),
    )


def _chosen(now: DayCost, tr: Translation, count: int) -> Iterator[str]:
    """Yield bars for the `count` moves that were chosen most often: how many people chose the move, and its loss.

    The move that cost most in all is always among them. There are no bars if all people chose the same move.
    """
    found = now.decision
    if len(found["chosen"]) < 2:
        return
    for one in _shown(now, count):
        yield tr(
            "day-cost-bar",
            bar=bar(one["people"] / found["people"]),
            count=one["people"],
            behind=f"−{one['loss']:.1f}" if round(one["loss"], 1) else "0.0",
            move=_name(now, one["move"], tr),
        )


def _shown(now: DayCost, count: int) -> list[ChosenMove]:
    chosen, played = now.decision["chosen"], now.decision["why"]["played"]
    first = sorted(chosen, key=lambda one: one["move"] != played)[:count]
    return [one for one in chosen if one in first]


def _ways(now: DayCost, tr: Translation) -> Iterator[Json]:
    """Yield the buttons: the next decision, the cards of the deal, and the way back to the day."""
    if now.place + 1 < now.count:
        yield button(actions.ShowDayCost(now.day, now.place + 1), tr("review-next"), "▶️", "primary")
    yield button(actions.ShowDealtCards(now.day, now.decision["deal"]), tr("day-cards"))
    yield button(actions.OpenDay(now.day), tr("hand-back"), "↩️")


def _name(now: DayCost, move: str, tr: Translation) -> str:
    return move_name(now.game, now.deal.seat, move, tr)

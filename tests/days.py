"""Days with prepared deals, stored without the search for good deals."""

import json
from collections.abc import Mapping, Sequence

from engine.daily import plan
from engine.daily.deal import DailyDeal, history, points
from engine.game import Game
from storage import Store
from storage.rows import DayRow

SECRET = bytes(range(16))
REFERENCE = (0, 2, 4, 6)
DEALS = 4


def a_deal(kind: type[Game], number: int = 0, seat: int = 0, options: Mapping[str, object] | None = None) -> DailyDeal:
    """Return a deal of a game for its greatest number of seats."""
    return DailyDeal(kind.id, max(kind.seat_counts), options or {}, bytes([number]) * 16, seat)


def play_deal(deal: DailyDeal) -> Game:
    """Return a deal played to its end, in which the person always makes the first legal move."""
    game = deal.start()
    deal.answer(game)
    while not game.over:
        game.play(deal.seat, game.legal_moves(deal.seat)[0])
        deal.answer(game)
    return game


async def prepare_day(
    store: Store,
    day: int,
    kind: type[Game],
    *,
    secret: bytes = SECRET,
    first: int = 0,
    reference: Sequence[int] = REFERENCE,
    best: DailyDeal | None = None,
) -> DayRow:
    """Store a day with four deals, numbered from `first` on. Only the deal `best` gets a best play (`play_deal`)."""
    deals = [a_deal(kind, first + number) for number in range(DEALS)]
    prepared = []
    for deal in deals:
        over = play_deal(deal) if deal == best else None
        line = [] if over is None else history(over)
        seen = [*reference] if over is None else [*reference, points(over, deal.seat)]
        levels: dict[str, list[int]] = {"easy": [0], "normal": [1], "hard": [2]}
        prepared.append(
            {"deal": deal.as_data(), "reference": seen, "level_points": levels, "best": line, "signal": 0.9}
        )
    row = DayRow(day, secret, plan.commitment(secret, day), kind.id, "{}")
    await store.daily.plan(row)
    await store.daily.prepare(day, json.dumps(prepared))
    return row

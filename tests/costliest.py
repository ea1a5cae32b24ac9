"""Costly decisions of a day, for tests. Their moves are valued with only a few playouts, which is fast."""

import json
from functools import cache
from random import Random

from engine.daily.costliest import TOLD, VERSION, CostlyDecision, written
from engine.daily.deal import DailyDeal, history
from engine.game import Game
from engine.players import ThinkingBudget
from engine.review import Reviewer
from storage import Store
from tests.days import a_deal

FEWEST_MOVES = 3
QUICK = Reviewer(ThinkingBudget(playouts=60), None)


def free_position(deal: DailyDeal, moves: int = 0) -> Game:
    """Return a position with at least three legal moves, after at least `moves` random moves of the person."""
    random, game = Random(moves), deal.start()
    deal.answer(game)
    made = 0
    while made < moves or len(game.legal_moves(deal.seat)) < FEWEST_MOVES:
        game.play(deal.seat, random.choice(game.legal_moves(deal.seat)))
        deal.answer(game)
        made += 1
    return game


def a_cost(kind: type[Game], *, number: int = 0, moves: int = 0, chosen: tuple[int, ...] = (5, 3, 1)) -> CostlyDecision:
    """Return a costly decision in a deal of a game.

    Args:
        kind: the game.
        number: the number of the deal.
        moves: the least number of the person's moves before the decision.
        chosen: for each move, the number of people who have chosen it; all moves but the best have a loss.
    """
    data: CostlyDecision = json.loads(_text_of_cost(kind, number, moves, chosen))
    return data


@cache
def _text_of_cost(kind: type[Game], number: int, moves: int, chosen: tuple[int, ...]) -> str:
    deal = a_deal(kind, number)
    game = free_position(deal, moves)
    texts = [game.text(move) for move in game.legal_moves(deal.seat)][: len(chosen)]
    found = {one["played"]: one for one, _ in QUICK.compare(game.view(deal.seat), texts)}
    for place, one in enumerate(found.values()):
        is_worse = one["played"] != one["best"]
        one["flagged"], one["exact"] = is_worse, False
        one["loss"], one["error"] = (0.55 + place, 0.21) if is_worse else (0.0, 0.0)
    counts = dict(zip(texts, chosen, strict=False))
    cost = written({"deal": number, "moves": history(game), "chosen": counts}, found)
    assert cost is not None
    return json.dumps(cost)


async def store_costs(store: Store, day: int, kind: type[Game], *, first: int = 0) -> list[CostlyDecision]:
    """Store costly decisions in the deals of a day; `first` is the number of the day's first deal in `tests.days`."""
    decisions = [a_cost(kind, number=first + place, moves=place) for place in range(TOLD)]
    for place, one in enumerate(decisions):
        one["deal"] = place
    await store.daily.set_costliest(day, json.dumps({"version": VERSION, "decisions": decisions}))
    return decisions

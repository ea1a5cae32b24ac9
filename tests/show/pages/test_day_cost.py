"""Pages of a closed day's costliest decisions: they show the stored counts and losses, no names, and fit on a phone."""

import json
import re
from dataclasses import replace

import pytest

from engine.daily.costliest import CostlyDecision
from engine.game import Game
from engine.review.holdings import Holding
from host.daily.costliest import DayCost
from host.learning.reviews import with_texts
from locales import Translation
from show.actions import daily_actions as actions
from show.pages.daily.attempts import day_table
from show.pages.daily.costliest import ROOM, day_cost_page
from show.pages.learning.review import why
from show.text.page import DOT, Page
from show.text.phone import phone_lines
from show.text.seat_names import table_translation
from tests.costliest import a_cost
from tests.days import a_deal
from tests.engine.kit.cases import every_kind
from tests.show.basics import every_language
from tests.show.page_content import actions as actions_on
from tests.show.page_content import check_limits
from tests.show.pages.test_worst_hands import EMOJIS, SIGNS

DAY = 20_000
READER = 7
BEYOND = 4
"""The number of lines by which a page with the longest names of moves may exceed `ROOM`."""


@pytest.fixture(autouse=True)
def quick_computers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.daily.deal.PLAYOUTS", 2)


def cost_at(kind: type[Game], decision: CostlyDecision, place: int = 0, count: int = 3) -> DayCost:
    deal = a_deal(kind, decision["deal"])
    shown: CostlyDecision = {**decision, "why": with_texts(decision["why"])}
    return DayCost(DAY, place, count, deal, deal.resume(decision["moves"]), shown)


def page_of(now: DayCost, language: str, *, plain: bool = False) -> Page:
    table = day_table(now.deal, READER, Translation(language))
    return day_cost_page(now, table, translation_of(now, language), plain=plain)


def translation_of(now: DayCost, language: str) -> Translation:
    table = day_table(now.deal, READER, Translation(language))
    return table_translation(table, {"en": "en-US"}.get(language, language), SIGNS)


@pytest.mark.drawn(2)
@every_kind
@every_language
@pytest.mark.parametrize("chosen", [(5, 3, 1), (1, 1), (2, 2, 2, 2, 1)], ids=["nine", "two", "many moves"])
def test_page_has_counts_losses_and_the_ways_on(kind: type[Game], language: str, chosen: tuple[int, ...]) -> None:
    now = cost_at(kind, a_cost(kind, moves=1, chosen=chosen))
    found = now.decision
    for plain in (False, True):
        page = page_of(now, language, plain=plain)
        check_limits(page, EMOJIS)
        assert bool(page.drawings) != plain
        assert f"**{found['total']:.1f}" in page.text
        assert str(found["people"]) in page.text
        assert actions_on(page) == [
            actions.ShowDayCost(DAY, 1),
            actions.ShowDealtCards(DAY, found["deal"]),
            actions.OpenDay(DAY),
        ]
    last = page_of(replace(now, place=2), language)
    assert actions.ShowDayCost(DAY, 3) not in actions_on(last)
    assert "<@" not in last.text


@pytest.mark.drawn(1)
@every_kind
@every_language
def test_texts_have_room_beside_the_picture_on_a_phone(kind: type[Game], language: str) -> None:
    for moves in (0, 2):
        page = page_of(cost_at(kind, a_cost(kind, moves=moves, chosen=(3, 2, 2, 1))), language)
        texts = [part for part in page.parts if isinstance(part, str)]
        assert sum(map(phone_lines, texts)) <= ROOM + BEYOND


def test_english_page_says_in_all_and_how_many_chose_what() -> None:
    now = cost_at(Game.games["saizen"], a_cost(Game.games["saizen"], chosen=(6, 3)))
    now.decision["chosen"][0]["loss"] = 0.7
    now.decision["total"], now.decision["loss"] = 4.2, 4.2 / 9
    now.decision["why"]["played"] = now.decision["chosen"][0]["move"]
    text = page_of(now, "en").text
    assert "This decision cost 9 people **4.2** points in all, 0.5 on average. 6 of them chose **" in text
    assert "6 people · −0.7 points · " in text
    assert "came out" in text
    assert "What cost most" in text
    assert "1 of 3" in text
    assert f"<t:{DAY * 86_400 + 43_200}:D>{DOT}Deal {now.decision['deal'] + 1}{DOT}" in text


@pytest.mark.parametrize(
    ("chosen", "said"),
    [((4,), "All of them chose **"), ((1, 1), "One of them chose **")],
)
def test_english_page_says_one_and_all(chosen: tuple[int, ...], said: str) -> None:
    kind = Game.games["saizen"]
    assert said in page_of(cost_at(kind, a_cost(kind, chosen=chosen)), "en").text


@every_language
def test_reasons_are_the_sentences_of_reviews_about_what_the_seat_can_see(language: str) -> None:
    kind = Game.games["saizen"]
    now = cost_at(kind, a_cost(kind, moves=4, chosen=(2,)))
    letter = kind.suits[0].letter
    now.decision["why"]["holding"] = Holding(seat=1, card=None, suit=letter, games=9, here=1.4, elsewhere=0.2)
    tr = translation_of(now, language)
    [reason, *_] = why(now.game, now.deal.seat, now.decision["why"], tr, is_open=True, bars=False)
    assert reason in page_of(now, language).text


def test_stored_decision_has_no_ids_and_no_names() -> None:
    cost = a_cost(Game.games["saizen"])
    assert cost.keys() == {"deal", "moves", "people", "chosen", "loss", "total", "why"}
    assert all(one.keys() == {"move", "people", "loss", "error"} for one in cost["chosen"])
    assert not re.search(r"\d{15,}(?!\d*\.)", re.sub(r"\d+\.\d+(e-?\d+)?", "", json.dumps(cost)))

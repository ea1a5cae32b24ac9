"""Personal results: the rating, the new badges, and the scores of computer players after a finished game."""

from collections.abc import Callable
from random import Random

import pytest

from host.people import badges
from host.people.personal_results import PersonalResult
from host.people.ratings import displayed
from host.services import Services
from host.tables.table import Table
from storage import Store
from tests.tables import AKI, BEN, CHIE, DAI, finish, play_out, started, started_against

EVERYBODY = (AKI, BEN, CHIE, DAI)


async def played(services: Services, people: int = 4, number: int = 1) -> Table:
    """Return a finished game of Saizen."""
    return await play_out(services, await started(services, "saizen", people=people), Random(number))


async def test_rating_and_change_are_those_of_the_game(services: Services, store: Store) -> None:
    before = dict.fromkeys((person.id for person in EVERYBODY), 1000)
    for number in range(3):
        table = await played(services, number=number)
        for person in EVERYBODY:
            rating = (await services.personal_results.of(table, person.id)).rating
            now = (await store.standings.ratings(table.place.id, person.id))["saizen", False]
            assert rating is not None
            assert (rating.value, rating.change) == (
                displayed(now.mu, now.sigma),
                displayed(now.mu, now.sigma) - before[person.id],
            )
            assert not rating.settled, "a few games are not enough"
            before[person.id] = rating.value


async def test_result_of_an_earlier_game_stays_the_same(services: Services) -> None:
    first = await played(services)
    then = [await services.personal_results.of(first, person.id) for person in EVERYBODY]
    await played(services, number=7)
    assert [await services.personal_results.of(first, person.id) for person in EVERYBODY] == then


async def test_practice_has_no_rating(services: Services) -> None:
    table = await played(services, people=1)
    result = await services.personal_results.of(table, AKI.id)
    assert result.rating is None
    assert sorted(result.scores) == [1, 2, 3]


async def test_game_without_results_has_an_empty_personal_result(services: Services) -> None:
    over = await played(services)
    practice = await services.replays.play_on(over.id, AKI, over.channel_id, 3, 0)
    practice = await finish(services, practice)
    assert await services.personal_results.of(practice, AKI.id) == PersonalResult()
    assert await services.personal_results.of(over, 999) == PersonalResult()


def earning(*ids: str) -> Callable[[badges.Story, int], tuple[str, ...]]:
    return lambda _story, seat: ids if seat == 0 else ()


async def test_only_badges_of_this_game_that_are_new_are_told(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(badges.Story, "earned", earning("chain"))
    first = await played(services)
    monkeypatch.setattr(badges.Story, "earned", earning("chain", "sand"))
    second = await played(services)
    told = [[one.id for one in (await services.personal_results.of(table, AKI.id)).badges] for table in (first, second)]
    assert told == [["chain"], ["sand"]]
    assert (await services.personal_results.of(second, BEN.id)).badges == ()


@pytest.mark.slow
async def test_score_counts_the_games_in_which_one_came_before_the_other(services: Services) -> None:
    lost = won = 0
    for number in range(2):
        table = await played(services, people=1, number=number)
        game = table.game
        assert game is not None
        places = {seat: place for place, group in enumerate(game.ranking()) for seat in group}
        lost += places[1] < places[0]
        won += places[0] < places[1]
        assert (await services.personal_results.of(table, AKI.id)).scores[1] == (lost, won)
    assert lost + won


@pytest.mark.slow
async def test_score_is_of_one_name_level_game_and_person(services: Services) -> None:
    await played(services, people=1)
    hard = await play_out(services, await started_against(services, "hard", "easy", "easy", game="saizen"), Random(1))
    assert all(sum(score) <= 1 for score in (await services.personal_results.of(hard, AKI.id)).scores.values())
    other = await play_out(services, await started(services, people=1), Random(1))
    assert all(sum(score) <= 1 for score in (await services.personal_results.of(other, AKI.id)).scores.values())
    two = await played(services, people=2)
    assert all(sum(score) <= 1 for score in (await services.personal_results.of(two, BEN.id)).scores.values())


async def test_score_follows_the_name_over_a_rematch(services: Services) -> None:
    table = await played(services, people=1)
    first = (await services.personal_results.of(table, AKI.id)).scores
    again = await finish(services, await services.votes.rematch(table.id, AKI.id))
    second = (await services.personal_results.of(again, AKI.id)).scores
    assert sorted(second) == [0, 1, 2]
    assert all(sum(second[seat]) in {sum(first[seat + 1]), sum(first[seat + 1]) + 1} for seat in second)


async def test_taken_over_seat_has_no_score(services: Services) -> None:
    table = await started(services, "saizen", people=2)
    await services.participation.leave(table.id, BEN, sure=True)
    over = await finish(services, await services.tables.get(table.id))
    assert 1 not in (await services.personal_results.of(over, AKI.id)).scores


async def test_badge_of_a_removed_kind_is_left_out(services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(badges.Story, "earned", earning("gone"))
    table = await played(services)
    assert (await services.personal_results.of(table, AKI.id)).badges == ()

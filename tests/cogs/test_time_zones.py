"""The question for a time zone, on a bot without sockets: asked once, privately, and followed by the request."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from engine.game import Game
from host.place import Place
from host.refusals import NO_SUCH_TIME, NOT_NIGHT_MANAGER
from host.time_zones import time_zone
from local_discord.rest import requests
from locales import LANGUAGES, Translation
from show.actions.night_actions import AnnounceNight
from show.actions.settings_actions import (
    MY_DAY,
    NOTICES,
    AskZone,
    FindZone,
    PickOne,
    PickZone,
    Put,
    TypeZone,
)
from show.actions.table_actions import MOST, Action, ScheduleLobby
from show.pages.scheduled_lobbies import times
from tests.clock import Clock, set_clocks
from tests.cogs.test_nights import MANAGER
from tests.fuzz.conftest import AKI, HERE, ROOM
from tests.fuzz.offline import Offline, SentInteraction, offline
from tests.fuzz.payloads import User

EN = Translation("en")
NOW = datetime(2026, 10, 24, 9, 10, tzinfo=UTC).timestamp()
"""A Saturday; in the night that follows, summer time ends in Europe."""


@pytest.fixture
def clock() -> Clock:
    return Clock(NOW)


@pytest.fixture
async def world(tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Offline]:
    async with offline(tmp_path / "ichiza.sqlite3") as world:
        world.add_guild(HERE, ROOM)
        set_clocks(monkeypatch, world.services, clock)
        yield world


def unix(text: str) -> int:
    return int(datetime.fromisoformat(f"{text}+00:00").timestamp())


async def zone_of(world: Offline, who: User = AKI) -> str:
    return (await world.services.settings.person(who.id)).time_zone


async def play(world: Offline, at: str, **options: Any) -> SentInteraction:
    return await world.complete(world.command(AKI, ROOM, "play", game="saizen", at=at, **options))


async def pick(world: Offline, asked: SentInteraction, zone: str, who: User = AKI) -> SentInteraction:
    """Pick a zone from the list of the question."""
    (custom_id,) = [one for one in asked.custom_ids if one.startswith("zone:")]
    return await world.complete(world.click(who, ROOM, custom_id, values=[zone]))


async def opening_times(world: Offline) -> list[int]:
    return [one.opens_at for one in await world.services.scheduled_lobbies.of_place(Place.server(HERE))]


# --- Typed times


@pytest.mark.parametrize(
    ("zone", "opens"),
    [
        ("Europe/Berlin", "2026-10-24 17:00"),
        ("Asia/Kathmandu", "2026-10-24 13:15"),
        ("America/St_Johns", "2026-10-24 21:30"),
        ("Asia/Tokyo", "2026-10-24 10:00"),
        ("Pacific/Kiritimati", "2026-10-25 05:00"),  # there 19:00 of Saturday is in ten hours' past
        ("UTC", "2026-10-24 19:00"),
    ],
)
async def test_typed_time_leads_to_one_question_and_then_to_the_lobby(world: Offline, zone: str, opens: str) -> None:
    asked = await play(world, "19:00", seats=4, pace="live")
    assert asked.replies[0][1]["flags"] & 64, "nobody else sees the question"
    assert EN("zone-pick") in str(asked.answers)
    assert await opening_times(world) == []
    done = await pick(world, asked, zone)
    assert await opening_times(world) == [unix(opens)]
    assert await zone_of(world) == zone
    (kind, question), (follows, message) = done.replies
    assert (kind, follows) == (7, 0), "the question is edited, and a public message follows"
    assert EN("zone-set", zone=zone.replace("_", " ")) in str(question)
    assert not message.get("flags", 0) & 64
    assert f"<t:{unix(opens)}:f>" in str(message)
    lobby = (await world.services.scheduled_lobbies.of_place(Place.server(HERE)))[0]
    assert (lobby.seats, lobby.time_control, bool(lobby.message_id)) == (4, "live", True)
    await play(world, "20:00")
    assert len(await opening_times(world)) == 2, "the next typed time asks nothing"


async def test_city_can_be_typed_and_the_request_is_not_lost(world: Offline) -> None:
    asked = await play(world, "19:00")
    (button,) = [one for one in asked.custom_ids if one.startswith("zone-type:")]
    form = (await world.complete(world.click(AKI, ROOM, button))).answers[-1]
    found = await world.complete(world.submit(AKI, ROOM, form["custom_id"], {"line": "canada"}))
    assert EN("zone-found", typed="canada") in found.text
    nothing = await world.complete(world.submit(AKI, ROOM, form["custom_id"], {"line": "Atlantis"}))
    assert EN("zone-not-found", typed="Atlantis") in nothing.text
    await pick(world, found, "America/St_Johns")
    assert await opening_times(world) == [unix("2026-10-24 21:30")]


async def test_only_zone_that_was_found_is_taken_at_once(world: Offline) -> None:
    then = ScheduleLobby("saizen", 0, "", "19:00").custom_id
    await world.complete(world.submit(AKI, ROOM, FindZone(then).custom_id, {"line": "nepal"}))
    assert await zone_of(world) == "Asia/Kathmandu"
    assert await opening_times(world) == [unix("2026-10-24 13:15")]


async def test_double_click_on_the_question_makes_one_lobby(world: Offline) -> None:
    asked = await play(world, "19:00")
    (custom_id,) = [one for one in asked.custom_ids if one.startswith("zone:")]
    question = world.private(AKI, ROOM)
    clicks = [world.click(AKI, ROOM, custom_id, question, values=["UTC"]) for _ in range(2)]
    for one in clicks:
        assert EN("zone-set", zone="UTC") in (await world.complete(one)).text
    assert len(await opening_times(world)) == 1


async def test_time_of_the_list_needs_no_time_zone(world: Offline) -> None:
    offered = await world.complete(world.autocomplete(AKI, ROOM, "play", "", "at"))
    first = offered.answers[0]["choices"][0]
    assert first["name"] == "in 30 minutes"
    await play(world, first["value"])
    assert await opening_times(world) == [int(NOW) + 1_800]
    assert await zone_of(world) == ""


async def test_list_repeats_a_typed_time_and_says_what_follows(world: Offline) -> None:
    offered = await world.complete(world.autocomplete(AKI, ROOM, "play", "19:00", "at"))
    assert offered.answers[0]["choices"][0] == {"name": EN("scheduled-asks", typed="19:00"), "value": "19:00"}
    nothing = await world.complete(world.autocomplete(AKI, ROOM, "play", "tomorrow", "at"))
    assert nothing.answers[0]["choices"] == []


async def test_list_has_the_persons_times_once_the_zone_is_set(world: Offline) -> None:
    await world.complete(world.command(AKI, ROOM, "settings", zone="Asia/Kathmandu"))
    offered = await world.complete(world.autocomplete(AKI, ROOM, "play", "19:00", "at"))
    first = offered.answers[0]["choices"][0]
    assert (first["name"], int(first["value"])) == ("Sat 24 Oct 19:00 (Asia/Kathmandu)", unix("2026-10-24 13:15"))


async def test_typed_number_is_no_unix_time(world: Offline) -> None:
    await world.services.settings.set_person(AKI.id, "time_zone", ["UTC"])
    await play(world, "19")
    assert await opening_times(world) == [unix("2026-10-24 19:00")]


@pytest.mark.parametrize("typed", ["tomorrow", "1900000000000000000000", "25:00", "x" * 90])
async def test_what_is_no_time_is_refused_without_a_question(world: Offline, typed: str) -> None:
    assert (await play(world, typed)).text == EN.text(NO_SUCH_TIME())


async def test_same_time_of_day_before_and_after_a_switch(world: Offline) -> None:
    await world.services.settings.set_person(AKI.id, "time_zone", ["Europe/Berlin"])
    await play(world, "24 oct 19:00")
    await play(world, "25 oct 19:00")
    assert await opening_times(world) == [unix("2026-10-24 17:00"), unix("2026-10-25 18:00")]


async def test_person_who_travels_types_the_time_of_the_place(world: Offline) -> None:
    for zone in ("Europe/Berlin", "Asia/Tokyo"):
        await world.complete(world.command(AKI, ROOM, "settings", zone=zone))
        await play(world, "25 oct 19:00")
    assert await opening_times(world) == [unix("2026-10-25 10:00"), unix("2026-10-25 18:00")]


async def test_refusal_after_the_question_is_told(world: Offline) -> None:
    asked = await play(world, "24 oct 12:00")
    done = await pick(world, asked, "Asia/Tokyo")
    assert EN.text(NO_SUCH_TIME()) in done.text, "at noon of that day it is afternoon in Tokyo"
    assert await opening_times(world) == []
    assert await zone_of(world) == "Asia/Tokyo"


@pytest.mark.parametrize(("lost", "left"), [(False, 0), (True, 1)], ids=["refused", "unknown"])
async def test_public_message_that_discord_refuses_leaves_no_lobby(
    world: Offline, monkeypatch: pytest.MonkeyPatch, lost: bool, left: int
) -> None:
    """Refuse the message after the question, or lose Discord's answer: then a background task posts it soon."""
    asked = await play(world, "19:00")
    answer = world.answer

    async def refuse(route: Any, path: str, call: Any, raw: str) -> Any:
        if route.kind == "follow-up" and lost:
            raise ConnectionAbortedError
        if route.kind == "follow-up":
            return requests._Answer(403, {"message": "No", "code": 50013})
        return await answer(route, path, call, raw)

    monkeypatch.setattr(world, "answer", refuse)
    await pick(world, asked, "UTC")
    assert len(await opening_times(world)) == left


# --- League nights


async def test_weekly_night_without_a_zone_asks_even_with_a_time_of_the_list(world: Offline) -> None:
    at = str(int(NOW) + 7_200)
    options: dict[str, Any] = {"stages": 3, "seats": 4, "pace": "relaxed", "level": "easy", "weekly": True, "at": at}
    asked = await world.complete(world.command(MANAGER, ROOM, "night", game="saizen", **options))
    assert await world.services.nights.open_nights() == []
    await pick(world, asked, "Europe/Berlin", MANAGER)
    (night,) = await world.services.nights.open_nights()
    assert (night.stages, night.seats, night.time_control, night.level) == (3, 4, "relaxed", "easy")
    assert (night.starts_at, bool(night.message_id)) == (int(at), True)


async def test_nobody_is_asked_for_a_night_that_they_may_not_announce(world: Offline) -> None:
    asked = await world.complete(world.command(AKI, ROOM, "night", game="saizen", at="19:00"))
    assert asked.text == EN.text(NOT_NIGHT_MANAGER())


# --- Quiet hours, reminders, settings


async def test_quiet_hours_are_set_after_the_question(world: Offline) -> None:
    await world.complete(world.click(AKI, ROOM, "set-some:notices:games", values=["saizen"]))
    chosen = PickOne(NOTICES, "hush_from").custom_id
    asked = await world.complete(world.click(AKI, ROOM, chosen, values=["22"]))
    assert (await world.services.settings.person(AKI.id)).hush_from == "no"
    done = await pick(world, asked, "America/St_Johns")
    assert (await world.services.settings.person(AKI.id)).hush_from == "22"
    assert EN("zone-button", city="St Johns") in str(done.answers[-1])
    off = await world.complete(world.click(AKI, ROOM, chosen, values=["no"]))
    assert EN("notices-title").split("\n")[0] in off.text


async def test_reminder_is_set_after_the_question(world: Offline) -> None:
    asked = await world.complete(world.click(AKI, ROOM, Put(MY_DAY, "reminder", "on").custom_id))
    assert await world.services.reminders.of(AKI.id) is None
    await pick(world, asked, "Asia/Kathmandu")
    assert await world.store.reminders.due(unix("2026-10-24 12:14"), 5) == []
    assert len(await world.store.reminders.due(unix("2026-10-24 12:15"), 5)) == 1, "at 18:00 in Nepal"


async def test_zone_of_the_command_is_found_by_what_is_typed(world: Offline) -> None:
    offered = await world.complete(world.autocomplete(AKI, ROOM, "settings", "nepal", "zone"))
    assert offered.answers[0]["choices"] == [{"name": "14:55 · Asia/Kathmandu", "value": "Asia/Kathmandu"}]
    usual = await world.complete(world.autocomplete(AKI, ROOM, "settings", "", "zone"))
    assert len(usual.answers[0]["choices"]) > 20
    done = await world.complete(world.command(AKI, ROOM, "settings", zone="nepal"))
    assert EN("zone-set", zone="Asia/Kathmandu") in done.text
    several = await world.complete(world.command(AKI, ROOM, "settings", zone="canada"))
    assert EN("zone-set", zone="America/St Johns") in (await pick(world, several, "America/St_Johns")).text


@pytest.mark.parametrize("zone", ["localtime", "Factory", "right/UTC", "posix/Asia/Tokyo", "../etc"])
async def test_forged_zone_is_refused(world: Offline, zone: str) -> None:
    await world.complete(world.click(AKI, ROOM, PickZone("settings:mine").custom_id, values=[zone]))
    assert await zone_of(world) == ""


async def test_forged_continuation_ends_with_the_zone(world: Offline) -> None:
    for then in ("nothing", PickZone(AskZone("x").custom_id).custom_id, "zone"):
        done = await world.complete(world.click(AKI, ROOM, PickZone(then).custom_id, values=["Asia/Tokyo"]))
        assert EN("zone-set", zone="Asia/Tokyo") in done.text


# --- Custom ids


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_time_that_can_be_typed_fits_into_the_question(language: str) -> None:
    labels = [label.rpartition(" (")[0] for label, _ in times(NOW, time_zone("UTC"), Translation(language))]
    longest = max(labels, key=lambda one: len(FindZone(one).custom_id))
    for game in Game.games:
        lobby = ScheduleLobby(game, 6, "correspondence", longest)
        night = AnnounceNight(game, 4, 6, "relaxed", "normal", weekly=True, at=longest)
        for asked in (lobby, night):
            assert Action.parse(asked.custom_id) == asked
            for step in (FindZone(asked.custom_id), TypeZone(asked.custom_id)):
                assert len(step.custom_id) <= MOST, step.custom_id


@pytest.mark.parametrize("text", ["19:00", "100%", "%3A", "a:b:%25", "12/24（木） 19:00", ""])
def test_text_in_a_custom_id_may_have_colons(text: str) -> None:
    once = ScheduleLobby("saizen", 0, "", text)
    assert Action.parse(once.custom_id) == once
    twice = AskZone(once.custom_id)
    assert Action.parse(twice.custom_id) == twice

"""Complaints about silly moves: the file of a complaint has the exact decision, and nothing about other people."""

import asyncio
import json
import logging
from pathlib import Path
from random import Random

import pytest

from engine import complaint
from engine.errors import BadRecord
from engine.game import Game
from host.ai.complaints import choices
from host.services import Services
from host.tables.table import Table
from storage.sqlite.database_files import beside
from tests.tables import AKI, BEN, finish, game_of, lobby, play_one, play_while, refused, started, until


@pytest.fixture
def folder(database: Path) -> Path:
    """Return the folder of complaint files."""
    return beside(database, "-silly")


async def started_game(services: Services, kind: str = "saizen") -> Table:
    """Return Aki's game against computer players, one of them at the level easy, after some moves."""
    waiting = await lobby(services, kind)
    await services.lobby.seat_computer(waiting.id, AKI, 2, "easy")
    table = await services.lobby.start(waiting.id, AKI)
    return await play_while(services, table, Random(4), lambda now: not choices(now))


def file_contents(folder: Path) -> list[tuple[int, int, str]]:
    """Return the inode, the time of writing and the content of each file."""
    return [(one.stat().st_ino, one.stat().st_mtime_ns, one.read_text()) for one in folder.glob("*")]


def filed_complaints(folder: Path) -> dict[str, complaint.Complaint]:
    """Return the complaints by file name."""
    return {file.name: complaint.loads(file.read_text(encoding="utf-8")) for file in folder.iterdir()}


@pytest.mark.drawn(1)
@pytest.mark.parametrize("kind", sorted(Game.games))
async def test_complaint_leads_to_the_position_before_the_move_in_every_game(
    services: Services, folder: Path, kind: str
) -> None:
    table = await started_game(services, kind)
    number, before = choices(table)[0], game_of(table)
    seat, move = before.history[number]
    await play_one(services, table, Random(1))  # the game goes on before anybody complains
    await services.complaints.complain(table.id, AKI.id, number)
    ((name, found),) = filed_complaints(folder).items()
    assert name == f"{table.id}-{number + 1}.json"
    assert (found.seat, found.level) == (seat, "easy" if seat == 2 else "normal")
    assert str(found).endswith(f"move {number + 1}: {before.text(move)}")
    position = found.before()
    assert position.history == before.history[:number]
    assert move in position.legal_moves(seat)
    assert found.record.replay().history == before.history[: number + 1]


async def test_complaint_about_another_than_the_last_move_of_its_record_is_a_bad_record(
    services: Services, folder: Path
) -> None:
    table = await started_game(services)
    await services.complaints.complain(table.id, AKI.id, choices(table)[0])
    ((*_, text),) = file_contents(folder)
    data = json.loads(text)
    for wrong in ({"seat": data["seat"] + 1}, {"move": data["move"] + 1}):
        with pytest.raises(BadRecord, match="seat, move: they are not those"):
            complaint.loads(json.dumps(data | wrong))


async def test_each_move_is_filed_once_without_naming_anybody(services: Services, folder: Path) -> None:
    table = await started_game(services)
    number = choices(table)[0]
    await services.complaints.complain(table.id, AKI.id, number)
    before = file_contents(folder)
    await services.complaints.complain(table.id, AKI.id, number)
    assert file_contents(folder) == before
    ((*_, text),) = before
    data = json.loads(text)
    assert data.keys() == {"seat", "level", "move", "record"}
    assert str(AKI.id) not in {*map(str, data.values())}


async def test_only_computer_players_choices_are_filed_and_only_for_seated_people(
    services: Services, folder: Path
) -> None:
    table = await started_game(services)
    table = await play_while(services, table, Random(2), lambda now: not game_of(now).forced_moves)
    # Computer players have finished moving once a person must decide.
    table = await until(services, table, lambda now: bool(now.pending_decisions()))
    game = game_of(table)
    own = next(number for number, (seat, _) in enumerate(game.history) if seat == 0)
    forced = game.forced_moves[0][1]
    for number in (own, forced, len(game.history), 10**17, -1):
        with refused("no-such-move"):
            await services.complaints.complain(table.id, AKI.id, number)
    with refused("not-seated"):
        await services.complaints.complain(table.id, BEN.id, choices(table)[0])
    assert file_contents(folder) == []


async def test_choice_of_a_person_who_left_later_is_no_computer_players_choice(
    services: Services, folder: Path
) -> None:
    table = await started(services, "saizen")
    table = await play_while(services, table, Random(3), lambda now: not game_of(now).moves_made(1))
    table = await services.participation.leave(table.id, BEN, sure=True)
    number = choices(table)[-1]
    assert game_of(table).history[number][0] == 1
    with refused("no-such-move"):
        await services.complaints.complain(table.id, AKI.id, number)
    assert file_contents(folder) == []


async def test_complaints_are_possible_after_the_end_but_not_before_the_start(services: Services, folder: Path) -> None:
    table = await lobby(services)
    with refused("not-started"):
        await services.complaints.complain(table.id, AKI.id, 0)
    table = await finish(services, await services.lobby.start(table.id, AKI))
    await services.complaints.complain(table.id, AKI.id, choices(table)[0])
    assert len(filed_complaints(folder)) == 1


async def test_oldest_complaints_are_deleted_for_new_ones(
    services: Services, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("limits.COMPLAINTS", 2)
    table = await finish(services, await started_game(services))
    for number in choices(table)[:4]:
        await services.complaints.complain(table.id, AKI.id, number)
    assert len(filed_complaints(folder)) == 2


async def test_log_names_the_move_but_no_card(
    services: Services, folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    table = await started_game(services)
    await services.complaints.complain(table.id, AKI.id, choices(table)[0])
    (line,) = [one for one in caplog.records if one.name == "host.ai.complaints"]
    (found,) = filed_complaints(folder).values()
    assert found.record.moves[-1][1] not in line.getMessage()
    assert {"table", "move"} <= vars(line).keys()


async def test_person_is_told_if_the_file_cannot_be_written(services: Services, folder: Path) -> None:
    table = await started_game(services)
    await asyncio.to_thread(folder.write_text, "no folder")
    with refused("try-again"):
        await services.complaints.complain(table.id, AKI.id, choices(table)[0])

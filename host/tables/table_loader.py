"""Loads tables from their rows in the store, and their games by replaying the moves."""

import logging
from collections.abc import Sequence
from dataclasses import replace

from engine.contract.chance import Chance
from engine.contract.options import valid_options
from engine.errors import BadRecord, IllegalMove
from engine.fairness.deal_commitment import rematch_of
from engine.game import Game
from engine.knowledge.positions import finished_tricks, position_after
from engine.players import USUAL
from engine.record import read_seed
from host.lobby import deal_commitments
from host.place import Place
from host.tables.table import NightStage, Origin, Table
from storage import MoveRow, TableRow

log = logging.getLogger(__name__)


def replayed(row: TableRow, moves: Sequence[MoveRow]) -> Game | None:
    """Return a table's game; None, with an error in the log, if its moves cannot be replayed."""
    try:
        return _replay(row, moves)
    except (BadRecord, IllegalMove) as error:
        why = error.reason.key if isinstance(error, IllegalMove) else error
        log.error("table %s cannot be replayed: %s", row.id, why)  # noqa: TRY400  a traceback could contain cards
    return None


def _replay(row: TableRow, moves: Sequence[MoveRow]) -> Game:
    kind = Game.games[row.game]
    if row.rules != kind.rules:
        raise BadRecord(f"it follows version {row.rules} of the rules, not {kind.rules}")
    game = kind(len(row.seats), row.options, Chance(read_seed(row.seed)))
    for move in moves:
        game.play(move.seat, game.parse(move.move))
    return game


def without_game(row: TableRow) -> Table:
    """Return the table of a row, without its game."""
    kind, options, rematch = Game.games[row.game], row.options, rematch_of(str(row.id))
    if row.state == "lobby":
        # A newer version of the bot may have stored the table, with other options.
        options = valid_options(kind.Options, options, len(row.seats))
    return Table(
        row.id,
        Place(row.place_id),
        row.channel_id,
        row.opener_id,
        kind,
        options,
        row.seats,
        row.state,
        time_control=row.time_control,
        turns=row.turns,
        close_reason=row.close_reason,
        next_id=row.next_id,
        version=row.version,
        origin=None if row.origin_id is None else Origin(row.origin_id, row.origin_moves or 0),
        promise=next((deal_commitments.read(one, kind) for one in row.promises if one.name != rematch), None),
        barred=row.barred,
        helped=row.helped,
        rematch=next((deal_commitments.read(one, kind) for one in row.promises if one.name == rematch), None),
        renewed=any(one.renewed for one in row.promises if one.name != rematch),
        night=None
        if row.night_id is None
        else NightStage(row.night_id, row.night_stage or 0, row.night_level or USUAL),
        sealed=row.sealed,
        rematch_renewed=any(one.renewed for one in row.promises if one.name == rematch),
        lost_since=row.lost_since,
    )


def begun_at(origin: Origin | None, game: Game) -> Origin | None:
    """Return a practice game's origin with the round and trick in which the practice game begins."""
    if origin is None:
        return None
    begun = position_after(game, origin.moves)
    tricks = finished_tricks(begun)
    return replace(origin, round=begun.round, trick=None if tricks is None else tricks + 1)

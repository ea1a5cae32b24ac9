"""`python -m tests.engine.golden [GAME …]`: write missing golden records of these games, or of all games.

A golden record is a whole random game that must always replay the same. Any change in deals, rules or notation makes
tests/engine/test_golden.py fail. Existing records are never overwritten. For an intended change, increment the game's
rules version, and remove the game's old files by hand, so that the diff shows it.
"""

import json
import sys

from engine import record
from tests.engine.golden.traces import FOLDER, RECORDS, Golden, digest
from tests.engine.kit.cases import KINDS, LISTED_CASES, Case, finished


def golden_cases(cases: list[Case]) -> list[Case]:
    """Choose `RECORDS` cases, spread evenly over the list; a shorter list is repeated from its start."""
    last = len(cases) - 1
    return [
        cases[number * last // (RECORDS - 1) if last >= RECORDS else number % len(cases)] for number in range(RECORDS)
    ]


def main(names: list[str]) -> int:
    """Write the missing records and return the exit code."""
    for kind in KINDS:
        for seats in kind.seat_counts if not names or kind.id in names else ():
            cases = [case for case in LISTED_CASES if case.kind is kind and case.seats == seats]
            for number, case in enumerate(golden_cases(cases), start=1):
                path = FOLDER / f"{kind.id}-{seats}-{number}.json"
                if not path.exists():
                    game = finished(case, number)
                    full = record.write(game)
                    golden = Golden(full, digest(record.read(full)), record.position(game))
                    path.write_text(json.dumps(golden._asdict(), ensure_ascii=False) + "\n", encoding="utf-8")
                    print(path.name)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""`python -m tests.judging.sentences FOLDER [--seed S] [--hints N] [--reasons N]`: draw sentences for people to judge.

The command writes hints and reasons of reviews into text files, in each language. The games are played by rules of
thumb; half of them have their default options. With each sentence stands its position, as the page of a hand in plain
words. All languages get the same positions.

A reason stands after a random move, and is counted in few playouts: it is the sentence that is judged, not its numbers.
"""

import argparse
import sys
from collections.abc import Iterator
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from random import Random
from typing import NamedTuple

import engine.players.policies  # noqa: F401  fills Policy.of
from engine.game import Game
from engine.players import ThinkingBudget
from engine.players.policy import policy_of
from engine.review import Decision, Reviewer
from locales import LANGUAGES, Translation
from show.pages.game.hand import Asked, hand_page
from show.pages.game.hand.hints import hint_lines
from show.pages.game.reader_table import reader_table
from show.pages.learning.review import decision_lines, last_round
from tests.engine.kit.cases import KINDS, Case, cases_of

REVIEWER = Reviewer(ThinkingBudget(playouts=2000), None)
NAMES = ("Aki", "Ben", "Chie", "Dai", "Emi", "Fumi")


class Drawn(NamedTuple):
    """A position, and the decision whose reason is judged; None: one of the hints is judged."""

    game: Game
    seat: int
    number: int
    """A random number: it chooses the hint that is judged."""
    decision: Decision | None = None

    def said(self, language: str) -> list[str]:
        """Return the sentences to read."""
        tr = self._translation(language)
        if self.decision is None:
            return hint_lines(self.game, self.game.view(self.seat), self.seat, tr)
        return [*decision_lines(self.game, self.seat, self.decision, tr), *last_round(self.game, self.decision, tr)]

    def text(self, language: str) -> str:
        """Return the position and the sentences to read; a hint to judge is marked with ▶."""
        kind, tr, said = type(self.game), self._translation(language), self.said(language)
        table = reader_table(kind, {}, self.game.seats, self.seat, 1, tr)
        page = hand_page(table, self.game, self.seat, tr, Asked(plain=True))
        judged = None if self.decision else self.number % len(said)
        marked = [f"{'▶' if place == judged else ' '} {line}" for place, line in enumerate(said)]
        return "\n".join([f"{kind.id}, {asdict(self.game.options)}, {NAMES[self.seat]}", page.text, "", *marked])

    def _translation(self, language: str) -> Translation:
        return Translation(language, game=type(self.game), seat_name=NAMES.__getitem__, bound=False)


def positions(seed: str) -> Iterator[Drawn]:
    """Yield decisions between several moves: one of each game, of all games in turn."""
    for number in range(sys.maxsize):
        random, kind = Random(f"{seed} {number}"), KINDS[number % len(KINDS)]
        plain = Case(kind, random.choice(kind.seat_counts), {})
        case = random.choice(cases_of(kind)) if number // len(KINDS) % 2 else plain
        decisions = [*_decisions(case.start(random.randrange(sys.maxsize)), random)]
        yield Drawn(*random.choice(decisions), random.randrange(sys.maxsize))


def _decisions(game: Game, random: Random) -> Iterator[tuple[Game, int]]:
    """Play a game by rules of thumb, and yield its decisions between several moves, with the seats that decide."""
    policy = policy_of(type(game))
    while game.to_act:
        seat = random.choice(game.to_act)
        if len(game.legal_moves(seat)) > 1:
            yield game.copy(), seat
        game.play(seat, policy.pick(game, seat, random.random))


def hints(seed: str) -> Iterator[Drawn]:
    """Yield positions whose hands have hints."""
    return (at for at in positions(seed) if at.said("en"))


def reasons(seed: str) -> Iterator[Drawn]:
    """Yield costly decisions."""
    for at in positions(seed):
        move = Random(at.number).choice(at.game.legal_moves(at.seat))
        decision, _ = REVIEWER.decide(at.game.view(at.seat), at.game.text(move))
        if decision["flagged"]:
            yield at._replace(decision=decision)


def main() -> None:
    """Write the files."""
    parser = argparse.ArgumentParser(prog="python -m tests.judging.sentences", description="Draw sentences to judge.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--hints", type=int, default=100)
    parser.add_argument("--reasons", type=int, default=50)
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    for name, drawn in (
        ("hints", [*islice(hints(asked.seed), asked.hints)]),
        ("reasons", [*islice(reasons(asked.seed), asked.reasons)]),
    ):
        for language in LANGUAGES:
            parts = [f"=== {number} === {at.text(language)}\n" for number, at in enumerate(drawn, start=1)]
            (asked.folder / f"{name}.{language}.txt").write_text("\n".join(parts), encoding="utf-8")


if __name__ == "__main__":
    main()

"""Sentences drawn for people to judge: the same positions in each language, and always the same for a seed."""

from itertools import islice

from locales import LANGUAGES
from tests.engine.kit.cases import KINDS
from tests.judging.sentences import hints


def test_drawn_hints_stand_at_the_same_positions_in_each_language() -> None:
    drawn, again = ([*islice(hints("1"), len(KINDS))] for _ in range(2))
    assert {type(at.game) for at in drawn} == {*KINDS}
    for at, same in zip(drawn, again, strict=True):
        texts = [at.text(language) for language in LANGUAGES]
        assert len({text.splitlines()[0] for text in texts}) == 1
        assert all(text.count("▶") == 1 for text in texts)
        assert texts == [same.text(language) for language in LANGUAGES]

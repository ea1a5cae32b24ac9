"""Names of tables in deal commitments: the engine and the page accept the same names."""

import re

import pytest

from engine.fairness import deal_commitment, proof
from tests.source_tree import ROOT

IN_PAGE = re.compile(r"table: /\^(.*?)\$/,")


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("12", True),
        ("12/rematch", True),
        ("night 3/1", True),
        (deal_commitment.stage_of(10**18, 4), True),
        ("0", False),
        ("night 0/1", False),
        ("night 3", False),
        ("night 3/0", False),
        ("night 3/12", False),
        ("night 3/1/rematch", False),
        ("night  3/1", False),
        (" 12", False),
        ("12\n", False),
    ],
)
def test_engine_and_page_accept_the_same_names(name: str, known: bool) -> None:
    (pattern,) = IN_PAGE.findall((ROOT / "docs" / "verify.html").read_text(encoding="utf-8"))
    assert bool(re.fullmatch(pattern.replace(r"\/", "/"), name)) == known
    assert bool(proof._TABLE.fullmatch(name)) == known

"""The evaluation of alerts on samples whose result is known."""

import pytest

from tests.operations.alert_rules import Scrapes

SCRAPES = Scrapes()
for at, written, depth in ((0, 0, 5), (30, 6, 0), (60, 9, 0), (90, 3, 7)):
    SCRAPES.add(at, f'# TYPE ichiza_a counter\nichiza_a_total {written}\nichiza_b{{queue="x"}} {depth}\nichiza_c 3\n')


@pytest.mark.parametrize(
    ("expression", "at", "fires"),
    [
        ("ichiza_c > 2", 90, True),
        ("ichiza_c > 3", 90, False),
        ("ichiza_b == 0", 60, True),
        ("ichiza_b == 0", 90, False),
        ("ichiza_c > 3 or ichiza_b > 6", 90, True),
        ("increase(ichiza_a_total[1m]) > 8", 60, False),
        ("increase(ichiza_a_total[2m]) > 8", 60, True),
        ("increase(ichiza_a_total[1m]) == 3", 90, True),  # the counter was reset between the two scrapes
        ("increase(ichiza_a_total[20s]) > 0", 90, False),  # one sample has no increase
        ("rate(ichiza_a_total[1m]) == 0.1", 60, True),
        ("ichiza_c > ichiza_a_total", 90, False),
        ("ichiza_c > ichiza_b", 60, False),  # other labels
        ("ichiza_c == 3", 389, True),
        ("ichiza_c == 3", 391, False),  # stale
    ],
)
def test_expression_is_true_as_in_prometheus(expression: str, at: float, fires: bool) -> None:
    assert bool(SCRAPES.value(expression, at)) == fires


@pytest.mark.parametrize(
    "expression",
    ["ichiza_c", "ichiza_c > 1 and ichiza_b > 1", "sum(ichiza_b) > 1", "ichiza_d > 1", 'ichiza_b{queue="x"} > 1'],
)
def test_unknown_form_or_metric_is_refused(expression: str) -> None:
    with pytest.raises(ValueError, match=r"not a|neither|no such"):
        SCRAPES.value(expression, 90)

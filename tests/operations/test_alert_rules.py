"""The evaluation of alerts on samples whose result is known."""

from pathlib import Path

import pytest

from tests.operations.alert_rules import Scrapes, alerts, increase

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
        ("increase(ichiza_a_total[1m]) == 6", 90, True),  # the counter was reset between the two scrapes
        ("increase(ichiza_a_total[20s]) > 0", 90, False),  # the window has only one sample
        ("rate(ichiza_a_total[1m]) == 0.1", 60, True),
        ("rate(ichiza_a_total[1m]) > 0.5 * rate(ichiza_a_total[1m])", 60, True),
        ("rate(ichiza_a_total[1m]) > 1.5 * rate(ichiza_a_total[1m])", 60, False),
        ("ichiza_c > ichiza_a_total", 90, False),
        ("ichiza_c > ichiza_b", 60, False),  # the two metrics have different labels
        ("ichiza_c == 3", 389, True),
        ("ichiza_c == 3", 391, False),  # the newest sample is stale after 300 seconds
    ],
)
def test_expression_is_true_as_in_prometheus(expression: str, at: float, fires: bool) -> None:
    assert bool(SCRAPES.value(expression, at)) == fires


@pytest.mark.parametrize(
    "expression",
    [
        "ichiza_c",
        "ichiza_c > 1 > 0",
        "ichiza_c * 2 > 1",
        "ichiza_c > 1 and ichiza_b > 1",
        "sum(ichiza_b) > 1",
        "ichiza_d > 1",
        'ichiza_b{queue="x"} > 1',
    ],
)
def test_unknown_form_or_metric_is_refused(expression: str) -> None:
    with pytest.raises(ValueError, match=r"not a|neither|no such"):
        SCRAPES.value(expression, 90)


@pytest.mark.parametrize(
    ("samples", "expected"),
    [
        ([(15.0, 100.0), (30.0, 110.0), (45.0, 120.0), (60.0, 130.0)], 40.0),  # extrapolated to the start of the window
        ([(40.0, 100.0), (50.0, 110.0), (60.0, 120.0)], 25.0),  # the start is far: extrapolated by half an interval
        ([(15.0, 2.0), (30.0, 12.0), (45.0, 22.0), (60.0, 32.0)], 32.0),  # extrapolated back to the value 0
        ([(10.0, 100.0), (20.0, 110.0), (30.0, 120.0)], 35.0),  # the end is far: extrapolated by half an interval
        ([(15.0, 5.0), (60.0, 5.0)], 0.0),
    ],
)
def test_increase_is_continued_to_the_ends_of_the_window(samples: list[tuple[float, float]], expected: float) -> None:
    assert increase(samples, 0.0, 60.0) == pytest.approx(expected)


def test_series_that_the_newest_scrape_lacks_has_no_value() -> None:
    scrapes = Scrapes()
    scrapes.add(0, 'ichiza_b{queue="x"} 1\nichiza_b{queue="y"} 1\n')
    scrapes.add(15, 'ichiza_b{queue="y"} 1\n')
    assert scrapes.value("ichiza_b == 1", 14).keys() == {frozenset({("queue", one)}) for one in "xy"}
    assert scrapes.value("ichiza_b == 1", 15).keys() == {frozenset({("queue", "y")})}


def test_rule_that_waits_before_it_fires_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "alerts.yml"
    file.write_text("groups: [{name: a, rules: [{alert: A, expr: up > 0, for: 5m}]}]", encoding="utf-8")
    with pytest.raises(ValueError, match="for"):
        alerts(file)

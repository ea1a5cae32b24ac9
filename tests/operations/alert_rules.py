"""Evaluates alerts over scraped metrics, in the few forms of PromQL that docs/monitoring/alerts.yml uses.

An expression is comparisons joined by `or`. Each side of a comparison is a number, a metric, or `rate` or `increase` of
a counter over a window. Unlike Prometheus, `rate` and `increase` do not extrapolate to the ends of the window; a
comparison with zero, or of two rates, has the same result.
"""

import operator
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeAlias

import yaml
from prometheus_client.parser import text_string_to_metric_families

from tests.source_tree import ROOT

RULES = ROOT / "docs" / "monitoring" / "alerts.yml"
STALE_SECONDS = 300.0
"""Age after which a sample is stale and has no value any more."""
Labels: TypeAlias = frozenset[tuple[str, str]]
Vector: TypeAlias = dict[Labels, float]

_COMPARISONS: Mapping[str, Callable[[float, float], bool]] = {">": operator.gt, "<": operator.lt, "==": operator.eq}
_UNITS = {"s": 1, "m": 60, "h": 3600}
_COMPARISON = re.compile(r"(?P<left>\S+) (?P<sign>>|<|==) (?P<right>\S+)\Z")
_NUMBER = re.compile(r"\d+(\.\d+)?\Z")
_METRIC = re.compile(r"[a-z_]+\Z")
_OVER_TIME = re.compile(r"(?P<function>rate|increase)\((?P<metric>[a-z_]+)\[(?P<count>\d+)(?P<unit>[smh])\]\)\Z")


def alerts(file: Path = RULES) -> dict[str, str]:
    """Return the expressions of a file of rules by the names of their alerts."""
    content: Any = yaml.safe_load(file.read_text(encoding="utf-8"))
    return {rule["alert"]: rule["expr"] for group in content["groups"] for rule in group["rules"]}


def metrics_of(expression: str) -> set[str]:
    """Return the names of the metrics in an expression of PromQL."""
    return set(re.findall(r"\b(?:ichiza|process)_[a-z_]+", expression))


class Scrapes:
    """The samples of many scrapes."""

    def __init__(self) -> None:
        self._samples: dict[str, dict[Labels, list[tuple[float, float]]]] = defaultdict(lambda: defaultdict(list))

    def add(self, at: float, text: str) -> None:
        """Add a scrape at a time in seconds."""
        for family in text_string_to_metric_families(text):
            for sample in family.samples:
                self._samples[sample.name][frozenset(sample.labels.items())].append((at, sample.value))

    def value(self, expression: str, at: float) -> Vector:
        """Return the result of an expression at a time. If it is empty, the alert does not fire.

        Raises:
            ValueError: the expression has a form that this module does not know.
        """
        result: Vector = {}
        for comparison in expression.split(" or "):
            result = self._comparison(comparison.strip(), at) | result
        return result

    def _comparison(self, comparison: str, at: float) -> Vector:
        found = _COMPARISON.match(comparison)
        if found is None:
            raise ValueError(f"not a comparison: {comparison}")
        holds = _COMPARISONS[found["sign"]]
        left, right = self._vector(found["left"], at), found["right"]
        if _NUMBER.match(right):
            return {labels: value for labels, value in left.items() if holds(value, float(right))}
        others = self._vector(right, at)
        return {key: value for key, value in left.items() if key in others and holds(value, others[key])}

    def _vector(self, term: str, at: float) -> Vector:
        if _METRIC.match(term):
            return {labels: inside[-1][1] for labels, inside in self._inside(term, at, STALE_SECONDS)}
        found = _OVER_TIME.match(term)
        if found is None:
            raise ValueError(f"neither a metric nor its rate or increase: {term}")
        vector = {}
        for labels, inside in self._inside(found["metric"], at, int(found["count"]) * _UNITS[found["unit"]]):
            if len(inside) > 1:
                seconds = inside[-1][0] - inside[0][0] if found["function"] == "rate" else 1.0
                vector[labels] = _increase([value for _, value in inside]) / seconds
        return vector

    def _inside(self, metric: str, at: float, seconds: float) -> Iterator[tuple[Labels, list[tuple[float, float]]]]:
        """Yield the samples of each series of a metric in the window that ends at a time."""
        if metric not in self._samples:
            raise ValueError(f"the bot has no such metric: {metric}")
        for labels, samples in self._samples[metric].items():
            if inside := [sample for sample in samples if at - seconds < sample[0] <= at]:
                yield labels, inside


def _increase(values: list[float]) -> float:
    """Return the increase of a counter, which begins at zero again when the bot starts again."""
    return sum(after - before if after >= before else after for before, after in pairwise(values))

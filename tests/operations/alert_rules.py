"""Evaluates alerts over scraped metrics, in the few forms of PromQL that docs/monitoring/alerts.yml uses.

An expression consists of comparisons that are joined by `or`. The left side of a comparison is a term, the right side a
term or a number. A term is a metric, or `rate` or `increase` of a counter over a window; a factor may precede it. Rules
with `for` are refused: an alert without `for` fires as soon as its expression has a result.

Source: Prometheus's documentation, "Querying", and `extrapolatedRate` in its `promql/functions.go`.
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
"""Age in seconds after which a sample is stale and has no value.

A series that the newest scrape lacks has no value at all.
"""
RULE_KEYS = {"alert", "expr", "labels", "annotations"}
EXTRAPOLATED_INTERVALS = 1.1
"""A rate is extrapolated to an end of the window if the nearest sample is closer than this many sample intervals."""
Labels: TypeAlias = frozenset[tuple[str, str]]
Vector: TypeAlias = dict[Labels, float]
Sample: TypeAlias = tuple[float, float]
"""Time in seconds and value."""

_COMPARISONS: Mapping[str, Callable[[float, float], bool]] = {">": operator.gt, "<": operator.lt, "==": operator.eq}
_UNITS = {"s": 1, "m": 60, "h": 3600}
_COMPARISON = re.compile(r"(?P<left>[^<>=]+) (?P<sign>>|<|==) (?P<right>[^<>=]+)\Z")
_NUMBER = re.compile(r"\d+(\.\d+)?\Z")
_PRODUCT = re.compile(r"(?P<factor>\d+(\.\d+)?) \* (?P<term>\S+)\Z")
_METRIC = re.compile(r"[a-z_]+\Z")
_OVER_TIME = re.compile(r"(?P<function>rate|increase)\((?P<metric>[a-z_]+)\[(?P<count>\d+)(?P<unit>[smh])\]\)\Z")


def alerts(file: Path = RULES) -> dict[str, str]:
    """Return the expressions of a file of alert rules, by the names of the alerts.

    Raises:
        ValueError: a rule has a key that this module does not know.
    """
    content: Any = yaml.safe_load(file.read_text(encoding="utf-8"))
    rules = [rule for group in content["groups"] for rule in group["rules"]]
    if unknown := {key for rule in rules for key in rule} - RULE_KEYS:
        raise ValueError(f"unknown keys: {unknown}")
    return {rule["alert"]: rule["expr"] for rule in rules}


def metrics_of(expression: str) -> set[str]:
    """Return the names of the metrics in an expression of PromQL."""
    return set(re.findall(r"\b(?:ichiza|process)_[a-z_]+", expression))


class Scrapes:
    """The samples of many scrapes."""

    def __init__(self) -> None:
        self._samples: dict[str, dict[Labels, list[Sample]]] = defaultdict(lambda: defaultdict(list))
        self._times: list[float] = []

    def add(self, at: float, text: str) -> None:
        """Add a scrape at a time in seconds, which must be later than the times of all earlier scrapes."""
        self._times.append(at)
        for family in text_string_to_metric_families(text):
            for sample in family.samples:
                self._samples[sample.name][frozenset(sample.labels.items())].append((at, sample.value))

    def value(self, expression: str, at: float) -> Vector:
        """Return the result of an expression at a time. An alert with an empty result does not fire.

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
        if product := _PRODUCT.match(term):
            values = self._vector(product["term"], at)
            return {labels: float(product["factor"]) * value for labels, value in values.items()}
        if _METRIC.match(term):
            newest = max((one for one in self._times if one <= at), default=at)
            series = self._inside(term, at, STALE_SECONDS)
            return {labels: inside[-1][1] for labels, inside in series if inside[-1][0] == newest}
        found = _OVER_TIME.match(term)
        if found is None:
            raise ValueError(f"neither a metric nor its rate or increase: {term}")
        seconds = float(int(found["count"]) * _UNITS[found["unit"]])
        return {
            labels: increase(inside, at - seconds, at) / (seconds if found["function"] == "rate" else 1.0)
            for labels, inside in self._inside(found["metric"], at, seconds)
            if len(inside) > 1
        }

    def _inside(self, metric: str, at: float, seconds: float) -> Iterator[tuple[Labels, list[Sample]]]:
        """Yield the samples of each series of a metric in the window that ends at a time."""
        if metric not in self._samples:
            raise ValueError(f"the bot has no such metric: {metric}")
        for labels, samples in self._samples[metric].items():
            if inside := [sample for sample in samples if at - seconds < sample[0] <= at]:
                yield labels, inside


def increase(samples: list[Sample], start: float, end: float) -> float:
    """Return the increase of a counter in a window. The counter starts at zero again when the bot restarts.

    The increase between the first and the last sample is extrapolated to both ends of the window. If an end of the
    window is far from its nearest sample, the increase is extrapolated by half a sample interval only. It is never
    extrapolated to a time at which the counter would have been below zero.
    """
    (first_at, first), (last_at, _) = samples[0], samples[-1]
    found = sum(after - before if after >= before else after for (_, before), (_, after) in pairwise(samples))
    sampled = last_at - first_at
    interval = sampled / (len(samples) - 1)
    before, after = (
        distance if distance < EXTRAPOLATED_INTERVALS * interval else interval / 2
        for distance in (first_at - start, end - last_at)
    )
    if found > 0:
        before = min(before, sampled * first / found)
    return found * (before + sampled + after) / sampled

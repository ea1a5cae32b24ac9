"""JSON of requests, answers and gateway frames."""

from __future__ import annotations

import json
from typing import Any

Json = dict[str, Any]


def dumps(data: object) -> str:
    """Return compact JSON."""
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False)

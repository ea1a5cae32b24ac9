"""JSON of requests, answers and gateway frames."""

import json
from typing import Any

Json = dict[str, Any]


def dumps(data: object) -> str:
    """Return compact JSON."""
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False)

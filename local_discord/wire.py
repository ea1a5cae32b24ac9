"""JSON as it goes over the wire."""

from __future__ import annotations

import json
from typing import Any

Json = dict[str, Any]


def dumps(data: object) -> str:
    """JSON as small as it gets."""
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False)

"""Checks of recorded requests against Discord's published OpenAPI description.

The description is test data outside the project; tests that need it are skipped if it is missing. It allows unknown
keys everywhere, but these checks report an unknown key in a component as a violation.
"""

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

Json = dict[str, Any]
_PLACES = [folder / "shared" / "discord" / "openapi.json" for folder in Path(__file__).parents[3:]]
SPECIFICATION = next((place for place in _PLACES if place.is_file()), _PLACES[0])
"""Path of the description: beside the checkout, or beside a parent folder."""
MESSAGE = 500
"""Greatest length of a violation's message in characters; the message may repeat the whole request."""
_ROOT = "urn:discord"
_COMPONENT = re.compile(r".*Component\w*Request|.*OptionForRequest|MediaGalleryItemRequest|UnfurledMediaRequest.*")
"""Names of the schemas of components and their parts."""


class Specification:
    """Discord's OpenAPI description, to check requests. The schema of each kind of request is compiled when first used.

    Args:
        path: path of `openapi.json`.
    """

    def __init__(self, path: Path = SPECIFICATION) -> None:
        description = json.loads(path.read_text(encoding="utf-8"))
        # Also allow integers as ids: discord.py gives new attachments integers as ids, and Discord accepts them.
        snowflake = description["components"]["schemas"]["SnowflakeType"]
        description["components"]["schemas"]["SnowflakeType"] = {"anyOf": [snowflake, {"type": "integer"}]}
        for name, schema in description["components"]["schemas"].items():
            if _COMPONENT.fullmatch(name):
                schema["additionalProperties"] = False
        self._paths: Json = description["paths"]
        resource = {"$schema": "https://json-schema.org/draft/2020-12/schema", "components": description["components"]}
        self._registry = jsonschema_rs.Registry([(_ROOT, resource)])
        self._validators: dict[tuple[str, str, str], jsonschema_rs.Validator | None] = {}

    def violations(self, requests: Iterable[Json]) -> list[str]:
        """Return one sentence for each violation in recorded requests (from GET /control/requests).

        Requests that a fault has refused are checked too. A request to an unknown route is a violation.
        """
        return [sentence for request in requests for sentence in self._check(request)]

    def _check(self, request: Json) -> list[str]:
        method, route = request["method"], request["route"]
        name = f"{method} {route} (request {request['n']})"
        if request["kind"] == "unknown" or method.lower() not in self._paths.get(route, {}):
            return [f"{name}: Discord has no such operation."]
        if request["body"] is None:
            return []
        validator = self._validator(method.lower(), route, request["content_type"])
        if validator is None:
            return [f"{name}: Discord takes no {request['content_type']!r} there."]
        found = validator.iter_errors(request["body"])
        return [f"{name}: {error.message[:MESSAGE]} at /{'/'.join(map(str, error.instance_path))}" for error in found]

    def _validator(self, method: str, route: str, content_type: str) -> jsonschema_rs.Validator | None:
        key = (method, route, content_type)
        if key not in self._validators:
            content = self._paths[route][method].get("requestBody", {}).get("content", {})
            schema = content.get(content_type, {}).get("schema")
            compiled = None
            if schema is not None:
                compiled = jsonschema_rs.validator_for(_absolute(schema), registry=self._registry)
            self._validators[key] = compiled
        return self._validators[key]


def _absolute(node: Any) -> Any:
    """Return a copy of a schema with absolute references."""
    if isinstance(node, dict):
        return {
            key: f"{_ROOT}{value}" if key == "$ref" and value.startswith("#") else _absolute(value)
            for key, value in node.items()
        }
    return [_absolute(one) for one in node] if isinstance(node, list) else node


def specification() -> Specification:
    """Return the description, or skip the test if it is missing."""
    if not SPECIFICATION.is_file():
        pytest.skip("Discord's OpenAPI description is not beside the checkout.")
    return Specification()

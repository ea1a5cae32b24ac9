"""The privacy policy and the terms of a bot: templates in `docs/`, filled in from the settings.

A placeholder in a template, such as `{ICHIZA_CONTACT}`, stands for the value of the setting with this name. A list
item, table row, heading or paragraph is left out if it contains the placeholder of a setting that is not set.
"""

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

TEMPLATES: Final = Path(__file__).parents[1] / "docs"
NAMES: Final = ("privacy-policy.md", "privacy-policy.ja.md", "terms.md", "terms.ja.md")
REQUIRED: Final = ("ICHIZA_OPERATOR", "ICHIZA_CONTACT", "ICHIZA_DATA_PLACE")
"""Required settings, which tell who answers for the bot."""
TODAY: Final = "TODAY"
"""The placeholder for the date on which the documents are written."""
PLACEHOLDER: Final = re.compile(r"\{(\w+)\}")
_BLOCK = re.compile(r"^(?=- |\||#|>|$)", re.MULTILINE)
"""The beginning of a list item, a row of a table, a heading, a quotation, or an empty line."""


class PolicyError(Exception):
    """The documents cannot be written. The message is one sentence that says what to do."""


def write_policies(folder: Path, values: Mapping[str, str], today: str = "") -> list[Path]:
    """Write the filled-in documents into a folder, over older ones.

    Args:
        folder: the folder, which is created if it is missing.
        values: values by setting; "" for one that is not set.
        today: the date to write into them; "" for the present day in UTC.

    Returns:
        The written files.

    Raises:
        PolicyError: a required setting is not set, or the folder cannot be written.
    """
    missing = [name for name in REQUIRED if not values[name]]
    if missing:
        raise PolicyError(f"The documents must name {', '.join(missing)}: put each into .env first.")
    known = {**values, TODAY: today or datetime.now(UTC).date().isoformat()}
    written = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name in NAMES:
            text = fill((TEMPLATES / name).read_text(encoding="utf-8"), known)
            (folder / name).write_text(text, encoding="utf-8")
            written.append(folder / name)
    except OSError as error:
        raise PolicyError(f"The documents cannot be written ({error}): choose another folder.") from None
    return written


def fill(template: str, values: Mapping[str, str]) -> str:
    """Fill in a template, and leave out the block quotation at its beginning, which only explains the template."""
    kept = [block for block in _BLOCK.split(template) if not block.startswith(">") and _is_set(block, values)]
    text = re.sub(r"\n{3,}", "\n\n", "".join(kept)).lstrip("\n")
    return PLACEHOLDER.sub(lambda found: values[found[1]], text)


def _is_set(block: str, values: Mapping[str, str]) -> bool:
    """Return whether all settings that a block mentions are set."""
    return all(values[name] for name in PLACEHOLDER.findall(block))

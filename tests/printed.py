"""Output of commands."""

import re

_PROGRESS = re.compile(r"^\w+(: .+)? \(\d+ s\)\n", re.MULTILINE)


def without_progress(text: str) -> str:
    """Return the text of standard error without lines of progress, which a busy machine may print."""
    return _PROGRESS.sub("", text)

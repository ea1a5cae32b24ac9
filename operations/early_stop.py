"""The end of the process while it still imports: SIGTERM ends it at once, because nothing has begun.

The kernel drops every signal that process 1 of a container has no handler for, and the imports take a second or two. So
this module is imported before all others and imports next to nothing. `operations.shutdown` takes over later.
"""

import os
import signal
from types import FrameType


def end_at_sigterm() -> None:
    """Let SIGTERM end this process with exit code 0."""
    signal.signal(signal.SIGTERM, _end)


def _end(_number: int, _frame: FrameType | None) -> None:
    os._exit(0)

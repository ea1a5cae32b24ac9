"""`python -m local_discord`: a Discord of one's own, until it is interrupted."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import logging
import signal
import sys
from pathlib import Path

from local_discord.server import serve


async def _run(port: int, ready_file: Path | None) -> int:
    try:
        running = await serve(port)
    except OSError as problem:
        sys.stderr.write(f"The local Discord cannot listen on port {port}: {problem.strerror}.\n")
        return 1
    loop = asyncio.get_running_loop()
    stopped = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):
            loop.add_signal_handler(number, stopped.set)
    if ready_file is not None:
        _announce(ready_file, running.url)
    sys.stdout.write(f"Local Discord: {running.url}/\n")
    sys.stdout.flush()
    try:
        await stopped.wait()
    finally:
        await running.close()
    return 0


def _announce(ready_file: Path, url: str) -> None:
    """Write the address in one step, so that whoever sees the file sees all of it."""
    draft = ready_file.with_name(f"{ready_file.name}.new")
    draft.write_text(f"{url}/\n", encoding="utf-8")
    draft.replace(ready_file)


def main() -> int:
    """Read the command line and run; gives the exit status."""
    parser = argparse.ArgumentParser(prog="python -m local_discord", description="A Discord on loopback.")
    parser.add_argument("--port", type=int, default=0, help="where to listen on 127.0.0.1 (default: a free port)")
    parser.add_argument("--ready-file", type=Path, help="a file that gets the address once it listens")
    arguments = parser.parse_args()
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    return asyncio.run(_run(arguments.port, arguments.ready_file))


if __name__ == "__main__":
    sys.exit(main())

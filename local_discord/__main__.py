"""`python -m local_discord`: runs a local Discord until it is interrupted."""

import argparse
import asyncio
import contextlib
import logging
import signal
import sys

from local_discord.control.settings import ACK_SECONDS
from local_discord.server import serve


async def _run(port: int, ack_seconds: float) -> int:
    try:
        running = await serve(port, ack_seconds)
    except OSError as problem:
        sys.stderr.write(f"The local Discord cannot listen on port {port}: {problem.strerror}.\n")
        return 1
    loop = asyncio.get_running_loop()
    stopped = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):
            loop.add_signal_handler(number, stopped.set)
    sys.stdout.write(f"Local Discord: {running.url}/\n")
    sys.stdout.flush()
    try:
        await stopped.wait()
    finally:
        await running.close()
    return 0


def main() -> int:
    """Read the command line, run the server, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m local_discord", description="A Discord on loopback.")
    parser.add_argument("--port", type=int, default=0, help="where to listen on 127.0.0.1 (default: a free port)")
    parser.add_argument(
        "--ack-seconds",
        type=float,
        default=ACK_SECONDS,
        help="how long an interaction waits for its first answer (default: %(default)s, as on Discord)",
    )
    arguments = parser.parse_args()
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    return asyncio.run(_run(arguments.port, arguments.ack_seconds))


if __name__ == "__main__":
    sys.exit(main())

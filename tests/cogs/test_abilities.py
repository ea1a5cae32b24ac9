"""The list of what a person can do in `abilities.txt`: commands, buttons and settings.

`python -m tests.cogs.test_abilities` prints the present list.
"""

import asyncio
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from host.settings import PersonSettings, ServerSettings, allowed
from show.actions.table_actions import Action
from tests.fuzz.offline import Offline, offline

LIST = Path(__file__).with_name("abilities.txt")
KINDS = {1: "command", 2: "person's command", 3: "message's command"}


def abilities(world: Offline) -> Iterator[str]:
    """Yield a line for each command with its options, each button, list or form, and each setting with its values."""
    tree = world.bot.tree
    for one in tree.get_commands():
        command: Any = one.to_dict(tree)
        options = [option["name"] + ("" if option.get("required") else "?") for option in command.get("options", ())]
        yield " ".join(map(str, (KINDS[command["type"]], command["name"], *options)))
    yield from (f"button {verb}" for verb in Action.verbs)
    for kind in (ServerSettings, PersonSettings):
        for setting in fields(kind):
            yield " ".join((kind.__name__, setting.name, *allowed(kind, setting.name)))


async def listed() -> str:
    """Return the present list."""
    with TemporaryDirectory() as folder:
        async with offline(Path(folder) / "ichiza.sqlite3") as world:
            return "\n".join([*sorted(abilities(world)), ""])


async def test_what_a_person_can_do_is_what_the_list_says() -> None:
    assert await listed() == LIST.read_text()


if __name__ == "__main__":
    print(asyncio.run(listed()), end="")

"""A parser of the project's Dockerfile: stages of instructions. Instructions that the file does not use are refused."""

import json
import re
import shlex
from dataclasses import dataclass, field
from functools import cache

from tests.source_tree import ROOT

_KNOWN = {"FROM", "ENV", "ARG", "WORKDIR", "COPY", "RUN", "VOLUME", "USER", "HEALTHCHECK", "ENTRYPOINT"}


@dataclass(frozen=True)
class Instruction:
    """An instruction: its name in capitals, and the rest of its line."""

    name: str
    text: str

    @property
    def words(self) -> list[str]:
        """The words of the text as a shell splits them."""
        return shlex.split(self.text)

    @property
    def command(self) -> list[str]:
        """The JSON list at the end of the text."""
        listed: list[str] = json.loads(self.text[self.text.index("[") :])
        return listed


@dataclass
class Stage:
    """A stage: its base image or stage, its own name if it has one, and its instructions."""

    base: str
    name: str
    instructions: list[Instruction] = field(default_factory=list)

    def texts(self, name: str) -> list[str]:
        """Return the texts of all instructions of that name."""
        return [one.text for one in self.instructions if one.name == name]

    def last(self, name: str) -> Instruction:
        """Return the last instruction of that name."""
        return [one for one in self.instructions if one.name == name][-1]


@cache
def stages() -> list[Stage]:
    """Return the stages; the last one is the image."""
    text = (ROOT / "Dockerfile").read_text("utf-8")
    text = re.sub(r"\\\n\s*", " ", re.sub(r"^#.*\n", "", text, flags=re.MULTILINE))
    found: list[Stage] = []
    for line in filter(None, text.splitlines()):
        name, _, rest = line.partition(" ")
        assert name in _KNOWN, line
        if name == "FROM":
            base, _, alias = rest.partition(" AS ")
            found.append(Stage(base, alias))
        else:
            found[-1].instructions.append(Instruction(name, rest))
    return found


def let_in() -> list[str]:
    """Return the paths that .dockerignore lets into the build."""
    return re.findall(r"^!(\S+?)/?$", (ROOT / ".dockerignore").read_text("utf-8"), re.MULTILINE)

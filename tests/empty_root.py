"""The Dockerfile's steps, run in an empty folder instead of a container: by root, in Linux namespaces, without Docker.

The base image is replaced by this computer's /usr and by the interpreter that runs the tests, both read-only. Every
step and every command sees the filled folder as its root. At the end the image's command runs as compose.yaml runs it:
as the image's user, without privileges, on a read-only root of which only the volume and /tmp can be written.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tests.dockerfile import Instruction, Stage, let_in, stages
from tests.source_tree import ROOT

_READ_ONLY = tuple(dict.fromkeys(["/usr", "/etc/ssl", sys.base_prefix]))
_NETWORK = ("/etc/resolv.conf", "/etc/hosts", "/etc/nsswitch.conf")
_ACCOUNTS = {"passwd": "root:x:0:0:root:/root:/bin/sh\n", "group": "root:x:0:\n", "shadow": "root:*:::::::\n"}
_PATH = "/python:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
_DOWNLOADING = re.compile("PIP_.*|(https?|no)_proxy", re.IGNORECASE)
"""Variables of this computer that the steps get, because these variables say how packages are downloaded."""
# Mount each path in "$@" before "--" read-only into the root $1. Then run the command after "--" in that root, in the
# folder $2.
_ENTER = """
set -e
root=$1 folder=$2 writable=$3; shift 3
mount --bind "$root" "$root"
if [ -n "$writable" ]; then
  mount --bind "$root$writable" "$root/mnt"
  mount -o remount,bind,ro "$root"
  mount --move "$root/mnt" "$root$writable"
  mount -t tmpfs -o nosuid,nodev,noexec tmpfs "$root/tmp"
fi
while [ "$1" != -- ]; do
  mount --bind "$1" "$root$1"
  mount -o remount,bind,ro "$root$1"
  shift
done
shift
mount -t proc proc "$root/proc"
mount --bind /dev "$root/dev"
exec chroot "$root" /bin/sh -c 'cd "$0" && exec "$@"' "$folder" "$@"
"""


@dataclass
class Image:
    """The result of a stage: the folder with its files, its environment variables, and its working folder."""

    root: Path
    environment: dict[str, str] = field(default_factory=lambda: {"PATH": _PATH})
    folder: str = "/"

    def run(self, text: str, variables: Mapping[str, str]) -> None:
        """Run a shell command as root, as RUN does."""
        downloading = {name: value for name, value in os.environ.items() if _DOWNLOADING.fullmatch(name)}
        done = subprocess.run(
            [*self._enter(), "/bin/sh", "-c", text],
            env={**downloading, "HOME": "/root", **variables, **self.environment},
            capture_output=True,
            text=True,
            check=False,
            timeout=1200,
        )
        assert done.returncode == 0, f"RUN {text}\n{done.stdout}\n{done.stderr}"

    def command(self, *arguments: str, user: str, volume: str, **settings: str) -> tuple[str, ...]:
        """Return a command line that runs a command in the image, as in a container with a read-only root."""
        set_here = [f"{name}={value}" for name, value in {"HOME": "/", **self.environment, **settings}.items()]
        number = re.findall(rf"^{user}:\w*:(\d+):(\d+):", (self.root / "etc/passwd").read_text("utf-8"), re.MULTILINE)
        [(uid, gid)] = number
        as_user = ("setpriv", f"--reuid={uid}", f"--regid={gid}", "--clear-groups", "--bounding-set=-all")
        return (
            *self._enter(volume),
            *("env", "-i", *set_here),
            *(*as_user, "--inh-caps=-all", "--no-new-privs"),
            *arguments,
        )

    def _enter(self, writable: str = "") -> tuple[str, ...]:
        """Return the beginning of a command line; the command after it runs with the image's folder as its root."""
        unshare = ("unshare", "--mount", "--propagation=private", "/bin/sh", "-c", _ENTER, "enter")
        return (*unshare, str(self.root), self.folder, writable, *_READ_ONLY, "--")

    def at(self, path: str) -> Path:
        """Return the path on this computer of a file or folder in the image."""
        return self.root / str(Path("/", self.folder, path)).lstrip("/")


def build(folder: Path, **arguments: str) -> Image:
    """Run the Dockerfile's steps in a folder, and return the image; `arguments` has the values for ARG."""
    built: dict[str, Image] = {}
    for number, stage in enumerate(stages()):
        image = _start(folder / str(number), stage, built)
        values: dict[str, str] = {}
        for one in stage.instructions:
            _follow(one, image, built, values, arguments)
        built[stage.name] = image
    return image


def _start(root: Path, stage: Stage, built: Mapping[str, Image]) -> Image:
    """Return the image with which a stage begins."""
    if stage.base in built:
        base = built[stage.base]
        shutil.copytree(base.root, root, symlinks=True)
        return Image(root, dict(base.environment), base.folder)
    for path in (*_READ_ONLY, "/etc", "/root", "/tmp", "/proc", "/dev", "/mnt", "/var", "/python"):  # noqa: S108
        (root / path.lstrip("/")).mkdir(parents=True, exist_ok=True)
    (root / "tmp").chmod(0o1777)
    for name in ("bin", "sbin", "lib", "lib64"):
        (root / name).symlink_to(f"usr/{name}")
    for name, text in _ACCOUNTS.items():
        (root / "etc" / name).write_text(text, encoding="utf-8")
    for name in filter(os.path.exists, _NETWORK):
        shutil.copy(name, root / name.lstrip("/"))
    (root / "python" / "python").symlink_to(Path(sys.base_prefix, "bin", "python3"))
    return Image(root)


def _follow(
    one: Instruction, image: Image, built: Mapping[str, Image], values: dict[str, str], arguments: Mapping[str, str]
) -> None:
    """Carry out an instruction. Instructions that matter only when the image runs, such as USER, do nothing here."""
    if one.name == "ENV":
        pairs = (word.split("=", 1) for word in one.words)
        image.environment |= {name: value.replace("$PATH", image.environment["PATH"]) for name, value in pairs}
    elif one.name == "ARG":
        name, _, default = one.text.partition("=")
        values[name] = arguments.get(name, default)
    elif one.name == "WORKDIR":
        image.folder = one.text
        image.at(".").mkdir(parents=True, exist_ok=True)
    elif one.name == "COPY":
        _copy(one.words, image, built)
    elif one.name == "RUN":
        image.run(one.text, values)


def _copy(words: list[str], image: Image, built: Mapping[str, Image]) -> None:
    """Copy paths into the image, from an earlier stage or from what .dockerignore lets in from the repository."""
    *sources, target = words
    if sources[0].startswith("--from="):
        stage, path = built[sources[0].partition("=")[2]], sources[1]
        pairs = [(stage.at(path), image.at(target))]
    else:
        names = let_in() if sources == ["."] else sources
        assert set(names) <= set(let_in())
        pairs = [(ROOT / name, image.at(target) / name) for name in names]
    for source, goal in pairs:
        if source.is_dir():
            shutil.copytree(source, goal, ignore=shutil.ignore_patterns("__pycache__"), dirs_exist_ok=True)
        else:
            goal.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, goal)

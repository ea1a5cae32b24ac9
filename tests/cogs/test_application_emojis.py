"""The upload of application emojis: its order and its retries."""

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

import pictures
from cogs.requests.application_emojis import FIRST_RETRY_SECONDS, REFUSED_SECONDS, ApplicationEmojis
from host.cluster.shards import Shards
from host.services import StoreError
from show.text.emojis import EmojiSet
from tests.cogs.interactions import refused
from tests.virtual_time import now, run

IMAGES = {"a": b"A", "b": b"B"}


class FakeEmojis:
    """An application's emojis; Discord can refuse changes."""

    def __init__(self, *names: str) -> None:
        self.names = list(names)
        self.errors: list[discord.DiscordException] = []
        self.calls: list[tuple[float, str]] = []

    async def fetch_application_emojis(self) -> list[Any]:
        self.calls.append((now(), "list"))
        return [self._emoji(name) for name in self.names]

    async def create_application_emoji(self, *, name: str, image: bytes) -> object:
        """Create an emoji, or refuse to."""
        self.calls.append((now(), f"create {name[0]}" if image else ""))
        if self.errors:
            raise self.errors.pop(0)
        self.names.append(name)
        return self._emoji(name)

    def _emoji(self, name: str) -> object:
        async def delete() -> None:
            self.calls.append((now(), f"delete {name}"))
            self.names.remove(name)

        class One(SimpleNamespace):
            def __str__(self) -> str:
                return f"<:{name}:1>"

        return One(name=name, delete=delete)


async def kept(
    fake: FakeEmojis, seconds: float, signs: EmojiSet, doubts: int = 0, error: Exception | None = None
) -> list[EmojiSet]:
    """Run the emoji upload cog for twice `seconds` seconds, and return the emoji set after each change.

    The callback for the first change fails with `error`. Halfway, Discord refuses an emoji `doubts` times.
    """
    seen: list[EmojiSet] = []
    errors = [error] if error else []

    async def changed() -> None:
        seen.append(EmojiSet(signs))
        if errors:
            raise errors.pop()

    cog = ApplicationEmojis(cast("Any", fake), signs, changed, Shards())
    await cog.cog_load()
    await asyncio.sleep(seconds)
    for _ in range(doubts):
        await cog.on_emoji_refused()
    await asyncio.sleep(seconds)
    await cog.cog_unload()
    return seen


@pytest.fixture(autouse=True)
def _images(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "emojis", lambda: IMAGES)

    async def at_once(call: Any) -> Any:
        return call()

    monkeypatch.setattr(asyncio, "to_thread", at_once)


def what(fake: FakeEmojis) -> list[str]:
    return [call for _, call in fake.calls]


def test_old_emoji_is_deleted_after_the_new_ones_exist() -> None:
    fake = FakeEmojis("a_0000", "mine_0000")
    run(kept(fake, 1, EmojiSet()))
    assert what(fake) == ["list", "create a", "create b", "delete a_0000"]


def test_refused_emoji_delays_no_other_and_is_retried() -> None:
    fake, signs = FakeEmojis("a_0000"), EmojiSet()
    fake.errors = [refused(503)]
    seen = run(kept(fake, FIRST_RETRY_SECONDS + 1, signs))
    assert what(fake) == ["list", "create a", "create b", "list", "create a", "delete a_0000"]
    assert [sorted(one) for one in seen] == [["b"], ["a", "b"]]


@pytest.mark.parametrize("code", [30008, 999999])
def test_finally_refused_emoji_delays_no_other_and_is_retried_once_an_hour(code: int) -> None:
    fake, signs = FakeEmojis(), EmojiSet()
    fake.errors = [refused(400, code)]
    seen = run(kept(fake, REFUSED_SECONDS - 1, signs))
    assert [sorted(one) for one in seen] == [["b"], ["a", "b"]]
    assert [round(time) for time, _ in fake.calls] == [0, 0, 0, REFUSED_SECONDS, REFUSED_SECONDS]


def test_retry_follows_the_time_that_discord_names() -> None:
    fake = FakeEmojis()
    fake.errors = [discord.RateLimited(1800)]
    run(kept(fake, 1000, EmojiSet()))
    assert [round(time) for time, _ in fake.calls] == [0, 0, 1800, 1800, 1800]


def test_upload_survives_any_error_and_repeats_its_notification() -> None:
    fake = FakeEmojis()
    seen = run(kept(fake, FIRST_RETRY_SECONDS + 1, EmojiSet(), error=StoreError("busy"), doubts=1))
    assert [sorted(one) for one in seen] == [["a", "b"]] * 2
    assert what(fake).count("list") == 3, "a doubt still makes it look"


def test_many_doubts_cause_one_check() -> None:
    fake = FakeEmojis()
    run(kept(fake, 5, EmojiSet(), doubts=30))
    assert what(fake).count("list") == 2

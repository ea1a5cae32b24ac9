"""The upload of application emojis: its order and its retries."""

import asyncio
import json
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
    """An application's emojis and the bot's own settings; Discord can refuse changes, the store can fail."""

    application_id = 7

    def __init__(self, *names: str) -> None:
        self.ids = {name: number for number, name in enumerate(names, start=1)}
        self.settings: dict[str, str] = {}
        self.errors: list[discord.DiscordException] = []
        self.store_errors: list[StoreError] = []
        self.calls: list[tuple[float, str]] = []

    async def fetch_application_emojis(self) -> list[Any]:
        self.calls.append((now(), "list"))
        return [self._emoji(name) for name in self.ids]

    async def create_application_emoji(self, *, name: str, image: bytes) -> object:
        """Create an emoji, or refuse to."""
        self.calls.append((now(), f"create {name}" if image else ""))
        if self.errors:
            raise self.errors.pop(0)
        assert name not in self.ids, "Discord refuses two emojis with one name"
        self.ids[name] = len(self.calls) + 100
        return self._emoji(name)

    async def setting(self, name: str) -> str | None:
        return self.settings.get(name)

    async def set_setting(self, name: str, value: str) -> None:
        """Store a setting, or fail."""
        if self.store_errors:
            raise self.store_errors.pop()
        self.settings[name] = value

    def _emoji(self, name: str) -> object:
        async def delete() -> None:
            self.calls.append((now(), f"delete {name}"))
            del self.ids[name]

        class One(SimpleNamespace):
            def __str__(self) -> str:
                return f"<:{self.name}:{self.id}>"

        return One(name=name, id=self.ids[name], delete=delete)


async def kept(
    fake: FakeEmojis, seconds: float, emojis: EmojiSet, doubts: int = 0, error: Exception | None = None
) -> list[EmojiSet]:
    """Run the cog that uploads emojis, and return the emoji set after each change.

    The cog runs for `seconds` seconds; then it is told `doubts` times that Discord has refused an emoji; then it runs
    for `seconds` seconds more. The callback for the first change fails with `error`.
    """
    seen: list[EmojiSet] = []
    errors = [error] if error else []

    async def changed() -> None:
        seen.append(EmojiSet(emojis))
        if errors:
            raise errors.pop()

    cog = ApplicationEmojis(cast("Any", fake), emojis, changed, Shards(), cast("Any", fake))
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


def test_unchanged_emoji_is_uploaded_once() -> None:
    fake, first, second = FakeEmojis(), EmojiSet(), EmojiSet()
    run(kept(fake, 1, first))
    run(kept(fake, 1, second))
    assert what(fake) == ["list", "create a", "create b", "list"]
    assert first == second == {name: f"<:{name}:{number}>" for name, number in fake.ids.items()}


def test_emoji_with_changed_art_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    fake, emojis = FakeEmojis(), EmojiSet()
    run(kept(fake, 1, emojis))
    before = dict(emojis)
    fake.calls.clear()
    monkeypatch.setattr(pictures, "emojis", lambda: IMAGES | {"a": b"drawn anew"})
    run(kept(fake, 1, emojis))
    assert what(fake) == ["list", "delete a", "create a"]
    assert emojis["a"] != before["a"]
    assert emojis["b"] == before["b"]


def test_kill_between_upload_and_write_costs_one_more_upload() -> None:
    fake = FakeEmojis("a")
    run(kept(fake, 1, EmojiSet()))
    assert what(fake) == ["list", "delete a", "create a", "create b"]
    run(kept(fake, 1, EmojiSet()))
    assert what(fake)[4:] == ["list"]


def test_upload_is_not_repeated_while_the_store_fails() -> None:
    fake = FakeEmojis()
    fake.store_errors = [StoreError("busy")]
    run(kept(fake, FIRST_RETRY_SECONDS + 1, EmojiSet()))
    run(kept(fake, 1, EmojiSet()))
    assert what(fake) == ["list", "create a", "create b", "list", "list"]


def test_emojis_of_the_first_version_are_deleted_after_the_new_ones_exist() -> None:
    old = ("saizen_S_0a1b", "seat_1_0a1b", "ability_paper_egg_0a1b", "rule_win_must_0a1b")
    others = ("mine", "mine_0a1b", "seat_1", "seat_of_honour")
    fake = FakeEmojis(*old, *others)
    run(kept(fake, 1, EmojiSet()))
    assert what(fake) == ["list", "create a", "create b", *(f"delete {name}" for name in old)]


def test_fingerprints_of_vanished_emojis_are_forgotten() -> None:
    fake = FakeEmojis()
    run(kept(fake, 1, EmojiSet()))
    del fake.ids["a"]
    run(kept(fake, 1, EmojiSet()))
    [stored] = fake.settings.values()
    assert json.loads(stored).keys() == {str(number) for number in fake.ids.values()}


def test_refused_emoji_delays_no_other_and_is_retried() -> None:
    fake, emojis = FakeEmojis("seat_1_0a1b"), EmojiSet()
    fake.errors = [refused(503)]
    seen = run(kept(fake, FIRST_RETRY_SECONDS + 1, emojis))
    assert what(fake) == ["list", "create a", "create b", "list", "create a", "delete seat_1_0a1b"]
    assert [sorted(one) for one in seen] == [["b"], ["a", "b"]]


def test_log_of_a_refusal_has_its_status_and_no_body(caplog: pytest.LogCaptureFixture) -> None:
    fake, response = FakeEmojis(), cast("Any", SimpleNamespace(status=429, reason="", headers={}))
    fake.errors = [discord.HTTPException(response, "<html>Error 1015</html>")]
    run(kept(fake, 1, EmojiSet()))
    (line,) = (one.getMessage() for one in caplog.records)
    assert line.endswith(": HTTPException 429, code 0")


@pytest.mark.parametrize("code", [30008, 999999])
def test_finally_refused_emoji_delays_no_other_and_is_retried_once_an_hour(code: int) -> None:
    fake, emojis = FakeEmojis(), EmojiSet()
    fake.errors = [refused(400, code)]
    seen = run(kept(fake, REFUSED_SECONDS - 1, emojis))
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

"""The page on which managers check their server: its length with hundreds of channels, and the order of its lists."""

import re
from dataclasses import replace

import pytest

from engine.game import Game
from locales import Translation
from show.actions.settings_actions import SERVER, CheckServer, OpenSettings
from show.obstacle import Obstacle
from show.pages.server_check import ChannelCheck, Gate, Lack, LateTable, Purpose, ServerCheck, Source, server_check_page
from tests.show.basics import every_language
from tests.show.page_content import check_limits, ids_of

FIRST = 1_400_000_000_000_000_000
NEEDED: dict[str, Purpose] = {
    "connect": "post",
    "view_channel": "post",
    "send_messages": "post",
    "send_messages_in_threads": "post",
    "create_public_threads": "threads",
    "create_private_threads": "private",
    "attach_files": "pictures",
    "read_message_history": "history",
}
SOURCES: tuple[Source, ...] = ("member", "channel", "role")
EMPTY = ServerCheck("Ichiza", "Ichiza", ())
GAME = Game.games["tezuma-trick"]


def lacks(source: Source, *names: str) -> list[Lack]:
    return [Lack(name, NEEDED[name], source) for name in names or NEEDED]


def headings(text: str) -> list[int]:
    """Return the channels with a fault, in the order in which the page lists them: their ids minus `FIRST`."""
    return [int(one) - FIRST for one in re.findall(r"^\*\*<#(\d+)>\*\*$", text, re.MULTILINE)]


@pytest.mark.drawn(1)
@every_language
def test_page_of_hundreds_of_channels_and_tables_is_within_discords_limits_and_counts_the_rest(language: str) -> None:
    tr, name = Translation(language), "*_~`|" * 20
    tables = [LateTable(10**9 + n, GAME, Obstacle("behind", 60.0 * n)) for n in range(300)]
    for source in SOURCES:
        bad = [
            ChannelCheck(
                FIRST + n, lacks(source), locked=range(FIRST + 1000, FIRST + 1100), refused_until=2_000_000_000
            )
            for n in range(300)
        ]
        fine = [ChannelCheck(FIRST + 500 + n) for n in range(300)]
        everywhere = ChannelCheck(FIRST + 999, lacks("role"))
        page = server_check_page(
            ServerCheck(
                name,
                name,
                (*bad, *fine, everywhere),
                unseen=bad,
                no_events=True,
                timed_out_until=0,
                tables=tables,
                unseen_tables=5,
                gate=Gate("refusals", 2_000_000_000),
                stored=False,
                now=2_000_000_000,
            ),
            tr,
        )
        check_limits(page)
        shown = len(headings(page.text))
        assert tr("check-more-channels", count=300 - shown) in page.text
        assert "\n…\n" not in page.text, "nothing was cut out of the middle"
        listed = page.text.count("⏳ **")
        assert tr("check-more-tables", count=300 - listed) in page.text
        named = len(re.findall(rf"<#{FIRST // 1000}[5-7]\d\d>", page.text))
        assert tr("check-others", count=300 - named) in page.text or named == 300
        assert tr("check-unseen", count=300) in page.text


def test_worst_channels_come_first() -> None:
    channels = [
        ChannelCheck(FIRST + 1, lacks("channel", "attach_files")),
        ChannelCheck(FIRST + 2, lacks("channel", "attach_files", "read_message_history")),
        ChannelCheck(FIRST + 3, lacks("channel", "view_channel")),
        ChannelCheck(FIRST + 4, refused_until=2_000_000_000),
        ChannelCheck(FIRST + 5),
        ChannelCheck(FIRST + 6, lacks("channel")),
    ]
    page = server_check_page(replace(EMPTY, channels=channels), Translation("en"))
    assert headings(page.text) == [6, 3, 4, 2, 1]
    assert page.text.index(f"<#{FIRST + 5}>") > page.text.index(f"<#{FIRST + 1}>")


def test_tables_without_a_channel_come_first_and_then_those_that_wait_longest() -> None:
    why = [Obstacle("behind", 10), Obstacle("behind", 90), Obstacle("refused", 30), Obstacle("lost")]
    tables = [LateTable(number, GAME, one) for number, one in enumerate(why, 1)]
    text = server_check_page(replace(EMPTY, tables=tables, now=1000), Translation("en")).text
    assert re.findall(r"table (\d)", text) == ["4", "3", "2", "1"]
    assert "<t:1030:R>" in text, "when the refused message is tried again"
    assert "<t:910:t>" in text, "since when the table waits"


@every_language
def test_right_missing_on_the_whole_server_is_named_once_for_all_channels(language: str) -> None:
    channels = [ChannelCheck(FIRST + n, lacks("role", "attach_files")) for n in range(50)]
    tr = Translation(language)
    text = server_check_page(replace(EMPTY, channels=channels), tr).text
    assert text.count(tr("right-attach-files")) == 1
    assert headings(text) == []
    assert tr("check-fine", places="x").partition("x")[0] not in text.replace(tr("check-none-behind"), "")


@every_language
def test_channels_that_the_reader_does_not_see_are_only_counted(language: str) -> None:
    tr = Translation(language)
    unseen = [ChannelCheck(FIRST + 1, lacks("channel")), ChannelCheck(FIRST + 2)]
    text = server_check_page(replace(EMPTY, unseen=unseen), tr).text
    assert "<#" not in text
    assert tr("check-unseen", count=1) in text


@every_language
def test_reasons_that_concern_every_table_are_told_each_in_its_own_sentence(language: str) -> None:
    tr = Translation(language)
    told = {
        server_check_page(replace(EMPTY, gate=Gate(cause, 2_000_000_000)), tr).text
        for cause in ("banned", "refusals", "limit", "unreachable")
    }
    told.add(server_check_page(replace(EMPTY, stored=False), tr).text)
    told.add(server_check_page(replace(EMPTY, timed_out_until=2_000_000_000), tr).text)
    assert len(told) == 6
    for text in told:
        assert tr("check-everywhere") in text


def test_page_leads_back_to_the_settings_and_can_check_again() -> None:
    page = server_check_page(EMPTY, Translation("en"))
    assert ids_of(page) == [CheckServer().custom_id, OpenSettings(SERVER).custom_id]


def test_name_of_the_role_is_no_markdown() -> None:
    check = replace(EMPTY, role="**b** <@1>", channels=[ChannelCheck(FIRST, lacks("channel", "attach_files"))])
    text = server_check_page(check, Translation("en")).text
    assert "**b**" not in text
    assert "<@1>" not in text

"""The pages of /privacy: how long data is kept, who is responsible for it, and the links."""

from dataclasses import replace
from typing import Any

import pytest

from locales import Translation
from show.actions.settings_actions import LeavePuzzles
from show.actions.table_actions import ExportMe, ForgetMe
from show.pages.privacy import privacy_page, sure_page
from show.text.operator import Operator, links_line, operator_lines
from tests.show.basics import every_language
from tests.show.operators import EVERYTHING, LONGEST
from tests.show.page_content import check_limits, components_of, ids_of

NUMBERS = ("90", "7", "30")
"""Days for which tables, backups and servers are kept."""


@every_language
def test_page_says_for_how_long_data_is_kept_and_who_answers_for_it(language: str) -> None:
    page, tr = privacy_page(Translation(language), EVERYTHING, leave=False), Translation(language)
    assert [number for number in NUMBERS if number not in page.text] == []
    said = operator_lines(EVERYTHING, tr)
    assert len(said) == 3
    leave = tr("privacy-puzzles", given="no")
    assert page.text.splitlines()[-6:] == [*said, tr("privacy-besides"), leave, links_line(EVERYTHING, tr)]
    ways = [ExportMe(), ForgetMe(), LeavePuzzles(given=True)]
    assert ids_of(page) == [one.custom_id for one in ways]
    check_limits(page)


@every_language
def test_leave_for_puzzles_can_be_taken_back(language: str) -> None:
    page, tr = privacy_page(Translation(language), EVERYTHING, leave=True), Translation(language)
    assert tr("privacy-puzzles", given="yes") in page.text
    assert LeavePuzzles(given=False).custom_id in ids_of(page)
    check_limits(page)


@every_language
def test_what_is_not_set_leaves_neither_line_nor_link(language: str) -> None:
    text = privacy_page(Translation(language), Operator(keep_days=90, backup_days=7), leave=False).text
    full = privacy_page(Translation(language), EVERYTHING, leave=False).text
    assert set(text.splitlines()) < set(full.splitlines())
    assert len(full.splitlines()) - len(text.splitlines()) == 4
    assert "https" not in text
    assert "[" not in text


@every_language
@pytest.mark.parametrize("key", ["privacy", "terms", "source", "support"])
def test_each_link_can_be_set_alone(language: str, key: str) -> None:
    links: dict[str, Any] = {f"{key}_url": "https://example.org/x"}
    line = links_line(replace(Operator(), **links), Translation(language))
    assert line.startswith("-# [")
    assert line.endswith("](https://example.org/x)")
    assert line.count("](") == 1


@every_language
def test_without_limits_no_number_of_days_is_promised(language: str) -> None:
    tr = Translation(language)
    page = privacy_page(tr, Operator(backup_days=0), leave=False)
    assert "30" in page.text
    assert "0" not in page.text.replace("30", "")
    assert "0" not in sure_page(tr, Operator(backup_days=0)).text


@every_language
def test_confirmation_says_until_when_backups_have_the_data(language: str) -> None:
    page = sure_page(Translation(language), EVERYTHING)
    assert "7" in page.text
    assert ids_of(page) == [ForgetMe(sure=True).custom_id, ExportMe().custom_id]
    check_limits(page)


@every_language
def test_texts_of_the_operator_are_plain_and_addresses_stay_links(language: str) -> None:
    name, contact, _ = operator_lines(EVERYTHING, Translation(language))
    assert r"Aki\_from \*Kyoto\*" in name
    assert r"aki\_b\@example" in contact
    assert contact.endswith("https://example.org/aki_b")
    pinging = Operator(name="@everyone <@101>", contact="<@&5> <#6>")
    assert "<@" not in str(operator_lines(pinging, Translation(language)))
    assert " @everyone" not in str(operator_lines(pinging, Translation(language)))


@every_language
def test_longest_texts_and_links_fit_a_message(language: str) -> None:
    check_limits(privacy_page(Translation(language), LONGEST, leave=False))
    assert "x" * 200 in str(components_of(privacy_page(Translation(language), LONGEST, leave=False)))

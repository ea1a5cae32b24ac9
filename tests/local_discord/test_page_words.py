"""The texts of the web page: each message is in both languages, and every text that people see is such a message."""

import ast
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple

import pytest

import local_discord

ROOM = Path(local_discord.__file__).parent
PAGE = ROOM / "page"
SCRIPTS = sorted(path for path in PAGE.glob("*.js") if path.name != "words.js")
NAMES = {"Discord", "/"}
"""Text of the page that is the same in every language."""
LABELS = {"aria-label", "title", "placeholder", "alt"}
"""Attributes that people read or hear."""
ENTRY = re.compile(r"^  '?([\w-]+)'?: \{\s*en: '(.*?)',\s*ja: '(.*?)',?\s*\},$", re.MULTILINE | re.DOTALL)
SAID = re.compile(r"[A-Za-z]{2,}")


class Message(NamedTuple):
    """A message of the page in both languages."""

    english: str
    japanese: str


def messages() -> dict[str, Message]:
    source = (PAGE / "words.js").read_text()
    return {key: Message(english, japanese) for key, english, japanese in ENTRY.findall(source)}


def test_every_message_of_the_page_is_in_both_languages_with_the_same_arguments() -> None:
    source = (PAGE / "words.js").read_text()
    entries = re.findall(r"^  '?([\w-]+)'?: \{", source, re.MULTILINE)
    assert [*messages()] == entries, "every entry has an English and a Japanese text"
    for key, (english, japanese) in messages().items():
        assert sorted(set(re.findall(r"\{\w+\}", english))) == sorted(set(re.findall(r"\{\w+\}", japanese))), key
        assert re.search("[ぁ-んァ-ヶ一-龠]", japanese), key
        assert english.isascii() or not re.search("[ぁ-んァ-ヶ一-龠]", english), key


def test_messages_that_the_page_uses_are_those_that_exist() -> None:
    code = "\n".join(path.read_text() for path in SCRIPTS)
    html = (PAGE / "index.html").read_text()
    used = set(re.findall(r"data-(?:words|label)=\"([\w-]+)\"", html))
    known = messages().keys()
    # The keys `true` and `false` are not in the code as strings: they are made from a boolean.
    used |= {one for one in known if re.search(rf"'{one}'", code)} | {"true", "false"}
    assert used == known


class PageText(HTMLParser):
    """Collects the text and the labels of an HTML page."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []

    def handle_starttag(self, _tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Collect the labels of an element."""
        self.said += [value for name, value in attrs if name in LABELS and value]

    def handle_data(self, data: str) -> None:
        """Collect a text."""
        self.said.append(data.strip())


def test_html_of_the_page_has_no_words_of_its_own() -> None:
    page = PageText()
    page.feed((PAGE / "index.html").read_text())
    assert {one for one in page.said if one} <= NAMES


def literals(source: str) -> Iterator[tuple[str, str]]:
    """Yield (kind, text) of each string and template in JavaScript; the kind is `string`, `template` or `html`.

    A template is one text, in which a no-break space stands for each of its values.
    """
    source = re.sub(r"/\*(?:.|\n)*?\*/|^\s*//.*$|(?<=[;,{] )//.*$", "", source, flags=re.MULTILINE)
    at = 0
    while at < len(source):
        char = source[at]
        if char in "'\"":
            end = at + 1
            while source[end] != char:
                end += 1 + (source[end] == "\\")
            yield "string", source[at + 1 : end]
            at = end + 1
        elif char == "`":
            text, inner, end = _template(source, at + 1)
            yield "html" if source[:at].endswith("html") else "template", text
            for one in inner:
                yield from literals(one)
            at = end
        elif char == "/" and re.search(r"[(\[,=:?&|!]\s*$", source[:at]):
            at = _expression(source, at + 1)
        else:
            at += 1


def _expression(source: str, at: int) -> int:
    """Return the index after the regular expression whose pattern starts at index `at`."""
    listed = False
    while listed or source[at] != "/":
        listed = source[at] == "[" or (listed and source[at] != "]")
        at += 1 + (source[at] == "\\")
    return at + 1


def _template(source: str, at: int) -> tuple[str, list[str], int]:
    """Return the text of the template that starts at index `at`, the code of its values, and the index after it."""
    text, inner = "", []
    while source[at] != "`":
        if source.startswith("${", at):
            start, depth, at = at + 2, 1, at + 2
            while depth:
                if source[at] == "`":
                    at = _template(source, at + 1)[2]
                    continue
                depth += {"{": 1, "}": -1}.get(source[at], 0)
                at += 1
            inner.append(source[start : at - 1])
            text += "\u00a0"
        else:
            step = 2 if source[at] == "\\" else 1
            text += source[at : at + step]
            at += step
    return text, inner, at + 1


def words_in(source: str) -> list[str]:
    """Return the texts in a script that people see: text and labels in markup, and strings that look like sentences."""
    found = []
    for kind, text in literals(source):
        if kind == "html":
            found += re.findall(rf'(?:{"|".join(LABELS)})="([^"]*{SAID.pattern}[^"]*)"', text)
            outside = re.sub(r"<[^>]*>|^[^<]*>|<[^>]*$", " ", text) if re.search("[<>]", text) else ""
            found += SAID.findall(re.sub(r"&\w+;", "", outside))
        elif re.match(r"[A-Z][a-z]+( |$)", text) or re.search(r"[a-z] [a-z]+[ a-z]*[.!?]$", text):
            found.append(text)
    return found


KEYS = {"Escape", "KB"}
"""Strings that are the same in every language, or that nobody reads."""


@pytest.mark.parametrize("path", SCRIPTS, ids=[path.stem for path in SCRIPTS])
def test_no_script_has_words_of_its_own(path: Path) -> None:
    assert set(words_in(path.read_text())) <= KEYS


@pytest.mark.parametrize(
    "planted",
    [
        "const a = html`<b>Dismiss</b>`;",
        'const a = html`<b aria-label="Apps of ${x}">${y}</b>`;',
        "hint.textContent = 'Not sent';",
        "hint.textContent = `There is no ${name}. Type / to see all.`;",
        "const a = html`<li>${b ? html`<i>you</i>` : ''}</li>`;",
        "throw new Error('The local server does not answer.');",
    ],
)
def test_words_planted_in_a_script_are_found(planted: str) -> None:
    assert words_in(planted)


def test_every_refusal_that_the_page_can_show_is_in_both_languages() -> None:
    rooms = [path for room in ("client", "world", "actions") for path in (ROOM / room).glob("*.py")]
    calls = [
        (path.name, node.lineno, [ast.unparse(arg) for arg in node.args])
        for path in rooms
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "ClientError"
    ]
    assert len(calls) > 30
    assert not [one for one in calls if len(one[2]) < 2 or not re.search("[ぁ-んァ-ヶ一-龠]", one[2][1])]

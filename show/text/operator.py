"""Facts about the bot's operator: the name, the contact, and the links to policies, source and support."""

import re
from dataclasses import dataclass

from locales import Translation
from show.text.clean_names import escaped
from show.text.page import DOT

_ADDRESS = re.compile(r"(https://[!-~]+)")


@dataclass(frozen=True, slots=True)
class Operator:
    """Facts that the operator has set; others are empty. Texts have no Markdown, and links begin with `https://`."""

    name: str = ""
    contact: str = ""
    """The way to reach the operator: a mail address, a link, or a few words."""
    data_place: str = ""
    """The place where data is kept: a country, or a hoster."""
    keep_days: int = 0
    """Days for which a table's record is kept after the end of the table; 0 means for ever."""
    backup_days: int = 0
    """Days for which a backup is kept; 0 if nothing is said about backups."""
    privacy_url: str = ""
    terms_url: str = ""
    source_url: str = ""
    support_url: str = ""


def operator_lines(operator: Operator, tr: Translation) -> list[str]:
    """Return one line each for the operator's name, the contact, and where the data is kept, if these are set."""
    said = {"name": operator.name, "contact": operator.contact, "place": operator.data_place}
    return [tr(f"operator-{key}", text=_plain(text)) for key, text in said.items() if text]


def links_line(operator: Operator, tr: Translation) -> str:
    """Return one line of small print with the links that are set; empty if no link is set."""
    urls = {
        "privacy": operator.privacy_url,
        "terms": operator.terms_url,
        "source": operator.source_url,
        "support": operator.support_url,
    }
    links = [f"[{tr(f'link-{key}')}]({url})" for key, url in urls.items() if url]
    return f"-# {DOT.join(links)}" if links else ""


def _plain(text: str) -> str:
    """Escape Discord's Markdown in a text, but not in its addresses, so that they stay links."""
    parts = _ADDRESS.split(text)
    return "".join(part if number % 2 else escaped(part) for number, part in enumerate(parts))

"""Sample facts about the person who operates the bot: usual ones, and the longest that are allowed."""

from show.text.operator import Operator

EVERYTHING = Operator(
    name="Aki_from *Kyoto*",
    contact="aki_b@example.org, https://example.org/aki_b",
    data_place="Japan",
    keep_days=90,
    backup_days=7,
    privacy_url="https://example.org/privacy",
    terms_url="https://example.org/terms_of_use",
    source_url="https://example.org/source",
    support_url="https://discord.gg/abc",
)
_LINK = "https://example.org/".ljust(300, "x")
LONGEST = Operator("*" * 100, "_" * 200, "~" * 100, 36_500, 36_500, _LINK, _LINK, _LINK, _LINK)
"""An operator whose texts and links are all as long as the settings allow."""

"""Pages about stored personal data."""

from host.people.privacy import GONE_SECONDS
from locales import Translation
from show.actions import table_actions
from show.text.page import Page, button, page

_DAY = 86_400


def privacy_page(tr: Translation) -> Page:
    """Build the page that lists the stored data, with buttons to export or delete it."""
    text = tr("privacy-text", days=GONE_SECONDS // _DAY)
    have = button(table_actions.ExportMe(), tr("privacy-export"))
    return page(text, [have, button(table_actions.ForgetMe(), tr("privacy-forget"), style="danger")])


def sure_page(tr: Translation) -> Page:
    """Build the confirmation of deletion."""
    sure = button(table_actions.ForgetMe(sure=True), tr("privacy-forget-sure"), style="danger")
    return page(tr("privacy-ask"), [sure, button(table_actions.ExportMe(), tr("privacy-export"))])

"""What is kept of a person, and what they can do about it."""

from host.privacy import GONE_SECONDS
from locales import Speech
from show import actions
from show.page import Page, button, page

_DAY = 86_400


def privacy_page(speech: Speech) -> Page:
    """What is kept, and buttons to have it or to have it forgotten."""
    text = speech("privacy-text", days=GONE_SECONDS // _DAY)
    have = button(actions.ExportMe(), speech("privacy-export"))
    return page(text, [have, button(actions.ForgetMe(), speech("privacy-forget"), style="danger")])


def sure_page(speech: Speech) -> Page:
    """The question whether they are sure."""
    sure = button(actions.ForgetMe(sure=True), speech("privacy-forget-sure"), style="danger")
    return page(speech("privacy-ask"), [sure, button(actions.ExportMe(), speech("privacy-export"))])

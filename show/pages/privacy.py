"""Pages about stored personal data."""

from host.people.privacy import GONE_SECONDS
from locales import Translation
from show.actions import table_actions
from show.actions.settings_actions import LeavePuzzles
from show.text.operator import Operator, links_line, operator_lines
from show.text.page import Page, button, page

_DAY = 86_400


def privacy_page(tr: Translation, operator: Operator, *, leave: bool) -> Page:
    """Build the page that says what data is stored, why, how long, and who sees it; buttons export or delete data.

    `leave` says whether the bot may make puzzles from the reader's games; another button changes this.
    """
    facts = tr("privacy-text", days=GONE_SECONDS // _DAY, keep=operator.keep_days, backups=operator.backup_days)
    lines = [facts, *operator_lines(operator, tr), tr("privacy-besides")]
    lines += [tr("privacy-puzzles", given="yes" if leave else "no"), links_line(operator, tr)]
    have = button(table_actions.ExportMe(), tr("privacy-export"))
    forget = button(table_actions.ForgetMe(), tr("privacy-forget"), style="danger")
    allow = button(LeavePuzzles(given=not leave), tr("privacy-puzzles-no" if leave else "privacy-puzzles-yes"), "🧩")
    return page("\n".join(filter(None, lines)), [have, forget, allow])


def sure_page(tr: Translation, operator: Operator) -> Page:
    """Build the confirmation of deletion."""
    sure = button(table_actions.ForgetMe(sure=True), tr("privacy-forget-sure"), style="danger")
    ask = tr("privacy-ask", backups=operator.backup_days)
    return page(ask, [sure, button(table_actions.ExportMe(), tr("privacy-export"))])

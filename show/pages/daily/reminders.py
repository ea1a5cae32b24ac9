"""The direct message that reminds a person of the day's deal."""

import pictures
from engine.game import Game
from host.daily.reminders import Due
from locales import Translation
from show.actions.daily_actions import OpenToday
from show.actions.settings_actions import StopReminders
from show.pages.daily.attempts import MINUTES
from show.text.page import Page, button, page


def reminder_page(due: Due, tr: Translation) -> Page:
    """Build the reminder: the game, the streak, when the deal closes, and a button that opens it."""
    kind = Game.games.get(due.game)
    game = tr.text(kind.title) if kind else due.game
    said = tr("reminder", game=game, days=due.streak.days, minutes=MINUTES, closes=str(due.closes_at))
    buttons = [
        button(OpenToday(), tr("day-play"), "☀️", "success"),
        button(StopReminders(), tr("reminder-stop"), "🔕"),
    ]
    return Page((said, buttons), accent=pictures.accent(due.game))


def stopped_reminders_page(tr: Translation) -> Page:
    """Build the page that replaces a reminder after its reader has stopped all reminders."""
    return page(tr("reminder-stopped"))

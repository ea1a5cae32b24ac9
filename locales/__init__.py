"""Messages in people's languages, through Fluent.

The engine and the host define their messages as `engine.text.Phrase`s with English text; the files here translate
these messages by their keys, and define the messages of the bot itself. `Translation` turns both into text.
"""

from locales.bundles import FALLBACK, LANGUAGES
from locales.translation import Translation, example_view, goal_line, language_of, rules_pages

__all__ = ["FALLBACK", "LANGUAGES", "Translation", "example_view", "goal_line", "language_of", "rules_pages"]

"""Messages in people's languages, through Fluent.

The engine's and the host's sentences are `engine.text.Phrase`s whose English stands beside the rule that says them; the
files here translate them by key, and hold everything that only the bot itself says. `Translation` turns both into text.
"""

from locales.translation import FALLBACK, LANGUAGES, Translation, example_view, language_of, rules_pages

__all__ = ["FALLBACK", "LANGUAGES", "Translation", "example_view", "language_of", "rules_pages"]

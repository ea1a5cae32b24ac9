"""The slash commands' descriptions in every language, from the messages `command-…` of `locales/`.

Commands and options keep their English names, so that people who speak different languages can tell each other what to
type. Discord shows each of them the description in their own language.
"""

from discord import Locale, app_commands
from discord.app_commands import TranslationContextTypes, locale_str

from locales import FALLBACK, Speech, language_of


def described(key: str) -> locale_str:
    """The description `key` of a command or an option, for `description=` and `describe`."""
    return locale_str(Speech(FALLBACK)(key), key=key)


class Translator(app_commands.Translator):
    """Gives Discord the texts made by `described` in the languages other than English."""

    async def translate(self, string: locale_str, locale: Locale, context: TranslationContextTypes) -> str | None:  # noqa: ARG002  the key says it all
        """The text in a locale; None: the English one serves."""
        key, language = string.extras.get("key"), language_of(locale.value)
        return Speech(language)(key) if key and language != FALLBACK else None

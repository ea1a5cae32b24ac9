"""Comparison of typed text with names, whatever the script, the case and the spelling.

A person who types Japanese types kana first, and the kanji come only when the input method converts them. So names that
differ only in hiragana and katakana, in small kana, in ず and づ, or in marks between words are the same name.
"""

from unicodedata import normalize

_KATAKANA = range(ord("ァ"), ord("ヶ") + 1)
_TO_HIRAGANA = ord("ぁ") - ord("ァ")
_ALIKE = str.maketrans("ぁぃぅぇぉっゃゅょゎゕゖぢづ", "あいうえおつやゆよわかけじず")
_LONG_VOWEL = "ー"


def search_form(text: str) -> str:
    """Return the letters and digits of a text for a comparison: in hiragana, without case, width and long vowels."""
    letters = normalize("NFKC", text).casefold()
    kana = "".join(chr(ord(one) + _TO_HIRAGANA) if ord(one) in _KATAKANA else one for one in letters)
    return "".join(one for one in kana.translate(_ALIKE) if one.isalnum() and one != _LONG_VOWEL)


def is_found(typed: str, *names: str) -> bool:
    """Return whether one of the names contains the typed text, compared by `search_form`."""
    form = search_form(typed)
    return any(form in search_form(name) for name in names)

"""Numbers as they stand in a text."""

import re


def whole_numbers(text: str) -> set[int]:
    """Return the numbers of a text as they stand in it, so that 101 is not found in 51017 or in 0x1013f."""
    return {int(found) for found in re.findall(r"(?<![\w.])\d+(?!\w)", text)}

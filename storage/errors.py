"""Errors of the store."""


class StoreError(Exception):
    """The database cannot be used; the message is one sentence that says what to do."""


class Conflict(StoreError):  # noqa: N818 - `except Conflict` reads best
    """The write contradicts the stored rows, for instance a move number that is taken; nothing was written."""


class InDoubt(StoreError):  # noqa: N818 - the field's word for an unknown outcome
    """The connection was lost during a commit, so the write may be stored or not. To find out, read the rows again."""

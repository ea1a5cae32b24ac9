"""Errors of the store."""


class StoreError(Exception):
    """The database cannot be used; the message is one sentence that says what to do."""


class Conflict(StoreError):  # noqa: N818 - `except Conflict` reads best
    """The write contradicts the stored rows, for instance a move number that is taken; nothing was written."""


class InDoubt(StoreError):  # noqa: N818 - the field's word for an unknown outcome
    """The connection was lost during a commit, so the write may be stored or not. To find out, read the rows again."""


class OlderProcess(StoreError):  # noqa: N818 - `except OlderProcess` reads best
    """A process of an older version still uses the database, which it could not use after a migration."""


class NewerSchema(StoreError):  # noqa: N818 - `except NewerSchema` reads best
    """A newer version of the bot has migrated the database since this process has opened it."""


def reason(error: OSError) -> str:
    """Return why an operation on a file failed, without the file's name, which the sentence about it has already."""
    return error.strerror or str(error)

"""What can go wrong with the store, in two named errors."""


class StoreError(Exception):
    """The database cannot be used; the message is one sentence that says what to do."""


class Conflict(StoreError):  # noqa: N818 - the word the host's code reads best with
    """The write contradicts what is stored, for instance a move number that is taken; nothing was written."""


class InDoubt(StoreError):  # noqa: N818 - what a transaction is called whose end is not known
    """The database was lost while it stored a write, which has happened whole or not at all: reading again tells."""

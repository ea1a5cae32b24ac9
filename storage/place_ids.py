"""Numbers of places in the database: a server has its id, and a person's direct messages have minus the person's id.

Discord's ids are positive, and an id of a server may equal one of a person. The sign keeps the two apart, in one column
of each table and index.
"""


def of_direct_messages(user_id: int) -> int:
    """Return the number of the place of a person's direct messages with the bot."""
    return -user_id

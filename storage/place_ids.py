"""Numbers of places in the database: a server has its id, and a person's direct messages have minus the person's id.

Discord's ids are positive, and the id of a server may equal the id of a person. The sign tells the two apart, so both
fit in one column.
"""


def of_direct_messages(user_id: int) -> int:
    """Return the number of the place of a person's direct messages with the bot."""
    return -user_id

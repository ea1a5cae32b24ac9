"""Pages of all messages: pure functions of a snapshot and a translation."""

"""What each message looks like: pure functions of a snapshot and a language."""

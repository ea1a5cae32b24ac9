"""Tables: snapshots, their repository, and records of their messages."""

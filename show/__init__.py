"""What people see: what should stand on Discord for a table, its pages, and the one executor that makes it so.

`desired` says what should stand, a pure function of a table's snapshot; `reconcile` compares it with what stands and
makes it so through a `port`; `panels` keeps the private hands that are open. No network of its own, no storage.
"""

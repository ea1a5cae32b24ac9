"""Public messages: the reconciler and its parts."""

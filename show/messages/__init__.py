"""Messages on Discord: the reconciler and its helpers."""

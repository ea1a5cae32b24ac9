"""The control API of tests: settings, faults, the request log."""

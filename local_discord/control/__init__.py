"""What tests turn and read: settings, faults on request, the log."""

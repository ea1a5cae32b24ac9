"""SQLite: connections, preflight checks, process lock, and backups."""

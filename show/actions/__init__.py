"""Actions of buttons and lists, each a frozen dataclass with its custom id."""

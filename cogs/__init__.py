"""Everything Discord: commands, buttons, panels, and the presenter that keeps tables' messages up to date. No rules."""

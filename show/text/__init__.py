"""Pages as data, and text on them: names, emojis, and typed input."""

"""Pages as data, and their text: names, emojis, and typed input."""

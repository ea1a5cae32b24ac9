"""The rules of the games: deterministic and synchronous, without clock or I/O. They need only the standard library.

`engine.game` is the contract of a game, `engine.games` has a package for each game, and `engine.record` reads and
writes a game as text.
"""

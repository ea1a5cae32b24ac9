"""The rules of the games: deterministic and synchronous, with no clock, no I/O and the standard library only.

`engine.game` is the contract of a game, `engine.games` has a package for each game, and `engine.record` reads and
writes a game as text.
"""

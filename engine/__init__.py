"""The rules: deterministic, synchronous, no clock, no I/O, standard library only.

`engine.game` is the contract; `engine.games` holds one module a game; `engine.record` is a game as text.
"""

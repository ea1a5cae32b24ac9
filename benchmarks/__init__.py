"""Benchmarks, `python -m benchmarks [NAME …] [--json]`: each figure is a ratio to a reference measured beside it.

A benchmark is a module with a function `figures()` that yields `measure.Figure`s; the other modules are helpers.
"""

"""Benchmarks, started with `python -m benchmarks [NAME …] [--json]`.

Each figure compares this project with a reference that is measured in the same run.
A benchmark is a module with a function `figures()` that yields `measure.Figure`s; the other modules are helpers.
"""

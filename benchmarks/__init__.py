"""What is measured, each figure as a ratio to something that ran beside it: `python -m benchmarks [NAME …] [--json]`.

A benchmark is a module here that has `figures()`, which yields `measure.Figure`s; the others help them.
"""

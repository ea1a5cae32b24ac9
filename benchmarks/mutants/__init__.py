"""Mutants: do the tests notice a change of the code?"""

"""Mutation testing: changes the code in one place at a time, and checks that a test fails."""

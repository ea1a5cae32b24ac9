"""Deals that anybody can check: the shuffle, commitments, and the verifier."""

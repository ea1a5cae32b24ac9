"""Deals that anybody can check: the shuffle, the deal commitment and the verifier."""

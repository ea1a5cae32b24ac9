"""What Discord refuses: the form of bodies, permissions, rate limits, and each refusal's code."""

"""League nights: several tables play the same deals, and people are compared with those who had the same seat."""

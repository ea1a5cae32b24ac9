"""What the page sees and does as one of the people."""

"""The client API: what one person sees and does on the page."""

"""Knowledge from play: hidden cards, decided results and earlier positions."""

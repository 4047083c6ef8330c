"""One file for each step, oldest first by its number."""

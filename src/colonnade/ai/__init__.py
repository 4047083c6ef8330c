"""The computer players; levels.py knows them by name."""

"""The table: a server where people and computer players meet, and that never loses a game."""

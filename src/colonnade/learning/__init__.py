"""Self-play and training: from a teacher's games to a network's file."""

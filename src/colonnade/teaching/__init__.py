"""What teaches people the games: illustrated rules, and lessons that are played."""

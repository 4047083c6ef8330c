"""Computer players against each other: matches, tournaments, the ladder."""

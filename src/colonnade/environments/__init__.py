"""Many games in one call, and positions as tensors, for learners."""

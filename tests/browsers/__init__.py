"""The page in three real browsers: `make browsers` plays in each, and between them."""

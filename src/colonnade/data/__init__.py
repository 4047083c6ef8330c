"""Games by the thousand as numbers: simulations, exports, statistics."""

"""Many games at once: simulation, and later arenas, ladders and exports."""

"""Learning from self-play: games are played, looked back at, and a network is fitted to them."""

"""What every game promises, and what is written once for all of them."""

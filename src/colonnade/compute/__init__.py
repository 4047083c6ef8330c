"""Where work runs: this process, a pool of them, or Ray; batches, and questions that can stop."""

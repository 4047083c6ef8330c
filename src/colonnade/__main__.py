"""Runs the command line as `python -m colonnade`."""

from __future__ import annotations

from colonnade.cli import main

if __name__ == "__main__":
    main()

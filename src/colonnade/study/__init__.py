"""Played games looked at again: what was luck, and what was choice."""

"""Scenario tests of Summer Pavilion: one file for each section of its RULES.md."""

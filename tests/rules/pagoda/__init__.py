"""Scenario tests of Pagoda: one file for each section of its RULES.md."""

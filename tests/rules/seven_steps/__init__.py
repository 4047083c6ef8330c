"""Scenario tests of 7 Steps: one file for each section of its RULES.md."""

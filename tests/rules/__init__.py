"""Scenario tests of the rules, one folder for each game."""

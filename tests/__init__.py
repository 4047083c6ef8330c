"""Tests of Colonnade."""

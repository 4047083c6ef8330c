"""Tests of the study of played games."""

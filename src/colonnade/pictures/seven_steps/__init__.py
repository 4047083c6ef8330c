"""Positions of 7 Steps as pictures: drawing.py has the table, files beside it its parts."""

"""Positions of Summer Pavilion as pictures: drawing.py has the table, files beside it its parts."""

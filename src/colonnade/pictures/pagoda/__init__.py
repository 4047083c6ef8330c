"""Positions of Pagoda as pictures: drawing.py has the table, files beside it its parts."""

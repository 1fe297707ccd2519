"""The DDV rules of Doppelkopf score sheets: pure Python, no Django, no files, no clock.

Rows of a list go in, findings (codes and values, never sentences) come out.
"""

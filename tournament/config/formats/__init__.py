"""Formats of dates and times that deviate from Django's."""

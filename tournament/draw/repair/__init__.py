"""Repairs of a plan: few changes that make it valid again."""

from tournament.draw.repair.plan import repaired

__all__ = ["repaired"]

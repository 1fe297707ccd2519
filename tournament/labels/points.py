"""Points as they are written: `+12`, `−4`, `0`; an en dash for no result yet."""

from scoring.notation.figures import MINUS, NONE_YET, signed

__all__ = ["MINUS", "NONE_YET", "signed"]

"""How often Python looks for garbage."""

import gc


def look_seldom() -> None:
    """Look after 20,000 new objects.

    After Python's own 700 it looks through all that is loaded while it loads, an eighth of the
    time, and dozens of times for one long list.
    """
    gc.set_threshold(20_000)

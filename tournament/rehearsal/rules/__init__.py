"""Pure: no Django, no files, no clock, no chance of its own, no language."""

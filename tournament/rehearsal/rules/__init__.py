"""Pure rules: no Django, no files, no clock, no randomness of their own, no language."""

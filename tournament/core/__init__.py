"""Tournament arithmetic on plain values: no Django, no files, no clock, no global randomness."""

"""How dates and times are written where the program does not follow Django."""

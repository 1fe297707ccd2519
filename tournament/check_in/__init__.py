"""The check-in desk: who is present, and players who were not entered."""

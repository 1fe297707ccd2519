"""People over the years, their clubs, and their entries in a tournament."""

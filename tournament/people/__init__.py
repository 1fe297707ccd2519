"""People across tournaments, their clubs, and their entries in a tournament."""

"""Questions to the database, and to archives that are not in it."""

"""Everything that leaves the program as a file, on a common base."""

"""Everything that leaves the program as a file, behind one base."""

"""Export of a tournament as one signed file, and import of such files."""

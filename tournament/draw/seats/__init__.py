"""The seats of people at their tables."""

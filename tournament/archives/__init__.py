"""A tournament as one signed file, and opened from one."""

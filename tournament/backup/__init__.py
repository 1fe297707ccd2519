"""Copies of the whole database, and restoring from one."""

"""Copies of the whole database, and the way back from one."""

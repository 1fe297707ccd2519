"""Accounts, signing in, and who in the hall reaches the program."""

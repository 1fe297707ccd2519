"""Accounts, sign-in, and access from the hall's network."""

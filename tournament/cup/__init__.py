"""Cups: stages of ordinary tournaments, and who goes on."""

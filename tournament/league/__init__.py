"""Leagues: teams over a season of match days, each an ordinary tournament of a division."""

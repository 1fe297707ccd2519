"""The seats of the rounds: drawn, changed and proven."""

"""Pages about money: the till, one player's payments, prizes."""

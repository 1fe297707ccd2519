"""Pages about money: the till, what somebody owes, prizes."""

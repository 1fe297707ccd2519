"""Fees, payments and the till. Amounts are whole cents."""

"""Money of a tournament: fees, the till, prizes. Amounts are whole cents, always."""

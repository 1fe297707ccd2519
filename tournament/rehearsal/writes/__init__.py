"""Services, named verb_noun: each in a transaction, with its actor and its journal entry."""

"""Series of evenings."""

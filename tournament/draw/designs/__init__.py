"""Who sits together without a search: designs, built or looked up."""

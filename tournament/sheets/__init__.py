"""Score sheets: typed, checked, verified, and never changed once saved."""

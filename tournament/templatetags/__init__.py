"""Template tags and filters: points with sign, the clock."""

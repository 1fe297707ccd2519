"""Results, ranks, tie-breaks and rankings, up to the frozen standings."""

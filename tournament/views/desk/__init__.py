"""Pages of the result desk: score sheets."""

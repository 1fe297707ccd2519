"""Pages of cups: stages, who goes on, lots, players over all stages."""

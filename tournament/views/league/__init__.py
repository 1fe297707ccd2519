"""Pages of leagues."""

"""Rankings over time: everybody's average over many tournaments, and the states' ranking."""

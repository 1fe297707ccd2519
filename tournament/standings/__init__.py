"""Results, ranks, and everything said of them, up to the frozen end."""

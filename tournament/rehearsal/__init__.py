"""Made-up tournaments for practice."""

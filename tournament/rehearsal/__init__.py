"""Made-up days for practice."""

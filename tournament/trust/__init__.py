"""Independent verification: everything recounted by a second path; the frozen standings."""

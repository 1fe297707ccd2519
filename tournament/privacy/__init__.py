"""What is kept of a person, handed out and deleted."""

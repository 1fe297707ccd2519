"""Personal data: what is kept, handed out and deleted."""

"""What players see on their own phones."""

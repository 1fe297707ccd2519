"""Who sits on which seat of the table where they sit."""

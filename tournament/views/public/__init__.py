"""What everybody may read without an account, where the direction wants it."""

"""Pages without an account, as far as the direction publishes them."""

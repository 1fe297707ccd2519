"""How the database came to its present shape. Each name says what it does."""

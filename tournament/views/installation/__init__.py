"""Pages of the installation: signing in, accounts, list of tournaments."""

"""Forms: types and ranges only; the rules stand in the services and in `scoring`."""

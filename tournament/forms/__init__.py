"""Forms: types and ranges only; the rules are in the services and in `scoring`."""

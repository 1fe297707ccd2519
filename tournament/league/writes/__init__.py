"""Services of leagues, for owners; recorded in the journal of the installation."""

"""Pages of the tournament direction: overview, players, rounds, standings, printing."""

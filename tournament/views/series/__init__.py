"""Pages of series: standings, settings, evenings, lists of results from elsewhere."""

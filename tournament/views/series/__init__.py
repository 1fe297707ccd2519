"""Pages of series: standings, settings, evenings, results from elsewhere."""

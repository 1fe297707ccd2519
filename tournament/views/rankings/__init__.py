"""Pages of rankings over time: the list as of a day, what counts, published lists."""

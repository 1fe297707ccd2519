"""Score sheets: entered, checked, verified; a saved version never changes."""

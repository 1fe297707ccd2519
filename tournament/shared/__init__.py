"""What every package may ask: names, places, what is kept until the next entry."""

"""The screens in the hall: what they show, their door, and the page that directs them."""

"""The screens in the hall: their pictures, opening one, and the page that controls them."""

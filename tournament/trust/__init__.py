"""What anybody can check afterwards: everything counted again by a second path."""

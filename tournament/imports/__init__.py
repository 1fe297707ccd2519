"""Files -> typed rows and findings. Nothing is saved here."""

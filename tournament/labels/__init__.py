"""Every code of the program -> a translated sentence. One file per family of codes."""

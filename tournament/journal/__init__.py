"""The journal: what happened, who did it, when; sealed and immutable."""

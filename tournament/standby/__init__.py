"""A second computer that stands by: what the two say to each other, and what each of them keeps."""

"""django-tables2 classes."""

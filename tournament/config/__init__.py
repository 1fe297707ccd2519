"""Settings, URLs and the WSGI entry point."""

"""Kreuzdame: administration of Doppelkopf tournaments. The one Django application."""

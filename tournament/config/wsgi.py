"""The WSGI application, for any WSGI server; `manage.py serve` serves it with waitress."""

import os

from django.core.wsgi import get_wsgi_application
from django.utils.module_loading import import_string

from tournament.config.start import explain_environment

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.config.settings")
with explain_environment():
    application = get_wsgi_application()
for _part in ("follow_clock", "whole_requests", "behind_proxy"):
    application = import_string(f"tournament.management.server.{_part}")(application)

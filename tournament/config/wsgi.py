"""The WSGI application, for any WSGI server; `manage.py serve` serves it with waitress."""

import os

from django.core.wsgi import get_wsgi_application
from django.utils.module_loading import import_string

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.config.settings")
_program = get_wsgi_application()
_behind_proxy = import_string("tournament.management.server.behind_proxy")
application = _behind_proxy(import_string("tournament.management.server.following_clock")(_program))
